package expr

const (
	maxSteps = 1_000_000 // parts of the syntax tree that are evaluated, those of a loop once a pass
	maxCells = 1 << 16
	maxOpen  = 64 // passes of a loop whose end depends on its inputs
)
