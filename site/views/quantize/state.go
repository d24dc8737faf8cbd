package quantize

import (
	"strconv"
	"strings"

	"ulplab/fpcore/blockscale"
	"ulplab/fpcore/sample"
	"ulplab/site/files"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/kit/words"
	"ulplab/site/lab"
)

// Bounds of what is quantized.
const (
	Most     = 1 << 20 // elements
	MostSeed = 999_999_999
	MaxText  = 12 << 10 // bytes of typed numbers; more become a file
)

// The kinds of data besides the distributions of package sample.
const (
	Own  = "own"
	File = "file"
)

// State is what the view shows: numbers, quantized by two recipes.
type State struct {
	Input
	At    int32            // the element looked at
	Log   bool             // the axis of the histograms is logarithmic
	Draft [5]operand.Draft // of the number of elements, the seed, the length of a row, and the rows of the dot product
	Pairs Pairs
	Again uint32 // how often the file was opened that is asked for; not in links
}

// Input is what is computed of.
type Input struct {
	Data
	R      [2]Recipe
	Dot    [2]int32 // the rows whose dot product is shown
	Dotted bool     // it is
}

// Data is where the numbers come from.
type Data struct {
	Kind     string // the ID of a distribution, Own or File
	N        int32  // of a distribution
	Seed     int32  // of a distribution and of stochastic rounding
	Outliers int32  // of a distribution: one of so many elements is multiplied, 0 for none
	Width    int32  // elements of a row, 0: as the data have it
	Own      string
	File     Source
}

// Source is a reader's file. Its bytes are on the shelf of package files, if they are in this page.
type Source struct {
	Name, Digest string
	Raw          string // the format of raw values where the name does not tell: an ID, "" for binary32
}

// Recipe says how numbers are quantized.
type Recipe struct {
	Scheme     string
	Rule       blockscale.Rule // of scales that are powers of two
	Stochastic bool
	Overflow   bool
}

// Of returns the scheme of a recipe.
func (r Recipe) Of() blockscale.Scheme {
	s, _ := blockscale.Find(r.Scheme)
	return s
}

// Power reports whether the scales of a recipe are powers of two, so that its rule counts.
func (r Recipe) Power() bool { return powers(r.Of()) }

// Options says it to package blockscale.
func (r Recipe) Options(seed int32) blockscale.Options {
	o := blockscale.Options{Rule: r.Rule, Stochastic: r.Stochastic, Overflow: r.Overflow, Seed: uint64(seed)}
	if !r.Power() {
		o.Rule = blockscale.MaxToMax
	}
	return o
}

// Raws are the formats of raw values.
var Raws = [...]string{"f32", "f64", "f16", "bf16"}

// OutlierChoices are the shares of outliers on offer.
var OutlierChoices = [...]int{0, 1000, 100}

// Examples lists the named states; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for _, line := range strings.Split(exampleTable, "\n") {
		w := strings.Split(line, "|")
		s := State{Pairs: FirstPairs("e4m3")}
		s.Kind, s.Seed, s.Dot = w[1], 1, [2]int32{0, 1}
		for i, n := range [...]*int32{&s.N, &s.Width, &s.Outliers} {
			*n, _ = readUpTo(w[2+i], Most)
		}
		for side := range s.R {
			s.R[side], _ = readRecipe(w[5+side])
		}
		s.Own = strings.ReplaceAll(w[7], "/", "\n")
		list = append(list, example.Named[State]{ID: w[0], State: s})
	}
	return list
}()

// exampleTable has a line for each: its ID, the kind of the data, the number of elements, the length of a row, the outliers, the
// recipes as links have them, and the reader's own numbers, with / between rows.
const exampleTable = `fp4|normal|4096|512|0|mxfp4|nvfp4|
rule|normal|4096|512|0|mxfp4|mxfp4.max|
outliers|normal|4096|512|100|mxint8|mxfp8_e4m3|
tensor|normal|16384|1024|0|e4m3_tensor|mxfp8_e4m3.max|
six|laplace|4096|512|0|mxfp6_e2m3|mxfp6_e3m2|
stochastic|own|4096|0|0|mxfp4|mxfp4.sr|` + tenths + "/" + tenths + "/" + tenths + "/" + tenths + `
hand|own|4096|0|0|mxfp4|mxfp8_e4m3|5, -1, 0.2, 0.25, 7.9, 0.0078125, 3, -2.5, 1e-5, 448, -0.1, 6
million|normal|1000000|1000|1000|e4m3_tensor|nvfp4|`

// tenths is a 6 and 31 numbers of 0.1.
const tenths = "6 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1 0.1"

// First is what the view opens on.
func First() State { return Examples[0].State }

// What is what a Set changes.
type What uint8

// What can be changed.
const (
	Open     What = iota // the example Text
	Kind                 // the data are of kind Text
	Outliers             // one of I
	TypeN
	TypeSeed
	TypeWidth
	TypeDot1
	TypeDot2
	Settle // drafts that can be read become numbers
	TypeOwn
	Raw      // raw values of the file are of format Text
	Scheme   // recipe Side takes the scheme Text
	RuleOf   // recipe Side takes the rule Text
	Rounding // recipe Side rounds stochastically if I is 1
	Beyond   // recipe Side makes infinities and NaNs of what is beyond if I is 1
	Swap
	Axis // logarithmic if I is 1
	Look // at element I
	AskDot
)

// Set changes one thing of the view; what makes no sense changes nothing.
type Set struct {
	_    [0]func() // not comparable
	What What
	Side int
	I    int
	Text string
}

// Gesture implements lab.Action.
func (a Set) Gesture() string {
	switch a.What {
	case TypeN, TypeSeed, TypeWidth, TypeDot1, TypeDot2, TypeOwn, Look:
		return words.Fill("quant.#", int(a.What))
	}
	return ""
}

// ReadCount reads a number of elements: decimal, or a power as 2^20.
func ReadCount(s string, least int32) (int32, bool) {
	s = strings.TrimSpace(s)
	n, err := strconv.Atoi(s)
	if e, ok := strings.CutPrefix(s, "2^"); ok {
		if n, err = strconv.Atoi(e); err == nil {
			n = 1 << min(max(n, 0), 30)
		}
	}
	return int32(n), err == nil && n >= int(least) && n <= Most
}

// readUpTo reads a number: a seed, or that of a row, counted from 0.
func readUpTo(s string, most int) (int32, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	return int32(n), err == nil && n >= 0 && n <= most
}

func isKind(id string) bool {
	for _, k := range sample.Kinds {
		if k.ID == id {
			return true
		}
	}
	return id == Own || id == File
}

// Apply implements lab.Action.
func (a Set) Apply(s State) State {
	switch a.What {
	case Open:
		if x, ok := Examples.Find(a.Text); ok {
			x.Log, x.Pairs, x.Again = s.Log, s.Pairs, s.Again
			s = x
		}
	case Kind:
		if isKind(a.Text) {
			s.Kind, s.At = a.Text, 0
		}
	case Outliers:
		for _, n := range OutlierChoices {
			if n == a.I {
				s.Outliers = int32(n)
			}
		}
	case TypeN, TypeSeed, TypeWidth, TypeDot1, TypeDot2:
		s.Draft[a.What-TypeN] = operand.Typed(a.Text)
		s.read(a.What)
	case Settle:
		for k := range s.Draft {
			if s.read(TypeN + What(k)) {
				s.Draft[k] = operand.Draft{}
			}
		}
	case TypeOwn:
		s.Own, s.Kind = operand.Cut(a.Text, MaxText), Own
	case Raw:
		for i, id := range Raws {
			if id == a.Text && s.File.Digest != "" {
				if s.File.Raw = id; i == 0 {
					s.File.Raw = ""
				}
			}
		}
	case Swap:
		s.R[0], s.R[1] = s.R[1], s.R[0]
	case Axis:
		s.Log = a.I == 1
	case AskDot:
		s.Dotted = true
	case Look:
		s.At = int32(min(max(a.I, 0), Most-1))
	default:
		if a.Side&^1 == 0 {
			s.R[a.Side] = a.recipe(s.R[a.Side])
		}
	}
	return s
}

func (a Set) recipe(r Recipe) Recipe {
	switch a.What {
	case Scheme:
		if _, ok := blockscale.Find(a.Text); ok {
			r.Scheme = a.Text
		}
	case RuleOf:
		for _, i := range blockscale.Rules {
			if i.ID == a.Text {
				r.Rule = i.Rule
			}
		}
	case Rounding:
		r.Stochastic = a.I == 1
	case Beyond:
		r.Overflow = a.I == 1
	}
	return r
}

// read takes the number of a draft, and reports whether there is one or no draft.
func (s *State) read(what What) bool {
	d := s.Draft[what-TypeN]
	if !d.On {
		return true
	}
	n, ok := int32(0), false
	switch what {
	case TypeN:
		if n, ok = ReadCount(d.Text, 1); ok {
			s.N = n
		}
	case TypeSeed:
		if n, ok = readUpTo(d.Text, MostSeed); ok {
			s.Seed = n
		}
	case TypeWidth:
		if n, ok = ReadCount(d.Text, 0); ok || strings.TrimSpace(d.Text) == "" {
			s.Width, ok = n, true
		}
	case TypeDot1, TypeDot2:
		if n, ok = readUpTo(d.Text, Most-1); ok {
			s.Dot[what-TypeDot1] = n
		}
	}
	return ok
}

// OpenFile takes a file as the data.
type OpenFile struct {
	lab.Once
	Name, Digest string
}

// Apply implements lab.Action.
func (a OpenFile) Apply(s State) State {
	if !files.IsDigest(a.Digest) {
		return s
	}
	if s.File.Digest == a.Digest {
		s.Again++
	}
	s.Kind, s.At = File, 0
	s.File = Source{Name: operand.Cut(a.Name, 200), Digest: a.Digest}
	return s
}
