package expr

import (
	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Types of package types.
type (
	Meaning  = types.Meaning
	Type     = types.Type
	Op       = types.Op
	Value    = types.Value
	InputVar = types.InputVar
	Code     = types.Code
	Note     = types.Note
	Error    = types.Error
	Options  = types.Options
)

// Constants of package types.
const (
	NoType    = types.NoType
	Bool      = types.Bool
	Int       = types.Int
	UInt      = types.UInt
	Long      = types.Long
	ULong     = types.ULong
	Half      = types.Half
	BFloat16  = types.BFloat16
	Float     = types.Float
	Double    = types.Double
	Const     = types.Const
	Input     = types.Input
	Convert   = types.Convert
	Bitcast   = types.Bitcast
	Neg       = types.Neg
	Add       = types.Add
	Sub       = types.Sub
	Mul       = types.Mul
	Div       = types.Div
	And       = types.And
	Shl       = types.Shl
	Shr       = types.Shr
	Less      = types.Less
	LessEq    = types.LessEq
	More      = types.More
	MoreEq    = types.MoreEq
	Equal     = types.Equal
	Differ    = types.Differ
	Select    = types.Select
	Call      = types.Call
	MaxText   = types.MaxText
	MaxValues = types.MaxValues
	MaxInputs = types.MaxInputs
)

// Lists of package types.
var (
	Functions = types.Functions
)

// MeaningOf is types.MeaningOf.
func MeaningOf(fn string) (m types.Meaning, ok bool) { return types.MeaningOf(fn) }

// Renumbered is types.Renumbered.
func Renumbered(list []types.BasicBlock, to []int32) []types.BasicBlock {
	return types.Renumbered(list, to)
}

// FindFunction is types.FindFunction.
func FindFunction(name string, out types.Type) (*types.Function, bool) {
	return types.FindFunction(name, out)
}

// Rounding is types.Rounding.
func Rounding(fn string) (f *format.Format, env round.Env, ok bool) { return types.Rounding(fn) }

// RoundTo is types.RoundTo.
func RoundTo(f *format.Format, env round.Env, src *format.Format, c uint64) uint64 {
	return types.RoundTo(f, env, src, c)
}

// Types of package reals.
type (
	Real = reals.Real
)

// Constants of package reals.
const (
	Undecided = reals.Undecided
	Finite    = reals.Finite
	Infinite  = reals.Infinite
	Huge      = reals.Huge
)

// Reals is reals.Of.
func Reals(c *types.Code, in []uint64, taken func(v int32) bool) []reals.Real {
	return reals.Of(c, in, taken)
}

// HasExact is reals.HasExact.
func HasExact(fn string) bool { return reals.HasExact(fn) }

// Parse is build.Parse.
func Parse(text string, o types.Options) (*types.Code, *types.Error) { return build.Parse(text, o) }

// Types of package run.
type (
	Step = run.Step
)
