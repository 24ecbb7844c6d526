package decode

import "fmt"

// Thresholds are the confidences tau^f and tau^c of equation 21, both in the open
// interval (0, 1). They are not the exponents of equation 13, which the paper
// names tau as well.
type Thresholds struct {
	Fine   float64 `json:"fine"`   // tau^f: at least this sure of the fine label
	Coarse float64 `json:"coarse"` // tau^c: less than this for its parent
}

// DefaultThresholds returns (0.5, 0.5), the paper's choice.
func DefaultThresholds() Thresholds { return Thresholds{Fine: 0.5, Coarse: 0.5} }

// Grid returns the nine pairs of the paper's threshold study, {0.4, 0.5, 0.6}
// squared, the fine threshold changing slowest.
func Grid() []Thresholds {
	values := []float64{0.4, 0.5, 0.6}
	var grid []Thresholds
	for _, fine := range values {
		for _, coarse := range values {
			grid = append(grid, Thresholds{Fine: fine, Coarse: coarse})
		}
	}
	return grid
}

// Validate returns an error that names the threshold outside (0, 1), if any.
func (t Thresholds) Validate() error {
	for _, named := range []struct {
		name  string
		value float64
	}{{"fine", t.Fine}, {"coarse", t.Coarse}} {
		if !(named.value > 0 && named.value < 1) { // also catches NaN
			return fmt.Errorf("decode: the %s threshold is %v; choose one between 0 and 1, such as 0.5", named.name, named.value)
		}
	}
	return nil
}

// String returns the pair as the paper writes it, "(0.5, 0.5)".
func (t Thresholds) String() string { return fmt.Sprintf("(%g, %g)", t.Fine, t.Coarse) }
