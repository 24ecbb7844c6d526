package train

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Epoch is the line of the log about one epoch.
type Epoch struct {
	Epoch        int     `json:"epoch"` // from 1
	Warmup       bool    `json:"warmup"`
	LearningRate float64 `json:"learningRate"` // of the epoch's last step
	// Train holds the means over the epoch's steps, with dropout and while the
	// weights move; Val is measured after it.
	Train Measures `json:"train"`
	Val   Measures `json:"val"`
	// Loss is what epochs are compared by: objective.ReferenceLoss of Val.
	Loss float64 `json:"loss"`
	Best bool    `json:"best"` // so far
}

// String returns the epoch in one line for people.
func (e Epoch) String() string {
	mark := ""
	if e.Best {
		mark = " best"
	}
	if e.Warmup {
		mark = " warm-up"
	}
	return fmt.Sprintf("epoch %3d  lr %.2g  loss %.4f  val loss %.4f  accuracy %.3f fine %.3f coarse  agreement %.3f%s",
		e.Epoch, e.LearningRate, e.Train.Total, e.Loss, e.Val.FineAccuracy, e.Val.CoarseAccuracy, e.Val.Agreement, mark)
}

// openJournal opens the log to go on after its first length bytes, drops what
// an interrupted epoch left behind them, and returns the epochs before.
func openJournal(path string, length int64) (*os.File, []Epoch, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("train: %w", err)
	}
	epochs, err := resumeJournal(file, length)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("train: %s: %w", path, err)
	}
	return file, epochs, nil
}

func resumeJournal(file *os.File, length int64) ([]Epoch, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < length {
		return nil, fmt.Errorf("%d bytes where the checkpoint remembers %d: remove the run's folder to train again", info.Size(), length)
	}
	if info.Size() > length {
		if err := file.Truncate(length); err != nil {
			return nil, err
		}
	}
	text := make([]byte, length)
	if _, err := file.ReadAt(text, 0); err != nil && length > 0 {
		return nil, err
	}
	var epochs []Epoch
	for line := range bytes.Lines(text) {
		var e Epoch
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("line %d: %w: remove the run's folder to train again", len(epochs)+1, err)
		}
		epochs = append(epochs, e)
	}
	return epochs, nil
}

// appendJournal writes a line at the given offset and returns the one after it.
func appendJournal(file *os.File, offset int64, e Epoch) (int64, error) {
	line, err := json.Marshal(e)
	if err != nil {
		return 0, fmt.Errorf("train: epoch %d: %w", e.Epoch, err)
	}
	n, err := file.WriteAt(append(line, '\n'), offset)
	if err != nil {
		return 0, fmt.Errorf("train: %w", err)
	}
	return offset + int64(n), nil
}
