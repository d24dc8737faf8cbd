package reduction

import (
	"ulplab/site/lab/labtest"
	"ulplab/site/views/reduction/sum"
)

// bench is a lab of this view alone.
var bench = labtest.Of(View())

type linked = labtest.Linked[sum.State]
