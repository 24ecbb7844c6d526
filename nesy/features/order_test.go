package features

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

func TestInOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got []int
		var running, most atomic.Int32
		err := inOrder(context.Background(), 3, 20, workers, func(k int) (int, error) {
			if n := running.Add(1); n > most.Load() {
				most.Store(n)
			}
			time.Sleep(time.Duration(k%3) * time.Millisecond) // so that calls end out of order
			running.Add(-1)
			return k * k, nil
		}, func(v int) error {
			got = append(got, v)
			return nil
		})
		var want []int
		for k := 3; k < 20; k++ {
			want = append(want, k*k)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, %v", workers, got, err)
		}
		if int(most.Load()) > workers {
			t.Errorf("%d calls at once, want at most %d", most.Load(), workers)
		}
	}
}

func TestInOrderStops(t *testing.T) {
	bad := errors.New("bad")
	used := 0
	err := inOrder(context.Background(), 0, 100, 3, func(k int) (int, error) {
		if k == 5 {
			return 0, bad
		}
		return k, nil
	}, func(int) error { used++; return nil })
	if !errors.Is(err, bad) || used != 5 {
		t.Errorf("%d results used, error %v", used, err)
	}
	used = 0
	err = inOrder(context.Background(), 0, 100, 3, func(k int) (int, error) { return k, nil },
		func(k int) error {
			if used++; k == 4 {
				return bad
			}
			return nil
		})
	if !errors.Is(err, bad) || used != 5 {
		t.Errorf("%d results used, error %v", used, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	used = 0
	err = inOrder(ctx, 0, 100, 3, func(k int) (int, error) { return k, nil },
		func(k int) error {
			if used++; k == 10 {
				cancel()
			}
			return nil
		})
	if !errors.Is(err, context.Canceled) || used > 14 {
		t.Errorf("%d results used, error %v", used, err)
	}
}
