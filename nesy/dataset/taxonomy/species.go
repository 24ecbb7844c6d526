package taxonomy

import (
	"fmt"
	"strconv"
	"strings"
)

// Species is a species' place among living things, from the coarsest rank down.
type Species struct {
	Kingdom, Phylum, Class, Order, Family, Genus, Epithet string
}

func (s Species) ranks() []string {
	return []string{s.Kingdom, s.Phylum, s.Class, s.Order, s.Family, s.Genus, s.Epithet}
}

// Folder returns the name of the folder that holds the pictures of a species,
// which has the given number among the data set's categories, 0 to 99999.
func (s Species) Folder(number int) string {
	return fmt.Sprintf("%05d_%s", number, strings.Join(s.ranks(), "_"))
}

// ParseFolder reads the name of a species' folder: five digits and seven names,
// parted by underscores.
func ParseFolder(name string) (number int, s Species, err error) {
	digits, ranks, _ := strings.Cut(name, "_")
	fields := strings.Split(ranks, "_")
	number, err = strconv.Atoi(digits)
	if err != nil || len(digits) != 5 || number < 0 || strings.ContainsAny(digits, "+-") || len(fields) != 7 {
		return 0, s, fmt.Errorf("taxonomy: %q is no species' folder, such as 00000_Kingdom_Phylum_Class_Order_Family_Genus_epithet", name)
	}
	for _, f := range fields {
		if strings.TrimSpace(f) == "" {
			return 0, s, fmt.Errorf("taxonomy: the folder %q lacks one of its seven names", name)
		}
	}
	return number, Species{fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6]}, nil
}
