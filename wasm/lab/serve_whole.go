//go:build js && !opening

package main

import "ulplab/site/browser"

// serves does the work of a worker from now on, if the program runs in one, and reports whether it does.
func serves() bool { return browser.Serve() }
