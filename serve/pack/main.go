// Command pack makes the site in dist/ from the assets, the compiled program and the start script of the Go
// distribution: names with content hashes, files compressed beforehand, header rules for static hosts, and
// ulplab.html, the whole lab in one file that opens from a folder.
//
//	go run ./serve/pack -wasm lab.wasm [-opening opening.wasm] [-assets assets] [-out dist] [-source URL] [-lines] [-draft | -trial]
//	go run ./serve/pack -rewrite program.wasm    rewrites one program as that of the site is, but for the tables of lines, for its tests
//
// It is deterministic: the same inputs give the same bytes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"ulplab/site/lab"
	search "ulplab/site/views/start"
	"ulplab/wasm/lab/catalogue"
)

func main() {
	wasm := flag.String("wasm", "", "the compiled program (GOOS=js GOARCH=wasm)")
	opening := flag.String("opening", "", "the same program built with -tags opening, which a first visit loads; without it, it loads the whole one")
	assets := flag.String("assets", "assets", "folder of the page, its styles and scripts")
	out := flag.String("out", "dist", "folder to write; files in it that no longer belong there are removed")
	lines := flag.Bool("lines", false, "keep files and lines for the messages of a panic, an eighth more to load")
	source := flag.String("source", "", "the address of the sources, which the page then names")
	draft := flag.Bool("draft", false, "leave the brotli forms out, which take most of the time: to look at the site on this machine")
	trial := flag.Bool("trial", false, "leave out what the tests of the site do not look at: the brotli form of the program that no first visit loads, and what each step gains")
	only := flag.String("rewrite", "", "rewrite this program in its place, as that of the site is but with its lines, and do nothing else")
	flag.Parse()
	if *only != "" {
		if err := rewrite(*only); err != nil {
			fmt.Fprintf(os.Stderr, "pack: %s: %v\n", *only, err)
			os.Exit(1)
		}
		return
	}
	if err := run(*wasm, *opening, *assets, *out, *source, *lines, *draft, *trial); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func run(wasm, opening, assets, out, source string, lines, draft, trial bool) error {
	s := &store{dir: out, draft: draft, trial: trial}
	program, err := s.read(wasm, lines)
	if err != nil {
		return err
	}
	var first []byte
	if opening != "" {
		if first, err = s.read(opening, lines); err != nil {
			return err
		}
	}
	start, err := startScript()
	if err != nil {
		return err
	}
	views := catalogue.Views()
	folder, failed := os.DirFS(assets), error(nil)
	index := catalogue.Index(func(name string) string {
		lesson, err := fs.ReadFile(folder, "data/"+name)
		failed = errors.Join(failed, err)
		return string(lesson)
	})
	if failed != nil {
		return failed
	}
	files, err := site(input{program: program, opening: first, start: start, assets: folder, shell: lab.Shell(views, ""), framed: lab.Shell(views, "#/v1/enc"),
		views: views.Listing(), index: dataFile{search.FileName, []byte(index)}, source: source}, s)
	if err != nil {
		return err
	}
	sizes, err := s.write(files)
	if err != nil {
		return err
	}
	report(os.Stdout, sizes)
	return nil
}

// read reads a program and makes it smaller; a draft or trial does not measure what that gains.
func (s *store) read(name string, lines bool) ([]byte, error) {
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("the program (-wasm, -opening): %w", err)
	}
	said, measured := fmt.Sprintf("%s: ", filepath.Base(name)), !s.draft && !s.trial
	for _, step := range []struct {
		what string
		do   func([]byte) ([]byte, error)
		skip bool
	}{{"without the tables of lines", slim, lines}, {"with its table of functions in columns", columns, false}, {"with direct jumps", direct, false}} {
		if step.skip {
			continue
		}
		smaller, err := step.do(program)
		if err != nil {
			fmt.Fprintf(os.Stderr, "pack: %v; the program stays as large as it is\n", err)
			continue
		}
		if measured {
			said += fmt.Sprintf("%s %d bytes of gzip in place of %d; ", step.what, len(s.gzip(smaller)), len(s.gzip(program)))
		}
		program = smaller
	}
	if measured {
		fmt.Println(strings.TrimSuffix(said, "; "))
	}
	return program, nil
}

// rewrite rewrites a program in its place; its panics keep their lines.
func rewrite(name string) error {
	program, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for _, step := range []func([]byte) ([]byte, error){columns, direct} {
		if program, err = step(program); err != nil {
			return err
		}
	}
	return os.WriteFile(name, program, 0o755)
}

// startScript reads wasm_exec.js of the Go distribution that compiled the program: the two must be of one version.
func startScript() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}
