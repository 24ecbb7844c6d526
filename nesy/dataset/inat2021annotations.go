package dataset

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
)

// inatJSON is what matters here of val.json, whose layout is that of COCO.
type inatJSON struct {
	Images      []inatImage      `json:"images"`
	Categories  []inatCategory   `json:"categories"`
	Annotations []inatAnnotation `json:"annotations"`
}

type inatImage struct {
	ID       int    `json:"id"`
	FileName string `json:"file_name"` // val/<folder>/<name>.jpg
}

type inatCategory struct {
	ID     int    `json:"id"`
	Class  string `json:"class"`
	Family string `json:"family"`
	Folder string `json:"image_dir_name"`
}

type inatAnnotation struct {
	ID         int `json:"id"`
	ImageID    int `json:"image_id"`
	CategoryID int `json:"category_id"`
}

// checkAnnotations compares val.json, where there is one, with the folders: the
// same species of the same classes and families, the same pictures, each in its species' folder.
func (t *inatTree) checkAnnotations() error {
	if t.annotations == "" {
		return nil
	}
	fault := func(format string, args ...any) error {
		return fmt.Errorf("dataset: %s: %s; replace one of them, or remove the file to go by the folders", t.annotations, fmt.Sprintf(format, args...))
	}
	data, err := os.ReadFile(t.annotations)
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	var j inatJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return fault("is no annotation file: %v", err)
	}

	folder := make(map[int]string) // by category
	named := make(map[string]bool)
	for _, c := range j.Categories {
		if other, ok := folder[c.ID]; ok {
			return fault("category %d stands in it twice, with the folders %q and %q", c.ID, other, c.Folder)
		}
		folder[c.ID], named[c.Folder] = c.Folder, true
		s, ok := t.species[c.Folder]
		if !ok {
			return fault("category %d has the folder %q, which is not in %s", c.ID, c.Folder, t.where)
		}
		if c.Class != s.Class || c.Family != s.Family {
			return fault("category %d is of class %q and family %q, but its folder is named %q", c.ID, c.Class, c.Family, c.Folder)
		}
	}
	for _, f := range t.folders() {
		if !named[f] {
			return fault("no category has the folder %q of %s", f, t.where)
		}
	}

	category := make(map[int]string) // the folder that an image's annotation names
	for _, a := range j.Annotations {
		f, ok := folder[a.CategoryID]
		if !ok {
			return fault("annotation %d names category %d, which is not in it", a.ID, a.CategoryID)
		}
		if other, ok := category[a.ImageID]; ok && other != f {
			return fault("image %d is annotated as both %q and %q", a.ImageID, other, f)
		}
		category[a.ImageID] = f
	}
	present := make(map[string]bool)
	for _, p := range t.pictures {
		present[p.path()] = true
	}
	listed := make(map[string]bool)
	for _, m := range j.Images {
		p := path.Join(path.Base(path.Dir(m.FileName)), path.Base(m.FileName))
		if !present[p] {
			return fault("image %d is %q, which is not in %s", m.ID, m.FileName, t.where)
		}
		if f, ok := category[m.ID]; !ok {
			return fault("image %d, %q, has no annotation", m.ID, m.FileName)
		} else if f != path.Dir(p) {
			return fault("image %d is %q, but is annotated as %q", m.ID, m.FileName, f)
		}
		listed[p] = true
	}
	for _, p := range t.pictures {
		if !listed[p.path()] {
			return fault("%s in %s is not in it", p.path(), t.where)
		}
	}
	return nil
}
