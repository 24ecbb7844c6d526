package jupyter

import (
	"context"
	"errors"
	"time"
)

// ErrDied is the error of a kernel that ended before it was told to.
var ErrDied = errors.New("the kernel died")

// ErrInput is the error of a cell that asks the person at the notebook to type
// something.
var ErrInput = errors.New("the cell asks for input, and nobody is there to type it")

// Execute runs code as one cell and calls on for each event, in order, until the
// cell has ended. A cell that fails is not an error here: its last event is a
// Failure. After an error, the kernel is of no use but to Kill.
func (k *Kernel) Execute(ctx context.Context, code string, on func(Event)) error {
	id, err := k.request("execute_request", map[string]any{
		"code": code, "silent": false, "store_history": true,
		"user_expressions": struct{}{}, "allow_stdin": false, "stop_on_error": true,
	})
	if err != nil {
		return err
	}
	for replied, idle := false, false; !replied || !idle; {
		var r received
		select {
		case r = <-k.replies:
			replied = replied || r.Parent.ID == id
		case r = <-k.published:
			if r.err == nil && r.Parent.ID == id {
				idle, r.err = k.publish(r.message, on)
			}
		case r = <-k.questions:
			if r.err == nil {
				return ErrInput
			}
		case <-k.process.exited:
			return k.died()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if r.err != nil {
			return k.lost(r.err)
		}
	}
	return nil
}

// lost returns the error of a connection that broke: the kernel's death, which it
// announces, where it follows.
func (k *Kernel) lost(err error) error {
	select {
	case <-k.process.exited:
		return k.died()
	case <-time.After(time.Second):
		return err
	}
}

// publish passes one published message on and reports whether it says that the
// kernel is done.
func (k *Kernel) publish(m message, on func(Event)) (idle bool, err error) {
	if m.Header.Type == "status" {
		s, err := content[struct {
			State string `json:"execution_state"`
		}](m)
		return s.State == "idle", err
	}
	e, err := event(m)
	if err != nil {
		return false, err
	}
	if e != nil {
		on(e)
	}
	return false, nil
}
