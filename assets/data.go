// Package assets gives programs that are no page what the page loads from assets/data.
package assets

import _ "embed"

// Products is the table of measured matrix products, which package fpcore/tensor/product reads.
//
//go:embed data/products.txt
var Products string
