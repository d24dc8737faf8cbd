// Package catalogue says which views a program of the lab has, and in which order the header lists them. The lab is built
// twice: whole, and with the tag "opening" for a first visit, without the views whose machinery is large. A new view is a
// line in whole.go.
package catalogue

import (
	"ulplab/site/lab"
	"ulplab/site/views/encoding"
	"ulplab/site/views/fma"
	"ulplab/site/views/operation"
	"ulplab/site/views/start"
)

// Opening returns the views of the opening program: those of single numbers and operations. The first is shown
// where the address names none, and searches what the packer has written of the whole program.
func Opening() lab.Catalogue { return opening(start.Packed()) }

func opening(index start.Source) lab.Catalogue {
	return lab.Catalogue{start.View(index).Entry(), encoding.View().Entry(), operation.View().Entry(), fma.View().Entry()}
}
