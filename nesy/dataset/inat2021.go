package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"nesybook/nesy/dataset/taxonomy"
	"nesybook/nesy/hierarchy"
)

// INat2021Options says what to take of iNaturalist 2021.
type INat2021Options struct {
	Side     int    // pixels along an edge after scaling
	Families int    // how many, those with most species; 0 is the paper's 50
	Seed     uint64 // of the split
}

// papersPictures is how many pictures the paper's subset of the official
// validation split has: 50 families of 4,599 species, 10 pictures of each.
const papersPictures = 45_990

// INat2021 reads the paper's subset of iNaturalist 2021 (Van Horn et al. 2021,
// Benchmarking representation learning for natural world image collections) from
// the official validation split: the families with most species as fine labels,
// their classes as coarse labels, split by family into 70 % for training, 15 %
// for validation and 15 % for testing (appendix D). Of families with equally many
// species that with the lowest category number comes first. Labels are numbered
// in the order of class and family names.
//
// The 50 families of the official split lie under 7 classes, not 20 as the paper
// says, and three of the classes hold a single family.
//
// path is the folder val with a folder a species,
// 00000_Kingdom_Phylum_Class_Order_Family_Genus_epithet, of JPEG files; or a
// folder that holds it; or the archive val.tar.gz or a folder that holds that.
// Class and family come from the folders' names. Where a file val.json stands
// beside the folder or archive, everything it says about them must agree.
//
// Pictures are scaled to Side×Side with a Catmull-Rom filter, whatever their
// shape. Those of a folder are decoded when first asked for, and an error then
// names one that is damaged. The archive is read through twice at once, minutes
// for the official one, and its pictures must fit into 1 GiB when scaled; unpack
// it where more than one program run needs it. Digest covers names and sizes of
// the files, not their bytes.
func INat2021(path string, o INat2021Options) (*Dataset, error) {
	if o.Side <= 0 {
		return nil, fmt.Errorf("dataset: pictures of %d×%d pixels asked for: name a positive side", o.Side, o.Side)
	}
	if o.Families == 0 {
		o.Families = 50
	}
	tree, err := openINat(path)
	if err != nil {
		return nil, err
	}
	if err := tree.checkAnnotations(); err != nil {
		return nil, err
	}
	total := len(tree.pictures)
	h, labels, err := tree.keepLargest(o.Families)
	if err != nil {
		return nil, err
	}
	read, err := tree.reader(o.Side)
	if err != nil {
		return nil, err
	}
	d, err := New("inat2021", h, o.Side, labels, tree.digest(), read)
	if err != nil {
		return nil, err
	}
	if d.Len() != papersPictures {
		d.Note = fmt.Sprintf("not the paper's subset of %d pictures: %d, of %d in all families", papersPictures, d.Len(), total)
	}
	sizes, err := Sizes(d.Len(), 0.7, 0.15, 0.15)
	if err != nil {
		return nil, err
	}
	parts, err := StratifiedSplit(labels, sizes, o.Seed)
	if err != nil {
		return nil, err
	}
	return d.WithSplit(parts[0], parts[1], parts[2])
}

// inatTree is what a folder or archive of species' folders holds.
type inatTree struct {
	where       string // the folder or archive
	annotations string // the JSON file beside it, "" if there is none
	isArchive   bool
	species     map[string]taxonomy.Species // by folder
	pictures    []inatPicture               // by folder and name
}

type inatPicture struct {
	folder, name string
	size         int64 // bytes
}

func (p inatPicture) path() string { return p.folder + "/" + p.name }

// addFolder takes a species' folder, whose name it reads, once.
func (t *inatTree) addFolder(name string) error {
	if _, ok := t.species[name]; ok {
		return nil
	}
	_, s, err := taxonomy.ParseFolder(name)
	if err != nil {
		return fmt.Errorf("dataset: %s: %w", t.where, err)
	}
	t.species[name] = s
	return nil
}

// check sorts the pictures and looks for what no official tree has: a species
// without pictures, a number that two species share, a family in two classes.
func (t *inatTree) check() error {
	if len(t.species) == 0 {
		return fmt.Errorf("dataset: %s holds no species' folders: name the folder val of iNaturalist 2021, or val.tar.gz", t.where)
	}
	slices.SortFunc(t.pictures, func(a, b inatPicture) int { return strings.Compare(a.path(), b.path()) })
	count := make(map[string]int)
	for _, p := range t.pictures {
		count[p.folder]++
	}
	class := make(map[string]string)
	previous := ""
	for _, folder := range t.folders() {
		if count[folder] == 0 {
			return fmt.Errorf("dataset: %s: the folder %s holds no .jpg file: unpack it again", t.where, folder)
		}
		if previous != "" && previous[:5] == folder[:5] {
			return fmt.Errorf("dataset: %s: the folders %s and %s have one number: remove one", t.where, previous, folder)
		}
		previous = folder
		s := t.species[folder]
		if c, ok := class[s.Family]; ok && c != s.Class {
			return fmt.Errorf("dataset: %s: the folder %s puts the family %s into the class %s, another folder into %s", t.where, folder, s.Family, s.Class, c)
		}
		class[s.Family] = s.Class
	}
	return nil
}

// folders returns the species' folders by number.
func (t *inatTree) folders() []string {
	var folders []string
	for folder := range t.species {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	return folders
}

// keepLargest drops all pictures but those of the n families with most species,
// and returns the hierarchy of these and the label of each picture.
func (t *inatTree) keepLargest(n int) (*hierarchy.Hierarchy, []int, error) {
	var species []taxonomy.Species
	for _, folder := range t.folders() {
		species = append(species, t.species[folder])
	}
	families := taxonomy.Largest(species, n)
	if len(families) < n {
		return nil, nil, fmt.Errorf("dataset: %s holds %d families, not the %d asked for: unpack all of it, or ask for fewer", t.where, len(families), n)
	}
	slices.SortFunc(families, func(a, b taxonomy.Family) int {
		return strings.Compare(a.Class+" "+a.Name, b.Class+" "+b.Name)
	})
	var fine, coarse []string
	var parents []int
	label := make(map[string]int)
	for y, f := range families {
		if z := len(coarse) - 1; z < 0 || coarse[z] != f.Class {
			coarse = append(coarse, f.Class)
		}
		fine, parents = append(fine, f.Name), append(parents, len(coarse)-1)
		label[f.Name] = y
	}
	h, err := hierarchy.TwoLevel(fine, coarse, parents)
	if err != nil {
		return nil, nil, fmt.Errorf("dataset: %s: %w", t.where, err)
	}
	var kept []inatPicture
	var labels []int
	for _, p := range t.pictures {
		if y, ok := label[t.species[p.folder].Family]; ok {
			kept, labels = append(kept, p), append(labels, y)
		}
	}
	t.pictures = kept
	return h, labels, nil
}

// digest stands for the pictures: theirs are random names that are used once.
func (t *inatTree) digest() string {
	hash := sha256.New()
	for _, p := range t.pictures {
		fmt.Fprintf(hash, "%s %d\n", p.path(), p.size)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
