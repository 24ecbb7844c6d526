// Package experiment is the paper's experiment as a sequence of stages over one
// folder: data, features, focal sets, models, predictions, measures. A Profile
// holds every setting; a stage writes its result beside a manifest of what went
// in, and is not run again while that holds.
//
//	run, err := experiment.Open()           // the profile named by $NESY_PROFILE
//	data, err := run.Dataset()
//	sets, err := run.FocalSets(nil)         // runs the backbone first, if need be
//	trained, err := run.Train("nesy", nil)
//	report, err := run.Evaluate("nesy", experiment.Test)
//
// The notebooks call these and nothing else, so a cell that is run alone, or a
// notebook opened out of order, finds or makes what it needs.
package experiment
