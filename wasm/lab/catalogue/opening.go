//go:build opening

package catalogue

import "ulplab/site/lab"

// Views returns the views of the program. The page tells it what the whole program has besides.
func Views() lab.Catalogue { return Opening() }
