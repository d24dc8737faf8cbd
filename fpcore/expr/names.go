package expr

import (
	"ulplab/fpcore/expr/build"
	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/print"
	"ulplab/fpcore/expr/reals"
	"ulplab/fpcore/expr/run"
	"ulplab/fpcore/expr/types"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Types of package types.
type (
	Meaning    = types.Meaning
	Type       = types.Type
	Op         = types.Op
	Value      = types.Value
	InputVar   = types.InputVar
	Code       = types.Code
	Note       = types.Note
	Pass       = types.Pass
	BasicBlock = types.BasicBlock
	Error      = types.Error
	Options    = types.Options
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
	Rem       = types.Rem
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

// Rounding is types.Rounding.
func Rounding(fn string) (f *format.Format, env round.Env, ok bool) { return types.Rounding(fn) }

// RoundTo is types.RoundTo.
func RoundTo(f *format.Format, env round.Env, src *format.Format, c uint64) uint64 {
	return types.RoundTo(f, env, src, c)
}

// FindFunction is types.FindFunction.
func FindFunction(name string, out types.Type) (*types.Function, bool) {
	return types.FindFunction(name, out)
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

// MorePasses are build.MorePasses.
var MorePasses = build.MorePasses

// Parse is build.Parse.
func Parse(text string, o types.Options) (*types.Code, *types.Error) { return build.Parse(text, o) }

// Types of package run.
type (
	Step = run.Step
)

// Types of package compile.
type (
	DivMode = compile.DivMode
	Choice  = compile.Choice
	Plan    = compile.Plan
	Machine = compile.Machine
	Target  = compile.Target
)

// Constants of package compile.
const (
	RulesNone    = compile.RulesNone
	RulesGCC     = compile.RulesGCC
	DivRounded   = compile.DivRounded
	DivFull      = compile.DivFull
	DivApprox    = compile.DivApprox
	SqrtRounded  = compile.SqrtRounded
	SqrtApprox   = compile.SqrtApprox
	GPU          = compile.GPU
	SSE          = compile.SSE
	X87          = compile.X87
	Strict       = compile.Strict
	Exact        = compile.Exact
	GCC          = compile.GCC
	Clang        = compile.Clang
	ContractOff  = compile.ContractOff
	ContractOn   = compile.ContractOn
	ContractFast = compile.ContractFast
)

// Fusable is compile.Fusable.
func Fusable(c *types.Code) []compile.FuseSite { return compile.Fusable(c) }

// Choices is compile.Choices.
func Choices(c *types.Code, base compile.Choice, bound int) []compile.Choice {
	return compile.Choices(c, base, bound)
}

// Library is compile.Library.
func Library(fn string, ulps int) string { return compile.Library(fn, ulps) }

// LibraryOf is compile.LibraryOf.
func LibraryOf(name string) (fn string, ulps int, ok bool) { return compile.LibraryOf(name) }

// Compile is compile.Compile.
func Compile(c *types.Code, t compile.Target) (*compile.Plan, *types.Error) {
	return compile.Compile(c, t)
}

// ChoiceOf is compile.ChoiceOf.
func ChoiceOf(c *types.Code, t compile.Target) compile.Choice { return compile.ChoiceOf(c, t) }

// PlanOf is compile.PlanOf.
func PlanOf(c *types.Code, ch compile.Choice) (*compile.Plan, *types.Error) {
	return compile.PlanOf(c, ch)
}

// Targets is compile.Targets.
func Targets() []compile.Target { return compile.Targets() }

// TargetByID is compile.TargetByID.
func TargetByID(id string) (compile.Target, bool) { return compile.TargetByID(id) }

// KnownErrors is compile.KnownErrors.
func KnownErrors(t compile.Target) compile.ErrorRate { return compile.KnownErrors(t) }

// Types of package print.
type (
	Language = print.Language
)

// Lists of package print.
var (
	Languages = print.Languages
)

// PTX is print.PTX.
func PTX(p *compile.Plan) (module string, inputs []int, missing string) { return print.PTX(p) }

// Emit is print.Emit.
func Emit(p *compile.Plan, lang print.Language, in []uint64, plain bool) (program string, missing string) {
	return print.Emit(p, lang, in, plain)
}
