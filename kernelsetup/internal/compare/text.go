package compare

import (
	"math"
	"regexp"
	"strconv"
)

// number matches a decimal number that is no part of a word.
var number = regexp.MustCompile(`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`)

// sameText reports whether a and b are the same but for numbers, and their
// numbers pairwise within the relative tolerance rtol.
func sameText(a, b string, rtol float64) bool {
	if a == b {
		return true
	}
	as, bs := number.FindAllStringIndex(a, -1), number.FindAllStringIndex(b, -1)
	if rtol <= 0 || len(as) != len(bs) {
		return false
	}
	var endA, endB int // of the number before
	for i := range as {
		if a[endA:as[i][0]] != b[endB:bs[i][0]] || !near(a[as[i][0]:as[i][1]], b[bs[i][0]:bs[i][1]], rtol) {
			return false
		}
		endA, endB = as[i][1], bs[i][1]
	}
	return a[endA:] == b[endB:]
}

// near reports whether the numbers written as a and b are within rtol of the
// larger of the two.
func near(a, b string, rtol float64) bool {
	if a == b {
		return true
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return false
	}
	return math.Abs(x-y) <= rtol*max(math.Abs(x), math.Abs(y))
}
