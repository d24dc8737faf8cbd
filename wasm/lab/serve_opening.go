//go:build js && opening

package main

import "ulplab/site/work"

// pools has nothing: no view of the opening program has long jobs.
func pools() work.Pools { return work.Pools{} }

// serves reports that the program runs in the page.
func serves() bool { return false }
