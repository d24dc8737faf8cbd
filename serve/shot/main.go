// Command shot takes pictures of the built site for people to look at: every view, light and dark, wide and as on a
// phone, the whole page each.
//
//	go run ./serve/shot -out DIR [-dist dist] [-edition hosted|single] [-only enc] [-hash '#/v1/enc?…']
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"ulplab/serve/e2e"
	"ulplab/wasm/lab/catalogue"
)

func main() {
	out := flag.String("out", "", "folder for the pictures")
	dist := flag.String("dist", "dist", "folder of the built site")
	edition := flag.String("edition", string(e2e.Hosted), "hosted or single")
	only := flag.String("only", "", "one view instead of all")
	hash := flag.String("hash", "", "one state instead of the views' first examples")
	flag.Parse()
	if err := run(*out, *dist, e2e.Edition(*edition), *only, *hash); err != nil {
		fmt.Fprintln(os.Stderr, "shot:", err)
		os.Exit(1)
	}
}

func run(out, dist string, edition e2e.Edition, only, hash string) error {
	if out == "" {
		return fmt.Errorf("-out is missing")
	}
	if edition != e2e.Hosted && edition != e2e.Single {
		return fmt.Errorf("no edition %q", edition)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	path, err := e2e.FindBrowser()
	if err != nil {
		return err
	}
	site, err := e2e.ServeSite(dist, nil)
	if err != nil {
		return err
	}
	defer site.Close()
	browser, err := e2e.StartBrowser(path)
	if err != nil {
		return err
	}
	defer browser.Close()
	fragments := map[string]string{}
	for _, v := range catalogue.Views().Infos() {
		if only == "" || only == string(v.ID) {
			fragments[string(v.ID)] = "#/v1/" + string(v.ID)
		}
	}
	if hash != "" {
		fragments = map[string]string{"state": hash}
	}
	if len(fragments) == 0 {
		return fmt.Errorf("no view %q", only)
	}
	for name, fragment := range fragments {
		for _, look := range []e2e.Look{e2e.Wide, e2e.Phone} {
			for _, dark := range []bool{false, true} {
				look.Dark = dark
				if err := shoot(browser, site.URL(edition, "", fragment), look, filepath.Join(out, name+"-"+look.String()+".png")); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func shoot(browser *e2e.Browser, url string, look e2e.Look, file string) error {
	p, err := browser.Open(url, look)
	if err != nil {
		return err
	}
	defer p.Close()
	if err := p.Answered(); err != nil {
		return err
	}
	png, err := p.Screenshot()
	if err != nil {
		return err
	}
	for _, problem := range p.Problems() {
		fmt.Printf("%s: %s\n", file, problem)
	}
	fmt.Println(file)
	return os.WriteFile(file, png, 0o644)
}
