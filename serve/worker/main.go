// Command worker is the Cloudflare entry of the lab. The files of dist/ are served by the platform's static assets,
// with the rules of dist/_headers, and never start this program; it answers what is not a file, with the same handler
// as serve/main.go: a 404 page in words, methods, security headers, and what announces links to states (/s, /s.png, /s.svg, /oembed),
// for which it holds the views too. Each request gets a new instance of the program.
//
// ./build.sh build writes build/; `wrangler deploy` in this folder uploads it with the assets.
package main

import (
	"io/fs"

	"github.com/syumai/workers"

	"ulplab/serve/handler"
	"ulplab/serve/still"
)

func main() {
	workers.Serve(handler.Links(func(fragment string) handler.Announced { return still.New().Announce(fragment) }, handler.New(noFiles{})))
}

// noFiles is the file system of the worker: the platform has looked for the file before the worker is asked.
type noFiles struct{}

func (noFiles) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
