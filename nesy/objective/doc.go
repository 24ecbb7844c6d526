// Package objective holds the loss of section 3.3.1: cross-entropy over focal
// sets (equation 7), the penalties that keep masses valid (equations 4 and 5)
// and the consistency of the two levels (equation 17), joined with coefficients
// alpha, beta and gamma that are fixed or learnt (equation 8).
//
// The three models are three settings of it. The softmax base has cross-entropy
// over labels and nothing else, RS-NN has no consistency term, NeSy has all.
//
//	o, err := objective.New(h, 0, fine, coarse, objective.Default(model.NeSy))
//	...
//	terms := o.Graph(scope, objective.Batch{...}, false)   // inside a graph
//	terms.Total                                            // what is minimised
//	values := o.Value(o.Start(), samples, false)           // the same in float64
package objective
