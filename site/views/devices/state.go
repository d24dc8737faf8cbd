package devices

import (
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/example"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
)

// State is what the view shows: two targets, an operation and its operands.
type State struct {
	T       [2]string // IDs of the targets A and B, as target.ID writes them
	Op      string    // ID of one of gpu.Operations
	Double  bool      // the operands are of type double
	X       [3]operand.Entered
	Feature gpu.Feature // whose values stand under the overview
	Seek    Seek        // not in links
	Intrin  Intrin      // the table of rounding intrinsics
}

// Seek is a search for operands on which the targets differ.
type Seek struct {
	Phase SeekPhase
	Want  target.Reason // the rule that is to make the difference
	Why   string        // what makes the difference, or why there is none
}

// SeekPhase is how far a search is.
type SeekPhase uint8

// The phases of a search.
const (
	SeekIdle SeekPhase = iota
	Seeking
	SeekFound
	SeekNone // there are no such operands
	SeekLost // none among those tried, which proves nothing
	SeekMute // one of the targets has no bits for the operation
)

// F returns the format of the operands.
func (d State) F() *format.Format {
	if d.Double {
		return format.F64
	}
	return format.F32
}

// Operation returns the operation.
func (d State) Operation() gpu.Operation {
	o, _ := gpu.FindOperation(d.Op)
	return o
}

// Target returns target A (0) or B (1).
func (d State) Target(side int) target.Target {
	t, _ := target.ByID(d.T[side])
	return t
}

// Codes returns the bits of the operands.
func (d State) Codes() (x [3]uint64) {
	for i := range x {
		x[i] = d.X[i].Bits.Lo
	}
	return x
}

// devicesList holds the examples, one a line: ID, targets, operation, type, and the operands as they are typed.
const devicesList = `figure1 1.3 2.0 a*b+c float 0x3f800001 0x3f800001 0xbf800002
figure5 1.3 2.0 a*b+c float 0x3f92db19 0x3fdcbb70 0xbf9ed5c4
demoted 1.2 1.3 a*b double 0.1 0.2 1
flush 1.3 2.0 a-b float 0x00800001 0x00800000 1
ftz 9.0 9.0-ftz a*b float 0x008005a9 0x3f7ff4ae 1
fmad 9.0 9.0-nofma a*b+c float 0x3f800001 0x3f800001 0xbf800002
fastdiv 9.0 9.0-fastmath a/b float 2^127 2^127 1
fulldiv 9.0 9.0-nodiv a/b float 3 7 1
fastsin x87 9.0-fastmath sin float 3.1415927 1 1
x87 sse x87 a+b double 1 0x1.0000000000001p-53 1
fma3 sse fma3 a*b+c double 0.1 0.1 -0.01
nan 9.0 sse a/b float 0 0 1
same 2.0 9.0 a*b+c double 0.1 0.1 -0.01`

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for _, line := range strings.Split(devicesList, "\n") {
		w := strings.Split(line, " ")
		d := State{T: [2]string{w[1], w[2]}, Op: w[3], Double: w[4] == "double", Feature: gpu.MultiplyAddF32}
		for i := range d.X {
			d.enter(Dev{Do: Type, I: i, Text: w[5+i]})
			if i >= d.Operation().Arity {
				d.X[i].Text = operand.Draft{}
			}
		}
		list = append(list, example.Named[State]{ID: w[0], State: d})
	}
	return list
}()

func First() State {
	d := Examples[0].State
	d.Intrin = FirstIntrin()
	return d
}

// Dev is an action of the view: what is done with which target or operand. One type for all keeps the page small.
type Dev struct {
	Do   Do
	I    int    // the side of a target, the number of an operand or of a difference
	Up   bool   // the direction of a step; of Double, whether the type is double
	Text string // an ID or what was typed
}

// Do says what an action does.
type Do uint8

// The actions.
const (
	Pick    Do = iota // Text becomes target I
	Move              // target I becomes the machine right (Up) or left of it on the timeline
	Swap              // A and B change places
	Op                // Text becomes the operation
	Double            // the operands become float or double: what was typed is read again, other data are rounded
	Type              // Text is typed in operand I
	Nudge             // operand I becomes its upper (Up) or lower neighbour
	Open              // the example Text is shown
	DevSeek           // a search for operands on which the targets differ begins; the page runs it in slices
	Witness           // a search for operands on which entry I of target.Differences shows begins
)

func (a Dev) Gesture() string {
	if a.Do == Move || a.Do == Type || a.Do == Nudge {
		return "dev" + strconv.Itoa(int(a.Do)<<2|a.I)
	}
	return ""
}

func (a Dev) Apply(s State) State {
	d := s
	d.Seek = Seek{} // every change of targets, operation or operands ends a search
	switch a.Do {
	case Pick, Move:
		if a.I < 0 || a.I > 1 || !d.pick(a) {
			return s
		}
	case Swap:
		d.T[0], d.T[1] = d.T[1], d.T[0]
	case Op:
		if _, ok := gpu.FindOperation(a.Text); !ok {
			return s
		}
		d.Op = a.Text
	case Double:
		d.retype(a.Up)
	case Type, Nudge:
		if a.I < 0 || a.I > 2 {
			return s
		}
		d.enter(a)
	case Open:
		for _, e := range Examples {
			if e.ID == a.Text {
				e.State.Feature, e.State.Intrin = d.Feature, d.Intrin
				d = e.State
			}
		}
	case DevSeek:
		d.Seek.Phase = Seeking
	case Witness:
		list := target.Differences(d.Target(0), d.Target(1))
		if a.I < 0 || a.I >= len(list) || list[a.I].Operation == "" {
			return s
		}
		w := list[a.I]
		d.Op = w.Operation
		d.retype(w.Double)
		d.Seek = Seek{Phase: Seeking, Want: w.Want}
	}
	s = d
	return s
}

// pick chooses a target by its ID, or the next one of the timeline.
func (d *State) pick(a Dev) bool {
	if a.Do == Pick {
		t, ok := target.ByID(a.Text)
		if ok {
			d.T[a.I] = t.ID()
		}
		return ok
	}
	all, base := target.All(), d.Target(a.I)
	for i, t := range all {
		if t.Unit != base.Unit || t.GPU.CC != base.GPU.CC {
			continue
		}
		if a.Up {
			i++
		} else {
			i--
		}
		if i >= 0 && i < len(all) {
			d.T[a.I] = all[i].ID()
		}
		return true
	}
	return false
}

// retype makes the operands double or float.
func (d *State) retype(double bool) {
	old := d.F()
	d.Double = double
	f := d.F()
	for i := range d.X {
		d.X[i].Refit(old, f, operand.Reader(f))
	}
}

// enter types in an operand or moves it to a neighbour.
func (d *State) enter(a Dev) {
	if x, f := &d.X[a.I], d.F(); a.Do == Type {
		x.Type(a.Text, operand.Reader(f))
	} else {
		x.Step(f, a.Up)
	}
}

// Sought ends a search: X are the operands found, if Phase says so.
type Sought struct {
	lab.Once
	Seek Seek
	X    [3]uint64
}

func (a Sought) Apply(s State) State {
	if s.Seek.Phase != Seeking || a.Seek.Phase > SeekMute {
		return s
	}
	s.Seek = Seek{Phase: a.Seek.Phase, Why: a.Seek.Why}
	if a.Seek.Phase == SeekFound {
		for i := range s.Operation().Arity {
			s.X[i] = operand.Entered{Bits: wide.From64(a.X[i]).And(wide.Mask(uint(s.F().Bits)))}
		}
	}
	return s
}

// Feature shows the values of a feature along all capabilities.
type Feature struct {
	lab.Navigation

	lab.Once
	Feature gpu.Feature
}

func (a Feature) Apply(s State) State {
	if a.Feature <= gpu.Toolkit {
		s.Feature = a.Feature
	}
	return s
}
