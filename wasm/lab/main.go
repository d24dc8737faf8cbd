//go:build js

// The program of the lab. In the page it gives the browser to the components and stays. In a Web Worker it does long
// jobs in parts and draws nothing.
//
// One program has both roles because a second one for the workers would cost more: a reader who starts a long job
// would load 0.4 MB or more for it (the Go runtime and the arithmetic once again), and the single file would grow by as
// much for every reader. The compiled program is handed to the worker, which then starts within some 20 ms. It costs a
// worker a few megabytes of memory that it does not need.
//
// It is built twice: whole, and with the tag "opening" for a first visit (package catalogue). boot.js chooses by the address.
package main

import (
	"ulplab/site/browser"
	"ulplab/site/lab"
	"ulplab/site/lab/dom"
	"ulplab/wasm/lab/catalogue"
)

func main() {
	if !serves() {
		if err := lab.Run(browser.New(pools()), dom.New(), catalogue.Views()); err != nil {
			panic(err)
		}
	}
	select {}
}
