// Command serve shows the built site on this machine:
//
//	go run ./serve [-dir dist] [-host localhost] [-port 8080] [-open]
//
// When the port is taken it chooses a free one; it prints the address to open.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"ulplab/serve/handler"
	"ulplab/serve/still"
)

func main() {
	dir := flag.String("dir", "dist", "folder of the built site")
	host := flag.String("host", "localhost", "name or address to listen on; 0.0.0.0 lets other machines in")
	port := flag.Int("port", 8080, "port wanted; a free one is chosen when it is taken")
	open := flag.Bool("open", false, "open the page in the browser of this machine")
	flag.Parse()
	if err := run(*dir, *host, *port, *open); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

func run(dir, host string, port int, open bool) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s holds no built site: run ./build.sh build first", dir)
	}
	l, err := listen(host, port)
	if err != nil {
		return err
	}
	url := "http://" + net.JoinHostPort(shown(host), strconv.Itoa(l.Addr().(*net.TCPAddr).Port)) + "/"
	fmt.Println("ULP Lab is at", url, "(stop with Ctrl-C)")
	if open {
		openBrowser(url)
	}
	server := &http.Server{Handler: handler.Links(still.New().Announce, handler.New(os.DirFS(dir))), ReadHeaderTimeout: 10 * time.Second}
	return server.Serve(l)
}

// listen takes the port that is wanted or, where that is taken, one that the system finds free.
func listen(host string, port int) (net.Listener, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err == nil {
		return l, nil
	}
	free, freeErr := net.Listen("tcp", net.JoinHostPort(host, "0"))
	if freeErr != nil {
		return nil, errors.Join(err, freeErr)
	}
	return free, nil
}

// shown is the name under which this machine reaches the server.
func shown(host string) string {
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		return "localhost"
	}
	return host
}

// openBrowser starts the browser where there is one. The address is printed anyway, so a failure stays quiet.
func openBrowser(url string) {
	var command *exec.Cmd
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", url)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		command = exec.Command("xdg-open", url)
	}
	if command.Start() == nil {
		go command.Wait()
	}
}
