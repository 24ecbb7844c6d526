package experiment

import "fmt"

// job is one training of a list that shards part among them.
type job struct {
	name     string
	epochs   int
	finished func() (bool, error)
	do       func(progress Progress) error // counts epochs
}

// work does the jobs of a shard that are not finished. progress, which may be nil,
// is told the name of the job at work and counts epochs over the shard; those of
// finished jobs are counted from the start, and at the end there is no name.
func work(jobs []job, s Shard, progress func(name string, done, total int)) error {
	if progress == nil {
		progress = func(string, int, int) {}
	}
	var missing []job
	done, total := 0, 0
	for i, j := range jobs {
		if !s.Holds(i) {
			continue
		}
		total += j.epochs
		finished, err := j.finished()
		if err != nil {
			return err
		}
		if finished {
			done += j.epochs
		} else {
			missing = append(missing, j)
		}
	}
	for _, j := range missing {
		progress(j.name, done, total)
		err := j.do(func(epoch, _ int) {
			if epoch < j.epochs { // the end is told of when the training is measured, too
				progress(j.name, done+epoch, total)
			}
		})
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		done += j.epochs
	}
	progress("", total, total)
	return nil
}
