// Package taxonomy holds the species of iNaturalist 2021 and how the data set
// names its folders, from which the paper's subset follows (appendix D): the 50
// families with most species, under 7 classes.
//
//	_, s, err := taxonomy.ParseFolder("01760_Animalia_Arthropoda_Insecta_Lepidoptera_Notodontidae_Thaumetopoea_processionea")
//	s.Class, s.Family                                    // Insecta, Notodontidae
//	families := taxonomy.Largest(taxonomy.Official(), 50) // Asteraceae with 495 species first
package taxonomy
