package experiment

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"nesybook/nesy/backbone"
	"nesybook/nesy/backbone/backbonetest"
	"nesybook/nesy/resnet"
	"nesybook/nesy/safetensors"
)

// saveDrawn writes drawn weights of the shapes to a file.
func saveDrawn(t *testing.T, shapes []backbone.Shape) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "weights.safetensors")
	if err := safetensors.Save(path, safetensors.F16, backbonetest.Tensors(shapes), nil); err != nil {
		t.Fatal(err)
	}
	return path
}

// A backbone that is no Swin goes the whole way: features, focal sets, a model,
// its measures.
func TestAnotherBackbone(t *testing.T) {
	p, err := Override(small(t), []string{
		"data.train=60", "data.val=20", "data.test=20", "backbone.views=1", "focal.clusters=10",
		"backbone.preset=resnet18", "backbone.side=32", "backbone.weights=" + saveDrawn(t, resnet.ResNet18().Shapes()),
	})
	if err != nil {
		t.Fatal(err)
	}
	r := New(context.Background(), p, t.TempDir())
	f, err := r.Features(nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Rows) != 100 || len(f.Rows[0]) != 512 {
		t.Fatalf("%d rows of %d features, want 100 of 512", len(f.Rows), len(f.Rows[0]))
	}
	report, err := r.Evaluate("nesy", Test)
	if err != nil {
		t.Fatal(err)
	}
	if report.Samples != 20 {
		t.Errorf("%d samples, want 20", report.Samples)
	}
}

func TestBackboneErrorsNameTheRemedy(t *testing.T) {
	resnet18 := saveDrawn(t, resnet.ResNet18().Shapes())
	for name, c := range map[string]struct {
		backbone Backbone
		want     []string
	}{
		"precision":        {Backbone{Preset: "nano32", Precision: "float8"}, []string{`"float8"`, "float32 or bfloat16"}},
		"not a Swin":       {Backbone{Preset: "resnet18", Weights: resnet18, Precision: "bfloat16"}, []string{"Swin networks alone", "resnet18"}},
		"unknown":          {Backbone{Preset: "resnet19"}, []string{`"resnet19"`, "backbone.preset is nano32, "}},
		"no weights":       {Backbone{Preset: "resnet18"}, []string{"set backbone.weights", "resnet18"}},
		"missing file":     {Backbone{Preset: "resnet18", Weights: "/nowhere"}, []string{"/nowhere"}},
		"another network":  {Backbone{Preset: "resnet50", Weights: resnet18}, []string{resnet18, `"layer1.0.conv1.weight" has shape [64 64 3 3], want [64 64 1 1]`}},
		"another family":   {Backbone{Preset: "tiny", Weights: resnet18}, []string{resnet18, `"patch_embed.proj.weight" [96 3 4 4] is missing`}},
		"side of a Swin":   {Backbone{Preset: "nano32", Side: 64}, []string{"backbone.side is 64", "32 pixels"}},
		"side of a ViT":    {Backbone{Preset: "vit-b16", Side: 32}, []string{"backbone.side is 32", "224 pixels"}},
		"VGG":              {Backbone{Preset: "vgg16", Weights: resnet18}, []string{resnet18, `vgg: tensor "features.0.weight" [64 3 3 3] is missing`}},
		"ViT":              {Backbone{Preset: "vit-b16", Weights: resnet18}, []string{resnet18, `vit: tensor "class_token" [1 1 768] is missing`}},
		"side of a ResNet": {Backbone{Preset: "resnet18", Side: -1, Weights: resnet18}, []string{"images of side -1"}},
	} {
		p := Quick()
		p.Backbone = c.backbone
		_, err := New(context.Background(), p, t.TempDir()).Weights()
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %q does not say %q in one line", name, err, want)
			}
		}
	}
}

func TestPrecisionOfTheBackbone(t *testing.T) {
	digest := func(precision string) string {
		p := Quick()
		p.Backbone.Precision = precision
		w, err := New(context.Background(), p, t.TempDir()).Weights()
		if err != nil {
			t.Fatal(err)
		}
		return w.Digest()
	}
	if digest("") != digest("float32") || digest("") == digest("bfloat16") {
		t.Error("features in bfloat16, and those alone, must not be taken for those in float32")
	}
}
