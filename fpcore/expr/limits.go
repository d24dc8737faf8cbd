package expr

// The bounds of a program. Every message that a text is beyond one of them names it from here.
const (
	MaxText   = 256 << 10 // bytes
	MaxValues = 100_000   // operations, inputs and constants, loops written out: at least 20,000 operations
	MaxInputs = 20_000
	MaxDepth  = 200 // of nested parentheses and operators
	MaxPasses = 1 << 16
)

const (
	maxNotes  = 20
	maxMacros = 20_000 // words that macros add to a text
	maxTokens = MaxText + maxMacros
)

const (
	maxSteps = 1_000_000 // parts of the syntax tree that are evaluated, those of a loop once a pass
	maxCells = 1 << 16
	maxOpen  = 64 // passes of a loop whose end depends on its inputs
)
