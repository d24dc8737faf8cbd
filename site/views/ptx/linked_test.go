package ptx

import "ulplab/site/lab/labtest"

// bench is a lab of this view alone.
var bench = labtest.Of(View())
