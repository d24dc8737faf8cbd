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
	"ulplab/site/views/start"
	"ulplab/site/views/x87"
)

// Views returns the views of the program, which makes the index of the search by itself.
func Views() lab.Catalogue {
	return append(opening(start.Source{Files: lessonFiles, Lines: made}),
		dotproduct.View().Entry(),
		devices.View().Entry(),
		flags.View().Entry(),
		x87.View().Entry(),
		functions.View().Entry(),
		reduction.View().Entry(),
		matrixunit.View().Entry(),
		matrixproduct.View().Entry(),
		quantize.View().Entry(),
		expression.View().Entry(),
		iteration.View().Entry(),
		ptx.View().Entry(),
		explain.View().Entry(),
		gallery.View().Entry(),
		paper.View().Entry(),
	)
}
