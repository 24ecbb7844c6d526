// Package compare says where the outputs of a notebook executed again differ from
// those it had. Numbers in text may differ by a relative tolerance, since
// processors round differently; the words around them may not.
package compare
