package experiment

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of several equal parts of a list of work, for processes that share
// it. The zero value is the whole list.
type Shard struct{ Index, Count int }

// ParseShard reads "index/count", the index from 0 to count-1, as job arrays of
// Slurm and indexed Kubernetes jobs number theirs. The empty string is the whole.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	index, count, _ := strings.Cut(s, "/")
	i, errIndex := strconv.Atoi(index)
	n, errCount := strconv.Atoi(count)
	if errIndex != nil || errCount != nil || i < 0 || i >= n {
		return Shard{}, fmt.Errorf("experiment: shard %q: want index/count with an index from 0 to count-1, such as 0/18", s)
	}
	return Shard{i, n}, nil
}

// Holds reports whether the i-th piece of work, from 0, belongs to the shard.
func (s Shard) Holds(i int) bool { return s.Count <= 1 || i%s.Count == s.Index }
