package ui

import (
	"ulplab/site/model"
	"ulplab/site/state"
)

// fnSwept returns what the sweep found of the function and mode shown, nil if there is nothing.
func fnSwept(s state.Fn) *model.Profile { return nil }

func fnSweep(in fnPicked, t model.FnTable) node { return el("section") }
