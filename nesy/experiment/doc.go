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
// The paper's ablation is a grid of such models, which may be trained in shards by
// several processes and is merged from what stands finished in the folder; the
// command in folder ablation does that:
//
//	grid, err := run.Ablation()
//	err = grid.Train(experiment.Shard{}, nil)
//	ours, err := grid.Collect()             // means and deviations over seeds, to lay beside the paper's
//
// A Study varies other settings one by one, or searches among them on the validation
// images alone, in the same way:
//
//	study, err := run.Study("sensitivity")
//	err = study.Train(experiment.Shard{}, nil)
//	answers, err := study.Answers()         // each variant tested against its section's first
//
// The notebooks reach data and models by these alone, so a cell that is run alone,
// or a notebook opened out of order, finds or makes what it needs.
package experiment
