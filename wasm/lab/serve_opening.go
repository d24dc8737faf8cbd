//go:build js && opening

package main

// serves reports that the program runs in the page: no view of the opening program has long jobs.
func serves() bool { return false }
