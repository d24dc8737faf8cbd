package state

import (
	"strconv"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/gpu"
	"ulplab/fpcore/round"
	"ulplab/fpcore/target"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// Capabilities is the view Devices: what each machine does with an operation, and why two of them differ.
const Capabilities View = "devices"

// Devices is what the view shows: two targets, an operation and its operands.
type Devices struct {
	T       [2]string // IDs of the targets A and B, as target.ID writes them
	Op      string    // ID of one of gpu.Operations
	Double  bool      // the operands are of type double
	X       [3]Operand
	Feature gpu.Feature // whose values stand under the overview
	Seek    Seek        // not in links
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
func (d Devices) F() *format.Format {
	if d.Double {
		return format.F64
	}
	return format.F32
}

// Operation returns the operation.
func (d Devices) Operation() gpu.Operation {
	o, _ := gpu.FindOperation(d.Op)
	return o
}

// Target returns target A (0) or B (1).
func (d Devices) Target(side int) target.Target {
	t, _ := target.ByID(d.T[side])
	return t
}

// Codes returns the bits of the operands.
func (d Devices) Codes() (x [3]uint64) {
	for i := range x {
		x[i] = d.X[i].Bits.Lo
	}
	return x
}

// Read returns the code that a text means, rounded to nearest.
func (d Devices) Read(s string) (wide.U128, error) {
	p, err := text.Parse(s, d.F(), round.Env{})
	return p.Bits, err
}

// DevicesExample is a named state of the view.
type DevicesExample struct {
	ID      string // key of its words in prose
	Devices Devices
}

func devicesOf(a, b, op string, double bool, x ...Operand) Devices {
	d := Devices{T: [2]string{a, b}, Op: op, Double: double, Feature: gpu.MultiplyAddF32}
	copy(d.X[:], x)
	one, _ := d.Read("1")
	for i := len(x); i < 3; i++ {
		d.X[i].Bits = one
	}
	return d
}

// DevicesExamples lists the named examples; the first is what the view opens on.
var DevicesExamples = func() []DevicesExample {
	a, b := short("0x3f800001", 0x3f800001), short("0xbf800002", 0xbf800002)
	tenth := short("0.1", 0x3fb999999999999a)
	return []DevicesExample{
		{"figure1", devicesOf("1.3", "2.0", "a*b+c", false, a, a, b)},
		{"figure5", devicesOf("1.3", "2.0", "a*b+c", false, short("0x3f92db19", 0x3f92db19), short("0x3fdcbb70", 0x3fdcbb70), short("0xbf9ed5c4", 0xbf9ed5c4))},
		{"demoted", devicesOf("1.2", "1.3", "a*b", true, tenth, short("0.2", 0x3fc999999999999a))},
		{"flush", devicesOf("1.3", "2.0", "a-b", false, short("0x00800001", 0x00800001), short("0x00800000", 0x00800000))},
		{"ftz", devicesOf("9.0", "9.0-ftz", "a*b", false, short("0x008005a9", 0x008005a9), short("0x3f7ff4ae", 0x3f7ff4ae))},
		{"fmad", devicesOf("9.0", "9.0-nofma", "a*b+c", false, a, a, b)},
		{"fastdiv", devicesOf("9.0", "9.0-fastmath", "a/b", false, short("2^127", 0x7f000000), short("2^127", 0x7f000000))},
		{"fulldiv", devicesOf("9.0", "9.0-nodiv", "a/b", false, short("3", 0x40400000), short("7", 0x40e00000))},
		{"fastsin", devicesOf("x87", "9.0-fastmath", "sin", false, short("3.1415927", 0x40490fdb))},
		{"x87", devicesOf("sse", "x87", "a+b", true, short("1", 0x3ff0000000000000), short("0x1.0000000000001p-53", 0x3ca0000000000001))},
		{"fma3", devicesOf("sse", "fma3", "a*b+c", true, tenth, tenth, short("-0.01", 0xbf847ae147ae147b))},
		{"nan", devicesOf("9.0", "sse", "a/b", false, short("0", 0), short("0", 0))},
		{"same", devicesOf("2.0", "9.0", "a*b+c", true, tenth, tenth, short("-0.01", 0xbf847ae147ae147b))},
	}
}()

func firstDevices() Devices { return DevicesExamples[0].Devices }

// settled forgets the search: every change of targets, operation or operands begins anew.
func (d Devices) settled() Devices {
	d.Seek = Seek{}
	return d
}

// DevPick chooses target A (Side 0) or B (1).
type DevPick struct {
	once
	Side uint8
	ID   string
}

func (a DevPick) apply(s State) State {
	t, ok := target.ByID(a.ID)
	if !ok || a.Side > 1 {
		return s
	}
	s.Devices = s.Devices.settled()
	s.Devices.T[a.Side] = t.ID()
	return s
}

// DevMove chooses the machine right (Up) or left of target A or B on the timeline.
type DevMove struct {
	Side uint8
	Up   bool
}

func (a DevMove) gesture() string { return "dev.move" + strconv.Itoa(int(a.Side)) }

func (a DevMove) apply(s State) State {
	if a.Side > 1 {
		return s
	}
	all := target.All()
	base := s.Devices.Target(int(a.Side))
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
			return DevPick{Side: a.Side, ID: all[i].ID()}.apply(s)
		}
	}
	return s
}

// DevSwap exchanges A and B.
type DevSwap struct{ once }

func (DevSwap) apply(s State) State {
	s.Devices = s.Devices.settled()
	s.Devices.T[0], s.Devices.T[1] = s.Devices.T[1], s.Devices.T[0]
	return s
}

// DevOp chooses the operation.
type DevOp struct {
	once
	ID string
}

func (a DevOp) apply(s State) State {
	if _, ok := gpu.FindOperation(a.ID); ok {
		s.Devices = s.Devices.settled()
		s.Devices.Op = a.ID
	}
	return s
}

// DevDouble chooses between float and double: what was typed is read again, other data are rounded.
type DevDouble struct {
	once
	On bool
}

func (a DevDouble) apply(s State) State {
	old := s.Devices.F()
	s.Devices = s.Devices.settled()
	s.Devices.Double = a.On
	f := s.Devices.F()
	for i := range s.Devices.X {
		x := &s.Devices.X[i]
		if x.Text.On {
			if c, err := s.Devices.Read(x.Text.Text); err == nil && !isPattern(x.Text.Text) {
				x.Bits = c
				continue
			}
			x.Text = Draft{}
		}
		x.Bits = arith.Convert(round.Env{}, f, old, x.Bits, nil).Bits
	}
	return s
}

// DevType types in operand I.
type DevType struct {
	I    uint8
	Text string
}

func (a DevType) gesture() string { return "dev.type" + strconv.Itoa(int(a.I)) }

func (a DevType) apply(s State) State {
	if a.I > 2 {
		return s
	}
	s.Devices = s.Devices.settled()
	x := &s.Devices.X[a.I]
	x.Text = Typed(a.Text)
	if c, err := s.Devices.Read(x.Text.Text); err == nil {
		x.Bits = c
	}
	return s
}

// DevNudge moves operand I to its upper (Up) or lower neighbour.
type DevNudge struct {
	I  uint8
	Up bool
}

func (a DevNudge) gesture() string { return "dev.nudge" + strconv.Itoa(int(a.I)) }

func (a DevNudge) apply(s State) State {
	if a.I > 2 {
		return s
	}
	s.Devices = s.Devices.settled()
	x, f := &s.Devices.X[a.I], s.Devices.F()
	x.Text = Draft{}
	if a.Up {
		x.Bits = f.NextUp(x.Bits)
	} else {
		x.Bits = f.NextDown(x.Bits)
	}
	return s
}

// DevSeek begins a search for operands on which the targets differ; the page runs it in slices and ends it by
// DevSought.
type DevSeek struct{}

func (DevSeek) gesture() string { return "dev.seek" }

func (DevSeek) apply(s State) State {
	s.Devices.Seek = Seek{Phase: Seeking}
	return s
}

// DevWitness begins a search for operands on which entry I of target.Differences shows.
type DevWitness struct {
	once
	I int
}

func (a DevWitness) apply(s State) State {
	list := target.Differences(s.Devices.Target(0), s.Devices.Target(1))
	if a.I < 0 || a.I >= len(list) || list[a.I].Operation == "" {
		return s
	}
	d := list[a.I]
	s = DevDouble{On: d.Double}.apply(DevOp{ID: d.Operation}.apply(s))
	s.Devices.Seek = Seek{Phase: Seeking, Want: d.Want}
	return s
}

// DevSought ends a search: X are the operands found, if Phase says so.
type DevSought struct {
	once
	Seek Seek
	X    [3]uint64
}

func (a DevSought) apply(s State) State {
	if s.Devices.Seek.Phase != Seeking {
		return s
	}
	s.Devices.Seek = a.Seek
	if a.Seek.Phase == SeekFound {
		for i := range s.Devices.Operation().Arity {
			s.Devices.X[i] = Operand{Bits: wide.From64(a.X[i])}
		}
	}
	return s
}

// DevFeature shows the values of a feature along all capabilities.
type DevFeature struct {
	once
	Feature gpu.Feature
}

func (DevFeature) navigates() {}

func (a DevFeature) apply(s State) State {
	if a.Feature <= gpu.Toolkit {
		s.Devices.Feature = a.Feature
	}
	return s
}

// DevOpen shows a named example.
type DevOpen struct {
	once
	ID string
}

func (a DevOpen) apply(s State) State {
	for _, e := range DevicesExamples {
		if e.ID == a.ID {
			feature := s.Devices.Feature
			s.Devices = e.Devices
			s.Devices.Feature = feature
		}
	}
	return s
}
