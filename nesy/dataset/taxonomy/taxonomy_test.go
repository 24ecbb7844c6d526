package taxonomy

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func ExampleParseFolder() {
	number, s, err := ParseFolder("05616_Fungi_Basidiomycota_Agaricomycetes_Boletales_Suillaceae_Suillus_granulatus")
	fmt.Println(number, s.Class, s.Family, s.Genus, s.Epithet, err)
	// Output: 5616 Agaricomycetes Suillaceae Suillus granulatus <nil>
}

func ExampleLargest() {
	for _, f := range Largest(Official(), 3) {
		fmt.Println(f.Class, f.Name, f.Species)
	}
	// Output:
	// Magnoliopsida Asteraceae 495
	// Magnoliopsida Fabaceae 237
	// Insecta Nymphalidae 234
}

// TestOfficialFolders compares with folder names that users of the data set have
// published in papers, programs and tables.
func TestOfficialFolders(t *testing.T) {
	species := Official()
	if len(species) != 10_000 {
		t.Fatalf("%d species", len(species))
	}
	for number, want := range map[int]string{
		1760: "01760_Animalia_Arthropoda_Insecta_Lepidoptera_Notodontidae_Thaumetopoea_processionea",
		5176: "05176_Animalia_Cnidaria_Anthozoa_Actiniaria_Actiniidae_Anthopleura_elegantissima",
		5616: "05616_Fungi_Basidiomycota_Agaricomycetes_Boletales_Suillaceae_Suillus_granulatus",
		6920: "06920_Plantae_Tracheophyta_Magnoliopsida_Asterales_Asteraceae_Palafoxia_callosa",
		8043: "08043_Plantae_Tracheophyta_Magnoliopsida_Fabales_Fabaceae_Pediomelum_argophyllum",
		9409: "09409_Plantae_Tracheophyta_Magnoliopsida_Rosales_Rosaceae_Potentilla_erecta",
		9999: "09999_Plantae_Tracheophyta_Polypodiopsida_Schizaeales_Lygodiaceae_Lygodium_japonicum",
	} {
		if got := species[number].Folder(number); got != want {
			t.Errorf("folder %d is %s, want %s", number, got, want)
		}
	}
	species[0] = Species{}
	if Official()[0].Epithet != "terrestris" {
		t.Error("a caller's change reached the official species")
	}
}

func TestFoldersParse(t *testing.T) {
	seen := make(map[Species]bool)
	for number, s := range Official() {
		n, parsed, err := ParseFolder(s.Folder(number))
		if err != nil || n != number || parsed != s {
			t.Fatalf("%s became %d, %v, %v", s.Folder(number), n, parsed, err)
		}
		if seen[s] {
			t.Errorf("%v occurs twice", s)
		}
		seen[s] = true
	}
}

// TestLargestIsThePapersSubset compares with the table of the 50 families, and
// with what it adds up to.
func TestLargestIsThePapersSubset(t *testing.T) {
	file, err := os.Open("../../paper/data/inat2021_families.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	families := Largest(Official(), 51)
	species := 0
	classes := make(map[string]int)
	for k, row := range rows[1:] {
		f := families[k]
		if got := []string{strconv.Itoa(k + 1), f.Class, f.Name, strconv.Itoa(f.Species), strconv.Itoa(10 * f.Species)}; !slices.Equal(got, row) {
			t.Errorf("family %v, want %v", got, row)
		}
		species += f.Species
		classes[f.Class]++
	}
	if species != 4599 || fmt.Sprint(classes) != "map[Arachnida:1 Aves:7 Insecta:15 Liliopsida:5 Magnoliopsida:20 Pinopsida:1 Reptilia:1]" {
		t.Errorf("%d species, classes %v", species, classes)
	}
	if families[50].Species >= families[49].Species {
		t.Errorf("families 50 and 51 tie: %v", families[49:])
	}
	if got := len(Largest(Official(), 1<<20)); got != 1103 {
		t.Errorf("%d families in all, want 1103", got)
	}
}

func TestLargestBreaksTiesByOrder(t *testing.T) {
	species := []Species{
		{Class: "b", Family: "x"}, {Class: "b", Family: "w"}, {Class: "a", Family: "z"},
		{Class: "c", Family: "y"}, {Class: "c", Family: "y"}, {Class: "d", Family: "y"},
	}
	want := []Family{{"c", "y", 2}, {"b", "x", 1}, {"b", "w", 1}, {"a", "z", 1}, {"d", "y", 1}}
	if got := Largest(species, 9); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Largest(species, 2); !slices.Equal(got, want[:2]) {
		t.Errorf("the largest two are %v, want %v", got, want[:2])
	}
}

func TestParseFolderErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                      "is no species' folder",
		"rose":                  "is no species' folder",
		"1_A_B_C_D_E_F_g":       "is no species' folder",
		"+0001_A_B_C_D_E_F_g":   "is no species' folder",
		"-0001_A_B_C_D_E_F_g":   "is no species' folder",
		"0000x_A_B_C_D_E_F_g":   "is no species' folder",
		"00001_A_B_C_D_E_F":     "is no species' folder",
		"00001_A_B_C_D_E_F_gh_": "is no species' folder",
		"00001_A_B_C_D__F_g":    "lacks one of its seven names",
		"00001_A_B_C_D_E_F_":    "lacks one of its seven names",
	} {
		if _, _, err := ParseFolder(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gave %v, want %q", name, err, want)
		}
	}
}
