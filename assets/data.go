// Package assets gives programs that are no page what the page loads from assets.
package assets

import "embed"

// Products is the table of measured matrix products, which package fpcore/tensor/product reads.
//
//go:embed data/products.txt
var Products string

// Data is the folder data; Style and then Views are the style sheets of the page.
var (
	//go:embed data
	Data embed.FS
	//go:embed style.css
	Style string
	//go:embed views.css
	Views string
)
