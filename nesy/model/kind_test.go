package model

import (
	"fmt"
	"testing"
)

func TestKindNames(t *testing.T) {
	for _, k := range Kinds() {
		if back, err := ParseKind(k.String()); err != nil || back != k {
			t.Errorf("%v: parsed as %v, %v", k, back, err)
		}
	}
	if _, err := ParseKind("resnet"); err == nil {
		t.Error("no error for an unknown kind")
	}
}

func ExampleKind_Outputs() {
	logits := []float32{0, 0, 1000}
	fmt.Println(Softmax.Outputs(logits))
	fmt.Println(NeSy.Outputs(logits))
	// Output:
	// [0 0 1]
	// [0.5 0.5 1]
}
