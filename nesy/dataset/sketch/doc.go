// Package sketch draws simple plants and animals, which stand in for photographs
// of iNaturalist where those are not at hand: a flower, an ear of grass, a twig
// with needles, an insect, a bird, a snake, a spider. The class decides what is
// drawn, the family its colours and proportions, and random numbers its pose,
// place and ground.
//
//	picture := sketch.Draw(rand.New(rand.NewPCG(42, 0)), "Aves", 3, 96, 72)
package sketch
