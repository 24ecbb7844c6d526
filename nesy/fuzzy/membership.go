package fuzzy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	. "github.com/gomlx/gomlx/core/graph"
)

// Kind names a family of membership functions.
type Kind int

// The families of section 3.3.2.
const (
	GaussianKind Kind = iota
	TriangularKind
	TrapezoidalKind
)

var kindNames = []string{"gaussian", "triangular", "trapezoidal"}

// String returns the family's name in lower case, as ParseMembership reads it.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", int(k))
	}
	return kindNames[k]
}

// Membership is a membership function mu: [0,1] -> [0,1]. Its zero value is not
// usable; take one from Gaussian, Triangular, Trapezoidal, Defaults or
// ParseMembership.
type Membership struct {
	Kind Kind

	// Sigma is the Gaussian's width, in units of mass.
	Sigma float64

	// Corners are where the piecewise linear families turn: three of them for the
	// triangular (foot, peak, foot), four for the trapezoidal (foot, shoulder,
	// shoulder, foot).
	Corners []float64
}

// Gaussian returns mu(x) = exp(-(1-x)^2 / (2 sigma^2)), the form of appendix B:
// 1 at mass 1, and exp(-1/(2 sigma^2)) at mass 0, so with sigma 1 a set without any
// mass still has a membership of 0.61. It panics unless sigma is positive.
func Gaussian(sigma float64) Membership {
	if !(sigma > 0) || math.IsInf(sigma, 1) {
		panic(fmt.Sprintf("fuzzy: sigma %g is not a positive number", sigma))
	}
	return Membership{Kind: GaussianKind, Sigma: sigma}
}

// Triangular returns the function that rises from 0 at a to 1 at b and falls to 0 at
// c. It panics unless a <= b <= c; equal corners make a vertical side.
func Triangular(a, b, c float64) Membership {
	checkCorners(a, b, c)
	return Membership{Kind: TriangularKind, Corners: []float64{a, b, c}}
}

// Trapezoidal returns the function that rises from 0 at a to 1 at b, stays there up
// to c, and falls to 0 at d. It panics unless a <= b <= c <= d; equal corners make a
// vertical side.
func Trapezoidal(a, b, c, d float64) Membership {
	checkCorners(a, b, c, d)
	return Membership{Kind: TrapezoidalKind, Corners: []float64{a, b, c, d}}
}

func checkCorners(corners ...float64) {
	for i, c := range corners {
		if math.IsNaN(c) || math.IsInf(c, 0) || i > 0 && c < corners[i-1] {
			panic(fmt.Sprintf("fuzzy: corners %v are not increasing", corners))
		}
	}
}

// Defaults returns the three membership functions with the parameters used wherever
// none are given: the paper states only the Gaussian's form. All are non-decreasing
// in mass and 1 at mass 1; with its corners the triangular one is the identity on
// [0,1].
func Defaults() []Membership {
	return []Membership{Gaussian(1), Triangular(0, 1, 1), Trapezoidal(0, 0.6, 1, 1)}
}

// ParseMembership reads a family's name, with its default parameters, or a name with
// parameters: "gaussian", "gaussian:0.3", "triangular:0,1,1",
// "trapezoidal:0,0.6,1,1".
func ParseMembership(s string) (Membership, error) {
	name, rest, given := strings.Cut(strings.ToLower(strings.TrimSpace(s)), ":")
	for _, m := range Defaults() {
		if m.Kind.String() != name {
			continue
		}
		if !given {
			return m, nil
		}
		return parseParameters(m.Kind, s, strings.Split(rest, ","))
	}
	return Membership{}, fmt.Errorf("fuzzy: unknown membership function %q: want %s", s, strings.Join(kindNames, ", "))
}

func parseParameters(kind Kind, s string, fields []string) (Membership, error) {
	parameters := make([]float64, len(fields))
	for i, field := range fields {
		p, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			return Membership{}, fmt.Errorf("fuzzy: membership function %q: %q is not a number", s, field)
		}
		parameters[i] = p
	}
	increasing := true
	for i, p := range parameters {
		increasing = increasing && !math.IsNaN(p) && !math.IsInf(p, 0) && (i == 0 || p >= parameters[i-1])
	}
	switch {
	case kind == GaussianKind && len(parameters) == 1 && parameters[0] > 0 && increasing:
		return Gaussian(parameters[0]), nil
	case kind == TriangularKind && len(parameters) == 3 && increasing:
		return Triangular(parameters[0], parameters[1], parameters[2]), nil
	case kind == TrapezoidalKind && len(parameters) == 4 && increasing:
		return Trapezoidal(parameters[0], parameters[1], parameters[2], parameters[3]), nil
	}
	return Membership{}, fmt.Errorf("fuzzy: membership function %q: want gaussian:sigma with sigma > 0, "+
		"triangular:a,b,c or trapezoidal:a,b,c,d with increasing corners", s)
}

// String returns the function as ParseMembership reads it, parameters included.
func (m Membership) String() string {
	if m.Kind == GaussianKind {
		return fmt.Sprintf("%v:%g", m.Kind, m.Sigma)
	}
	fields := make([]string, len(m.Corners))
	for i, c := range m.Corners {
		fields[i] = fmt.Sprintf("%g", c)
	}
	return fmt.Sprintf("%v:%s", m.Kind, strings.Join(fields, ","))
}

// MarshalText writes the function as String does, and the zero Membership, which is
// none, as nothing.
func (m Membership) MarshalText() ([]byte, error) {
	if m.Sigma == 0 && m.Corners == nil {
		return nil, nil
	}
	return []byte(m.String()), nil
}

// UnmarshalText reads what MarshalText writes.
func (m *Membership) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*m = Membership{}
		return nil
	}
	*m, err = ParseMembership(string(text))
	return err
}

// At returns mu(x). Raw masses can leave [0,1]: there the Gaussian continues by its
// formula, and the piecewise linear functions keep the value of the nearer end, so
// that rounding cannot throw a mass of 1 off a vertical side.
func (m Membership) At(x float64) float64 {
	if m.Kind == GaussianKind {
		return math.Exp(-(1 - x) * (1 - x) / (2 * m.Sigma * m.Sigma))
	}
	a, b, c, d := m.trapezium()
	x = min(max(x, 0), 1)
	switch {
	case x < a || x > d:
		return 0
	case x < b:
		return (x - a) / (b - a)
	case x > c:
		return (d - x) / (d - c)
	}
	return 1
}

// trapezium returns the corners of a piecewise linear function, a triangle being a
// trapezium without a top.
func (m Membership) trapezium() (a, b, c, d float64) {
	switch {
	case m.Kind == TriangularKind && len(m.Corners) == 3:
		return m.Corners[0], m.Corners[1], m.Corners[1], m.Corners[2]
	case m.Kind == TrapezoidalKind && len(m.Corners) == 4:
		return m.Corners[0], m.Corners[1], m.Corners[2], m.Corners[3]
	}
	panic(fmt.Sprintf("fuzzy: membership of kind %v with %d corners", m.Kind, len(m.Corners)))
}

// Graph returns mu of every element of x, which may have any shape. It agrees with
// At up to the rounding of x's type; at a corner the gradient is one of the two
// one-sided ones.
func (m Membership) Graph(x *Node) *Node {
	if m.Kind == GaussianKind {
		return GaussianGraph(x, Scalar(x.Graph(), x.DType(), m.Sigma))
	}
	a, b, c, d := m.trapezium()
	x = ClipScalar(x, 0, 1)
	mu := OnesLike(x)
	if a < b {
		rise := DivScalar(AddScalar(x, -a), b-a)
		mu = ClipScalar(rise, 0, 1)
	} else if a > 0 {
		mu = ConvertDType(GreaterOrEqual(x, Scalar(x.Graph(), x.DType(), a)), x.DType())
	}
	if c < d {
		fall := DivScalar(AddScalar(Neg(x), d), d-c)
		mu = Min(mu, ClipScalar(fall, 0, 1))
	} else if d < 1 {
		mu = Mul(mu, ConvertDType(LessOrEqual(x, Scalar(x.Graph(), x.DType(), d)), x.DType()))
	}
	return mu
}

// GaussianGraph returns exp(-(1-x)^2 / (2 sigma^2)) of every element of x, with
// gradients in both x and sigma, so that sigma can be learnt. Sigma is a scalar of
// x's type and must stay positive.
func GaussianGraph(x, sigma *Node) *Node {
	z := Div(OneMinus(x), sigma)
	return Exp(MulScalar(Square(z), -0.5))
}
