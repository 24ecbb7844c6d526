package taxonomy

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/csv"
	"slices"
	"sync"
)

//go:embed species.csv.gz
var packed []byte

// Official returns the 10,000 species of iNaturalist 2021. A species' index is
// its number. The caller may change the slice.
func Official() []Species { return slices.Clone(unpacked()) }

var unpacked = sync.OnceValue(func() []Species {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("taxonomy: " + err.Error()) // the file is part of the program
	}
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		panic("taxonomy: " + err.Error())
	}
	var species []Species
	for _, f := range rows[1:] { // after the header
		species = append(species, Species{f[0], f[1], f[2], f[3], f[4], f[5], f[6]})
	}
	return species
})
