package explain

import (
	"strconv"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// Family says what kind of evaluation a candidate is.
type Family uint8

const (
	Machines     Family = iota // a compiler and its flags on a machine
	Fusings                    // other products fused, subnormals flushed, divisions and roots approximated than any of the compilers chooses
	Types                      // the program with other types or literals
	Operands                   // factors rounded to a narrower format first, as matrix units and libraries do
	Policies                   // another policy for overflow, another direction in a conversion
	Orders                     // a sum in another order
	Associations               // sums or products regrouped
	Storage                    // results rounded to a narrower format
	Libraries                  // another version of a function
)

// families is how many there are.
const families = Libraries + 1

// ChangeKind says how a program was varied.
type ChangeKind uint8

const (
	AsWritten            ChangeKind = iota
	Parameters                      // named constants are inputs: the compiler does not know them
	FloatLiterals                   // literals without suffix are float
	PlainLiterals                   // literals lose their f
	AllFloat                        // double is float, literals too
	AllDouble                       // float is double
	DoubleRounded                   // float is double, and the result is rounded to float
	DoubleOfFloat                   // AllDouble on the values that inputs and literals have in float
	DoubleOfFloatRounded            // DoubleRounded likewise
	StoredFloat                     // a result in double is assigned to a float
	Unrounded                       // a result in float is printed from an x87 register
	VariablesStored                 // variables live in memory, as without optimisation
	RoundFactors                    // factors of products are rounded: Fn
	RoundAll                        // every result is rounded: Fn
	RoundLast                       // the result is rounded: Fn
	RoundValues                     // inputs, constants and every result are rounded: Fn
	RoundInputs                     // inputs are rounded: Fn; Was is the one, "" all
	Policy                          // conversion Was is done as Fn
	Regrouped                       // Fn says how
	OtherLibrary                    // function Fn gives a result Ulps away
	KnownConstants                  // named constants are constants to the compiler, which computes with them
	Simplified                      // differences that are 0 in exact arithmetic are left out
	TrueDivision                    // quotients of whole numbers keep their fraction: Fn is the program so written
	Extremes                        // minima and maxima treat a NaN as Fn says
	FloatData                       // undeclared variables are float
	PlainFunctions                  // functions of C stand in the place of CUDA's approximations
	WholeInputs                     // undeclared inputs that are whole numbers on every row are int: Fn as expr.Options.Known has them
	Spelled                         // calls of functions are written otherwise, for the cause ID: Fn is the program so written, Was such a call
	AnotherNaN                      // a result that is a NaN is another, or with an ID the number 0: Fn says which
	FiniteOnly                      // tests for NaNs and infinities find none, as with -ffast-math
	Saturating                      // conversions to integers saturate
	Factored                        // a factor that two products have stands before their sum, as -ffast-math lets compilers write it
	Reciprocals                     // quotients are products with reciprocals, as -ffast-math lets compilers: of constants, or all
	FunctionsOfC                    // functions without a suffix are those of double, whatever they are called with
)

// Change is a variation of the program.
type Change struct {
	_        [0]func() // not comparable
	Kind     ChangeKind
	ID       ID // Spelled, AnotherNaN
	Fn, Was  string
	From, To int32 // where; equal: everywhere
	Ulps     int
	Version  string // OtherLibrary: the version known to give this result
}

// program is a variation, made when it is first needed.
type program struct {
	root   int8  // which of the two programs it varies
	sides  uint8 // bit k: it may have given result k
	change Change
	parent int
	derive func(parent *expr.Code) (*expr.Code, bool)
	code   *expr.Code
	state  int8 // 0 not made, 1 made, -1 does not exist
	sum    sum
	sums   int8
}

// hypothesis is one evaluation to try.
type hypothesis struct {
	_      [0]func() // not comparable
	family Family
	cost   int
	prog   int32
	order  int32 // number of an ordering plus one
	target expr.Target
	choice *expr.Choice // nil: what the compiler of target chooses
	plan   *expr.Plan   // kept where the hypothesis explains something
	like   int32        // number plus one of a hypothesis that gives the same where no number is subnormal
}

// Search looks for the evaluations that give what was observed.
type Search struct {
	*parsedQuestion
	programs  []program
	orderings []ordering
	hyps      []hypothesis
	next      int
	tried     uint64 // evaluations: one program on one row
	found     [2][]found
	near      [2][]found
	sets      map[*format.Format][][2]Set
	orig      []expr.InputVar // what the columns of the table are
	main      [2]int32        // for each result the program as written; named constants are inputs of it
	lifted    [2]bool         // that is so
	in        []uint64
	u         scratch
	last      *expr.Plan // of the last outcome
	results   []uint64
	cached    *sumCache
	plain     [2]bool // for each program: no operation of it depends on the compute capability
	bases     map[expr.Target]expr.Choice
	shared    map[sharing]int32 // the first hypothesis of those that are the same evaluation
	settles   map[[2]int32]bool // settled, by side and program
	gave      map[int32]found   // results of the first of hypotheses that share them
	groups    [2][]Group
	byLibrary [2][]bool // by side and row: a function that is off by some ulp, or none, gives the result
	probes    prober
	answer    *reply
	compiled  compiled

	terms       int       // of the longest sum
	arrives     bool      // the program adds by atomics
	oneTerm     bool      // its longest sum adds one value again and again
	named       bool      // the program names narrow formats
	denied      [2]string // for each result: a rounding to a narrower format that gives it, where float was said
	narrow      bool      // it adds products, or names narrow formats: what matrix units are used for
	fuses       [2]bool   // for each program: nvcc's default fusing changes a result
	textDiffers bool      // the two programs give different results when both are evaluated plainly
	textCause   ID        // in what they differ
	textWay     string    // its Fn
	textAlso    []part    // what else they differ in that changes the result
	alsoEach    string    // how these go together, as far as it was run
	alsoAll     bool      // each of them changes the result of a mixture
	quotients   bool      // the program, or one of two, adds quotients of one divisor
	spoiled     bool      // a change makes both results infinite or NaNs, and one of them was a number
	partly      bool      // a change makes the results equal for the best evaluations, and not for others that are as plausible
	manyWays    bool      // functions stand inside of the program: what their errors come to is not one result
	long        bool      // inputs are written with more digits than float has
	unbounded   bool      // on a row the program as written gives no finite number, and one of the results is finite and the other is not
	calm        found     // what the last hypothesis of fused products gave if no number in it was subnormal; hyp is its number plus one
	huge        bool      // a program is so long that each evaluation takes a part of a second
	cut         bool      // not everything was tried
	vague       bool      // the best evaluation of one result may print as the other one
}

// found is a hypothesis with what it gives on the rows.
type found struct {
	hyp     int32
	rows    int // rows that it explains
	level   int // the worst level on them
	miss    uint64
	cost    int
	typ     expr.Type
	results []uint64
}

// sumCache holds the values of the terms of a sum on all rows.
type sumCache struct {
	prog   int32
	target expr.Target
	values [][]uint64
	ok     bool
	tail   *expr.Plan
}

func newCache() *sumCache { return &sumCache{prog: -1} }

// sharing is what decides a hypothesis of real targets where the compute capability does not.
type sharing struct {
	prog   int32
	target expr.Target
}

// Limits of a search.
const (
	maxFound   = 600
	maxNear    = 3
	maxChoices = 96
	maxDoubts  = 24
	maxGroups  = 12
)

// New reads a question and prepares the search.
func New(q Question) (*Search, *Problem) {
	s, p := newSearch(q, "")
	for _, passes := range expr.MorePasses {
		if p != nil || !s.unfinished() {
			break
		}
		if t, p := newSearch(q, passes); p == nil { // else the program grows too large
			s = t
		}
	}
	return s, p
}

// newSearch begins a search in programs whose open loops are evaluated as often as expr.Options.Known says.
func newSearch(q Question, passes string) (*Search, *Problem) {
	a, p := read(q, passes)
	if p != nil {
		return nil, p
	}
	s := &Search{parsedQuestion: a, sets: map[*format.Format][][2]Set{}, orig: a.inputs, bases: map[expr.Target]expr.Choice{}, shared: map[sharing]int32{}, gave: map[int32]found{}, settles: map[[2]int32]bool{}, plain: [2]bool{plainOf(a.base), plainOf(a.texts[1])}}
	s.cached = newCache()
	s.compiled = newCompiled()
	s.plan()
	if p := s.assemble(); p != nil {
		return nil, p
	}
	return s, nil
}

// Code returns the program as written.
func (s *Search) Code() *expr.Code { return s.base }

// Rows returns how many rows of inputs there are, and Sides how many results were observed on each.
func (s *Search) Rows() int  { return len(s.table.In) }
func (s *Search) Sides() int { return s.sides }

// inputsOf returns the inputs of the program as written on a row, by name, if there are not too many.
func (s *Search) inputsOf(row int) (list [][2]string) {
	if len(s.inputs) > maxGiven {
		return nil
	}
	list = [][2]string{}
	for i, v := range s.inputs {
		list = append(list, [2]string{v.Name, s.valueOf(row, i)})
	}
	return list
}

// valueOf writes an input of a row as the shortest decimal.
func (s *Search) valueOf(row, i int) string {
	c := s.table.In[row][i]
	if f := s.orig[i].Type.Format(); f != nil {
		return textShortest(f, c)
	}
	return strconv.FormatInt(int64(int32(c)), 10)
}

// Tried returns how often a program has been evaluated so far.
func (s *Search) Tried() uint64 { return s.tried }

// Progress says in words what the search is at, and how much is done in thousandths.
func (s *Search) Progress() (words string, done int) {
	if n := len(s.hyps); s.next < n {
		return "Trying evaluation " + strconv.Itoa(s.next+1) + " of " + strconv.Itoa(n) + ": " + familyWords[s.hyps[s.next].family], 600 * s.next / n
	}
	if p := &s.probes; !p.ended {
		again, of := p.at, 0
		for side := range s.sides {
			n := len(p.lists[side])
			if of += n; side < p.side {
				again += n
			}
		}
		return "Trying what fits on further inputs: " + strconv.Itoa(again+1) + " of " + strconv.Itoa(max(of, again+1)), 600 + 200*again/max(of, 1)
	}
	stage := comparing
	if s.answer != nil {
		stage = s.answer.stage
	}
	return stageWords[stage], 800 + 200*int(stage)/len(stageWords)
}

var familyWords = [families]string{"compilers and machines", "other instructions", "other types", "rounded factors", "other conversions", "orders of the sum", "other groupings",
	"rounded results", "versions of functions"}

// stage is what an answer is made of, one after the other.
type stage uint8

const (
	comparing stage = iota
	bounding
	causing
	mending
	measuring
)

var stageWords = [...]string{"Comparing the evaluations that fit", "Bounding the error of every evaluation", "Looking for what explains the difference", "Trying what removes the difference", "Computing the exact value and a tolerance"}

// mustTarget is a target of the list.
func mustTarget(id string) expr.Target {
	t, _ := expr.TargetByID(id)
	return t
}
