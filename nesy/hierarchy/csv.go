package hierarchy

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// ReadCSV reads a hierarchy from a table with one row a fine label and one column
// a level:
//
//	fine,coarse
//	rose,flower
//	tulip,flower
//	oak,tree
//
// The header is required. Its first column is fine and its last coarse; columns
// between them are levels between, from fine to coarse, and may have any name. The
// labels of a level are numbered in the order they first appear. Spaces around a
// name do not count.
//
// Errors are one line and name the file, as name, and the line: an unreadable or
// ragged row, an empty name, a fine label given twice, a label with two parents.
func ReadCSV(r io.Reader, name string) (*Hierarchy, error) {
	t, err := newTable(r, name)
	if err != nil {
		return nil, err
	}
	for {
		row, err := t.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := t.add(row); err != nil {
			return nil, err
		}
	}
	if len(t.names[0]) == 0 {
		return nil, fmt.Errorf("hierarchy: %s: no labels below the header", name)
	}
	h, err := New(t.names, t.parents)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return h, nil
}

// table is a CSV file and the levels found in it so far.
type table struct {
	reader  *csv.Reader
	file    string
	columns []string
	names   [][]string
	parents [][]int
	label   []map[string]int // [level] name to label
	line    [][]int          // [level][label] where it first appears, from 1
}

func newTable(r io.Reader, file string) (*table, error) {
	buffered := bufio.NewReader(r)
	const byteOrderMark = "\xef\xbb\xbf" // spreadsheets begin UTF-8 files with it
	if head, _ := buffered.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		buffered.Discard(len(byteOrderMark))
	}
	t := &table{reader: csv.NewReader(buffered), file: file}
	t.reader.TrimLeadingSpace = true

	header, err := t.next()
	if err == io.EOF {
		return nil, fmt.Errorf("hierarchy: %s: empty file, want the header fine,coarse and a row for each fine label", file)
	}
	if err != nil {
		return nil, err
	}
	if len(header) < 2 || header[0] != "fine" || header[len(header)-1] != "coarse" {
		return nil, t.errorf("header %q, want fine,coarse or fine,...,coarse", strings.Join(header, ","))
	}
	t.columns = header
	t.names = make([][]string, len(header))
	t.parents = make([][]int, len(header)-1)
	t.line = make([][]int, len(header))
	for range header {
		t.label = append(t.label, make(map[string]int))
	}
	return t, nil
}

// next returns the next row, trimmed and without empty fields, or io.EOF.
func (t *table) next() ([]string, error) {
	row, err := t.reader.Read()
	if err == io.EOF {
		return nil, err
	}
	var syntax *csv.ParseError
	switch {
	case errors.Is(err, csv.ErrFieldCount):
		return nil, t.errorf("%d columns, but the header has %d", len(row), t.reader.FieldsPerRecord)
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("hierarchy: %s:%d: %w", t.file, syntax.Line, syntax.Err)
	case err != nil:
		return nil, fmt.Errorf("hierarchy: reading %s: %w", t.file, err)
	}
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
		if row[i] == "" {
			return nil, t.errorf("column %d is empty", i+1)
		}
		if !utf8.ValidString(row[i]) {
			return nil, t.errorf("column %d is not UTF-8: %q", i+1, row[i])
		}
	}
	return row, nil
}

// add enters a row from its coarsest label down, so that parents come first.
func (t *table) add(row []string) error {
	line, _ := t.reader.FieldPos(0)
	parent := -1
	for level := len(row) - 1; level >= 0; level-- {
		y, known := t.label[level][row[level]]
		switch {
		case !known:
			y = len(t.names[level])
			t.label[level][row[level]] = y
			t.names[level] = append(t.names[level], row[level])
			t.line[level] = append(t.line[level], line)
			if parent >= 0 {
				t.parents[level] = append(t.parents[level], parent)
			}
		case level == 0:
			return t.errorf("fine label %q again, first on line %d", row[0], t.line[0][y])
		case parent >= 0 && t.parents[level][y] != parent:
			before := t.names[level+1][t.parents[level][y]]
			return t.errorf("%s label %q has the parent %q, but %q on line %d",
				t.columns[level], row[level], row[level+1], before, t.line[level][y])
		}
		parent = y
	}
	return nil
}

// errorf reports what is wrong with the row read last.
func (t *table) errorf(format string, args ...any) error {
	line, _ := t.reader.FieldPos(0)
	return fmt.Errorf("hierarchy: %s:%d: %s", t.file, line, fmt.Sprintf(format, args...))
}
