package execute

import "testing"

// The remarks are those of GoNB 0.11.4: jpyexec.go writes the error of exec.Cmd,
// specialcmd.go the one on unknown commands.
func TestKernelRemark(t *testing.T) {
	for text, want := range map[string]string{
		"exit status 1\n":                                 "a shell command failed: exit status 1",
		"exit status 127\n":                               "a shell command failed: exit status 127",
		"signal: killed\n":                                "a shell command failed: signal: killed",
		"signal: segmentation fault (core dumped)\n":      "a shell command failed: signal: segmentation fault (core dumped)",
		"^C\nsignal: interrupt\n":                         "a shell command failed: signal: interrupt",
		"\"%frob\" unknown or not implemented yet.":       "unknown command %frob: the kernel's commands are listed by %help",
		"exit status 1":                                   "", // not a message of its own
		"ls: no such file\nexit status 1\n":               "",
		"exit status 1\nmore\n":                           "",
		"the exit status 1\n":                             "",
		"say \"%frob\" unknown or not implemented yet.":   "",
		"\"%frob\" unknown or not implemented yet. Or is": "",
		"": "",
	} {
		if got := kernelRemark(text); got != want {
			t.Errorf("remark on %q is %q, want %q", text, got, want)
		}
	}
}

func TestCommands(t *testing.T) {
	for source, want := range map[string]bool{
		"!ls":                     true,
		"fmt.Println()\n!ls":      true,
		"%env A b":                true,
		"%%bash\nls":              true,
		"//gonb:!ls":              true,
		"//gonb:%%script cat":     true,
		"fmt.Println(1)":          false,
		"if !ok {\n}\nx := 5 % 3": false,
		"\t!ok ||\n %d":           false, // indented lines are Go
		"// !ls":                  false,
		"":                        false,
	} {
		if got := commands(source); got != want {
			t.Errorf("commands of %q: %v, want %v", source, got, want)
		}
	}
}
