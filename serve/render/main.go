// Command render writes links of the lab as files for the build of a documentation, without a browser: of each link the page
// as a fragment of HTML (NAME.html) and its figures as SVG (NAME-FIGURE.svg, NAME-FIGURE-dark.svg), besides the style sheet of
// the fragments (still.css) and index.json, which says what was made of which link.
//
//	go run ./serve/render -lab https://HOST/ -o DIR LINK…
//
// A link is "#/v1/…", a form for typing (#/f32/0.1) or a whole address; without any, they are read from the standard input,
// a line each. fig=FIGURE in a link leaves one figure of its view. What a link cannot say is told, and the status is 1.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ulplab/serve/still"
)

func main() {
	home := flag.String("lab", "", "address of the lab that the copies lead to, with the slash at its end")
	out := flag.String("o", "", "folder to write")
	flag.Parse()
	if err := run(*home, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "render:", err)
		os.Exit(1)
	}
}

func run(home, out string, links []string) error {
	if !strings.HasSuffix(home, "/") || out == "" {
		return errors.New("-lab ADDRESS/ and -o DIR are needed")
	}
	if len(links) == 0 {
		list, err := io.ReadAll(os.Stdin)
		if err != nil {
			return err
		}
		links = strings.Fields(string(list))
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	files := map[string]string{"still.css": still.Style()}
	m := still.New()
	var index []still.Copy
	var problems []error
	for _, l := range links {
		_, fragment, _ := strings.Cut(l, "#")
		c := m.Open("#" + fragment)
		for _, p := range c.Problems {
			problems = append(problems, fmt.Errorf("%s: %s", l, p))
		}
		files[c.Name+".html"] = c.HTML(home)
		for _, p := range c.Pictures {
			files[c.Name+"-"+p.ID+".svg"], files[c.Name+"-"+p.ID+"-dark.svg"] = p.Light, p.Dark
		}
		index = append(index, c)
	}
	list, err := json.MarshalIndent(index, "", "\t")
	if err != nil {
		return err
	}
	files["index.json"] = string(list) + "\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(out, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return errors.Join(problems...)
}
