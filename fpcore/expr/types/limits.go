package types

// The bounds of a program. Every message that a text is beyond one of them names it from here.
const (
	MaxText   = 256 << 10 // bytes
	MaxValues = 100_000   // operations, inputs and constants, loops written out: at least 20,000 operations
	MaxInputs = 20_000
	MaxDepth  = 200 // of nested parentheses and operators
	MaxPasses = 1 << 16
)
