// Package jupyter starts a Jupyter kernel and has it execute code, over the
// kernel's ZeroMQ sockets, as Jupyter itself would.
//
// The sockets are files in a folder of their own rather than TCP ports: nothing
// else can take them, and no other user can reach them. The kernel, and whatever
// it started, ends with Kill.
//
//	k, err := jupyter.Start(ctx, jupyter.Command{Args: []string{"kernel", "{connection_file}"}})
//	defer k.Kill()
//	err = k.Execute(ctx, `fmt.Println("hello")`, func(e jupyter.Event) { ... })
//
// The protocol: https://jupyter-client.readthedocs.io/en/stable/messaging.html
package jupyter
