package jupyter

import (
	"os"
	"os/exec"
	"syscall"
)

// marker names an environment variable that all processes of one kernel inherit.
const marker = "NESYBOOK_KERNEL"

// process is a kernel's process and what it started.
type process struct {
	cmd     *exec.Cmd
	session string
	exited  chan struct{} // closed once the process has ended
}

// startProcess starts cmd as the leader of a process group, with its output
// going to the file log. The session marks all its descendants.
func startProcess(cmd *exec.Cmd, log, session string) (*process, error) {
	out, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(cmd.Env, marker+"="+session)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C must reach this program alone
	endWithParent(cmd.SysProcAttr)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, session: session, exited: make(chan struct{})}
	go func() {
		cmd.Wait() // its state says all there is to say
		close(p.exited)
	}()
	return p, nil
}

// kill ends the process, its group and every process that left the group. What
// the kernel knows is already in the notebook, so nothing is asked politely.
func (p *process) kill() {
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.exited
	killMarked(marker + "=" + p.session)
}

// state says how the process ended.
func (p *process) state() string { return p.cmd.ProcessState.String() }
