package model

// LineUnit is the length of a number line: positions run from 0 to LineUnit.
const LineUnit = 1_000_000

// Weight says how a tick stands out.
type Weight uint8

const (
	Plain Weight = iota
	Minor
	Major
)

// Tick is a floating-point number on a line.
type Tick struct {
	Pos    int
	Weight Weight
	Label  string // digits under the tick
	Note   string // words under the label
}

// Gap is a distance between two positions, written under the line.
type Gap struct {
	From, To int
	Label    string
}

// Line is a piece of the number line: floats as ticks, the exact value, the result chosen and distances.
type Line struct {
	Ticks      []Tick
	Gaps       []Gap
	HasExact   bool
	Exact      int
	ExactLabel string
	HasResult  bool
	Result     int
}
