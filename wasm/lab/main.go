//go:build js

// The program of the page: it gives the browser to the components and stays.
package main

import (
	"ulplab/site/browser"
	"ulplab/site/ui"
)

func main() {
	if err := ui.Run(browser.New()); err != nil {
		panic(err)
	}
	select {}
}
