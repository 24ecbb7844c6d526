package features

import "context"

// inOrder computes f(from), …, f(to-1) with at most workers calls at once, and
// passes the results to use in that order, one at a time. It stops at the first
// error or when ctx is done, and returns once no call is running.
func inOrder[T any](ctx context.Context, from, to, workers int, f func(int) (T, error), use func(T) error) error {
	type result struct {
		value T
		err   error
	}
	next := from
	var running []chan result // oldest first
	start := func() {
		done := make(chan result, 1)
		running = append(running, done)
		go func(k int) {
			value, err := f(k)
			done <- result{value, err}
		}(next)
		next++
	}
	var failed error
	for {
		for failed == nil && ctx.Err() == nil && next < to && len(running) < workers {
			start()
		}
		if len(running) == 0 {
			break
		}
		r := <-running[0]
		running = running[1:]
		if failed == nil {
			failed = r.err
		}
		if failed == nil {
			failed = use(r.value)
		}
	}
	if failed == nil && next < to {
		failed = ctx.Err()
	}
	return failed
}
