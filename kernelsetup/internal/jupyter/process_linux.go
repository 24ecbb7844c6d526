package jupyter

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// endWithParent has the kernel end, with the cell it runs, where this program is
// itself killed without a chance to clean up.
func endWithParent(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGTERM }

// killMarked kills all processes that have the entry in their environment. They
// may start others meanwhile, so it looks again until it finds none.
func killMarked(entry string) {
	for range 100 {
		found := marked(entry)
		if len(found) == 0 {
			return
		}
		for _, pid := range found {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		time.Sleep(5 * time.Millisecond) // until the dead are gone from /proc
	}
}

// marked returns the processes that have the entry in their environment.
// Zombies have none.
func marked(entry string) (pids []int) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environments {
		raw, err := os.ReadFile(path) // fails for processes of others and for the gone
		if err != nil || !slices.ContainsFunc(bytes.Split(raw, []byte{0}), func(e []byte) bool { return string(e) == entry }) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && pid != os.Getpid() {
			pids = append(pids, pid)
		}
	}
	return pids
}
