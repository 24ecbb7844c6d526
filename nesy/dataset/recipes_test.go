package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

func ExampleCIFAR100Augmentation() {
	for _, step := range CIFAR100Augmentation(ImageNet) {
		fmt.Println(step.Name)
	}
	// Output:
	// resized-crop area 0.08..1 ratio 0.75..1.33
	// flip 0.5
	// rotation 10
	// colour-jitter 0.2 0.2 0.2 0.1
	// autoaugment cifar10 torchvision
	// erasing 0.25 colour [124 116 104]
}

func ExampleINaturalistAugmentation() {
	fmt.Println(strings.ReplaceAll(INaturalistAugmentation().String(), ", ", "\n"))
	// Output:
	// resized-crop area 0.08..1 ratio 0.75..1.33
	// flip 0.5
	// rotation 10
	// colour-jitter 0.2 0.2 0.2 0.1
}

// TestRecipesStay fixes what the two recipes make of sixteen glyphs by hashes, so
// that a change to any step, which changes every cached feature, is seen. They
// were made on amd64 from this code, whose parts other tests hold to definitions.
func TestRecipesStay(t *testing.T) {
	d := Glyphs(GlyphOptions{Train: 16, Seed: 42})
	for name, c := range map[string]struct {
		a    Augmentation
		want string
	}{
		"CIFAR-100":   {CIFAR100Augmentation(ImageNet), "e9d42ae5ba35e078"},
		"iNaturalist": {INaturalistAugmentation(), "67501a6ab983e3f4"},
	} {
		hash := sha256.New()
		pixels := make([]byte, d.Size())
		for i := range d.Len() {
			if err := d.Image(i, pixels); err != nil {
				t.Fatal(err)
			}
			c.a.Apply(42, 1, i, d.Side, pixels)
			hash.Write(pixels)
		}
		if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != c.want {
			t.Errorf("%s: hash %s, want %s", name, got, c.want)
		}
	}
}

func BenchmarkCIFAR100Augmentation(b *testing.B) {
	pixels := make([]byte, 3*32*32)
	a := CIFAR100Augmentation(ImageNet)
	for i := 0; b.Loop(); i++ {
		a.Apply(42, 0, i, 32, pixels)
	}
}
