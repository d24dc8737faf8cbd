package build

const (
	maxSteps = 1_000_000 // parts of the syntax tree that are evaluated, those of a loop once a pass
	maxCells = 1 << 16
)

const tooMuch = "this needs more memory than "

// MaxOpen is how many passes of a loop are evaluated whose end depends on its inputs, unless Options.Known says otherwise.
const MaxOpen = 64

// MorePasses are what Options.Known says where inputs were found that need more passes than MaxOpen: each is tried while the
// program does not grow too large.
var MorePasses = [...]string{"while=250", "while=1000"}
