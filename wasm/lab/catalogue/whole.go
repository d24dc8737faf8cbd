//go:build !opening

package catalogue

import (
	"ulplab/site/lab"
	"ulplab/site/views/devices"
	"ulplab/site/views/dotproduct"
	"ulplab/site/views/explain"
	"ulplab/site/views/expression"
	"ulplab/site/views/flags"
	"ulplab/site/views/functions"
	"ulplab/site/views/gallery"
	"ulplab/site/views/iteration"
	"ulplab/site/views/matrixproduct"
	"ulplab/site/views/matrixunit"
	"ulplab/site/views/paper"
	"ulplab/site/views/ptx"
	"ulplab/site/views/quantize"
	"ulplab/site/views/reduction"
	"ulplab/site/views/x87"
)

// Views returns the views of the program.
func Views() lab.Catalogue {
	return append(Opening(),
		dotproduct.View(),
		devices.View(),
		flags.View(),
		x87.View(),
		functions.View(),
		reduction.View(),
		matrixunit.View(),
		matrixproduct.View(),
		quantize.View(),
		expression.View(),
		iteration.View(),
		ptx.View(),
		explain.View(),
		gallery.View(),
		paper.View(),
	)
}
