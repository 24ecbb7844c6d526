package experiment

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestOverrideSetsFieldsAtAnyDepth(t *testing.T) {
	before := Quick()
	p, err := Override(before, []string{"train.epochs=3", "Focal.Share=0.1", "models.nesy.objective.gamma=0.25", "data.source=cifar100"})
	if err != nil {
		t.Fatal(err)
	}
	nesy, err := p.Model("nesy")
	if err != nil {
		t.Fatal(err)
	}
	if p.Train.Epochs != 3 || p.Focal.Share != 0.1 || nesy.Objective.Gamma != 0.25 || p.Data.Source != "cifar100" {
		t.Errorf("got %+v", p)
	}
	if before.Train.Epochs == 3 || before.Models[3].Objective.Gamma == 0.25 {
		t.Error("the profile itself was changed")
	}
}

func TestOverrideSetsNamedOptions(t *testing.T) {
	p, err := Override(Quick(), []string{
		"train.schedule=cosine", "focal.method=mixture",
		"models.nesy.objective.inversion=restricted", "models.nesy.objective.weighting=plain",
		"models.nesy.objective.consistency.form=paper", "models.nesy.objective.consistency.tnorm=godel",
		"models.nesy.objective.consistency.membership=gaussian:0.3",
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Model("nesy")
	if err != nil {
		t.Fatal(err)
	}
	c := m.Objective
	for _, got := range []struct{ got, want string }{
		{p.Train.Schedule.String(), "cosine"}, {p.Focal.Method.String(), "mixture"},
		{c.Inversion.String(), "restricted"}, {c.Weighting.String(), "plain"},
		{c.Consistency.Form.String(), "paper"}, {c.Consistency.TNorm.String(), "godel"},
		{c.Consistency.Membership.String(), "gaussian:0.3"},
	} {
		if got.got != got.want {
			t.Errorf("got %s, want %s", got.got, got.want)
		}
	}
}

func TestOverrideNamesTheMistake(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"train.epochs", "no '='"},
		{"train.epoch=5", `no field "epoch"; there are batch, epochs,`},
		{"trian.epochs=5", `no field "trian"`},
		{"seed.of=1", "no fields of its own"},
		{"train.epochs=many", "train.epochs=many"},
		{"models.nessie.objective.gamma=1", "models.NAME.FIELD (base, rs-nn, nesy-written, nesy, nesy-betp)"},
		{"models=1", "models=1"},
		{"train.schedule=sine", "sine"},
	} {
		_, err := Override(Quick(), []string{c.line})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want one line with %q", c.line, err, c.want)
		}
	}
}

func TestAnUnknownProfileIsNamedWithTheKnownOnes(t *testing.T) {
	t.Setenv(ProfileVariable, "quikc")
	_, err := Open()
	if err == nil || !strings.Contains(err.Error(), `"quikc"`) || !strings.Contains(err.Error(), "quick, cifar100") {
		t.Errorf("got %v", err)
	}
}

// Fields that manifests leave out where they are empty can be set all the same, and
// what is not set stays as it was, to the byte.
func TestOverrideReachesOmittedFields(t *testing.T) {
	type inner struct {
		Often string
		Rare  int `json:",omitempty"`
	}
	v := struct {
		Flag bool `json:"flag,omitempty"`
		List []inner
		None []int `json:"none"`
	}{List: []inner{{Often: "a"}}}
	object, err := tree(reflect.ValueOf(v))
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"List":[{"Often":"a","Rare":0}],"flag":false,"none":null}`; string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
	for _, p := range Profiles() {
		same, err := Override(p, []string{"name=" + p.Name})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(same, p) {
			t.Errorf("%s changed: %+v", p.Name, same)
		}
	}
}
