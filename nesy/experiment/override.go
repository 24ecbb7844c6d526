package experiment

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Override sets fields of a profile from "path=value" lines, as given to
// `kernelsetup run -set`. A path names JSON fields, dots between them and case
// ignored, and elements of a list by their name ("train.epochs=10",
// "models.nesy.objective.gamma=0.3"); a value is JSON or a bare word. It returns the
// changed profile; p is left as it was. The error names the line and the fields
// there are.
//
// A field is changed and nothing else: "seed=43" splits and augments the data anew,
// and for clusters and training as well it takes "focal.seed=43" and "train.seed=43".
func Override(p Profile, lines []string) (Profile, error) {
	fields, err := tree(reflect.ValueOf(p))
	if err != nil {
		return p, err
	}
	for _, line := range lines {
		path, value, ok := strings.Cut(line, "=")
		if !ok {
			return p, fmt.Errorf("experiment: setting %q has no '='; write it as field=value, e.g. train.epochs=10", line)
		}
		if err := set(fields.(map[string]any), strings.Split(strings.TrimSpace(path), "."), parse(value)); err != nil {
			return p, fmt.Errorf("experiment: setting %q: %w", line, err)
		}
		// Decoded after each line, so that an error names the line it comes from.
		text, err := json.Marshal(fields)
		if err != nil {
			return p, err
		}
		var changed Profile // afresh: decoding into a copy would write to the lists of p
		if err := json.Unmarshal(text, &changed); err != nil {
			return p, fmt.Errorf("experiment: setting %q: %w", line, err)
		}
		p = changed
	}
	return p, nil
}

// tree returns v as encoding/json decodes it into an any, together with the fields
// that it omits where they are empty.
func tree(v reflect.Value) (any, error) {
	_, text := v.Interface().(encoding.TextMarshaler)
	switch {
	case v.Kind() == reflect.Struct && !text:
		object := map[string]any{}
		for _, f := range reflect.VisibleFields(v.Type()) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" {
				name = f.Name
			}
			var err error
			if object[name], err = tree(v.FieldByIndex(f.Index)); err != nil {
				return nil, err
			}
		}
		return object, nil
	case v.Kind() == reflect.Slice && !v.IsNil():
		list := make([]any, v.Len())
		for i := range list {
			var err error
			if list[i], err = tree(v.Index(i)); err != nil {
				return nil, err
			}
		}
		return list, nil
	}
	var leaf any
	encoded, err := json.Marshal(v.Interface())
	if err != nil {
		return nil, err
	}
	return leaf, json.Unmarshal(encoded, &leaf)
}

// set replaces a field: one that is not there is a mistake.
func set(tree map[string]any, path []string, value any) error {
	for name := range tree {
		if !strings.EqualFold(name, path[0]) {
			continue
		}
		if len(path) == 1 {
			tree[name] = value
			return nil
		}
		return descend(tree[name], path, value)
	}
	return fmt.Errorf("no field %q; there are %s", path[0], strings.Join(fields(tree), ", "))
}

// descend goes on below path[0]: into an object's fields, or into the element of a
// list whose name is path[1].
func descend(below any, path []string, value any) error {
	switch below := below.(type) {
	case map[string]any:
		return set(below, path[1:], value)
	case []any:
		var names []string
		for _, element := range below {
			object, ok := element.(map[string]any)
			if !ok || len(path) < 3 {
				break
			}
			if object["name"] == path[1] {
				return set(object, path[2:], value)
			}
			names = append(names, fmt.Sprint(object["name"]))
		}
		return fmt.Errorf("%s is a list; name a field of one of its elements, as in %s.NAME.FIELD (%s)", path[0], path[0], strings.Join(names, ", "))
	}
	return fmt.Errorf("%s has no fields of its own", path[0])
}

func fields(tree map[string]any) []string {
	var names []string
	for name := range tree {
		names = append(names, strings.ToLower(name))
	}
	slices.Sort(names)
	return names
}

// parse reads a JSON value, or takes a bare word as a string.
func parse(value string) any {
	var v any
	if json.Unmarshal([]byte(value), &v) != nil {
		return value
	}
	return v
}
