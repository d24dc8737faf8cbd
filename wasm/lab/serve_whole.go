//go:build js && !opening

package main

import (
	"ulplab/site/browser"
	"ulplab/site/work"
	"ulplab/site/work/pool"
)

// pools do the long jobs of the views.
func pools() work.Pools { return pool.All() }

// serves does the work of a worker from now on, if the program runs in one, and reports whether it does.
func serves() bool { return browser.Serve(pools()) }
