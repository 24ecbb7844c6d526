package notebook

import (
	"strings"
	"testing"
)

func TestFunctionSourceQuotesFunctionsAndMethods(t *testing.T) {
	for _, c := range []struct{ folder, name, begins string }{
		{"nesy/notebook", "numeric", "func numeric(cell string) bool {"},
		{"nesy/fuzzy", "TNorm.Of", "func (t TNorm) Of(a, b float64) float64 {"},
	} {
		got, err := FunctionSource(c.folder, c.name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got, c.begins) || !strings.HasSuffix(got, "}") {
			t.Errorf("%s: got\n%s", c.name, got)
		}
	}
	if _, err := FunctionSource("nesy/notebook", "nothing"); err == nil || !strings.Contains(err.Error(), "no such function") {
		t.Errorf("got %v", err)
	}
}

func TestMarkdownAlignsNumbersToTheRight(t *testing.T) {
	got := Markdown([]string{"model", "accuracy"}, [][]string{{"a|b", "0.42 / 0.57"}})
	const want = "| model | accuracy |\n| :-- | --: |\n| a\\|b | 0.42 / 0.57 |\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 60000: "60,000", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("thousands(%d) = %q, want %q", n, got, want)
		}
	}
}
