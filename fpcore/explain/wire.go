package explain

import (
	"errors"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/format"
)

// wire writes questions and answers as text, or reads them: each method does both, so that what is written and what is
// read cannot differ. Numbers are bytes of seven bits each, the last one below 128; a text that was there before is its
// number.
type wire struct {
	b       []byte // written, or still to be read
	reading bool
	bad     bool // what is read is not what was written
	texts   []string
	at      map[string]int
}

// pack writes a value as one word.
func pack(value func(w *wire)) string {
	w := wire{at: map[string]int{}}
	value(&w)
	out := make([]byte, 0, len(w.b)*4/3+2)
	bits, n := uint32(0), 0
	for _, c := range w.b {
		bits, n = bits<<8|uint32(c), n+8
		for n >= 6 {
			n -= 6
			out = append(out, digits64[bits>>n&63])
		}
	}
	if n > 0 {
		out = append(out, digits64[bits<<(6-n)&63])
	}
	return string(out)
}

const digits64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

var errWire = errors.New("this is not what the lab writes down for its workers")

// unpack reads what pack wrote.
func unpack(s string, value func(w *wire)) error {
	w := wire{b: make([]byte, 0, len(s)), reading: true}
	bits, n := uint32(0), 0
	for i := range len(s) {
		d := strings.IndexByte(digits64, s[i])
		w.bad = w.bad || d < 0
		bits, n = bits<<6|uint32(d), n+6
		if n >= 8 {
			n -= 8
			w.b = append(w.b, byte(bits>>n))
		}
	}
	if value(&w); w.bad || len(w.b) > 0 {
		return errWire
	}
	return nil
}

func (w *wire) bits(p *uint64) {
	if !w.reading {
		x := *p
		for ; x > 127; x >>= 7 {
			w.b = append(w.b, byte(x)|128)
		}
		w.b = append(w.b, byte(x))
		return
	}
	*p = 0
	for shift := 0; shift < 64; shift += 7 {
		if len(w.b) == 0 {
			break
		}
		c := w.b[0]
		w.b = w.b[1:]
		*p |= uint64(c&127) << shift
		if c < 128 {
			return
		}
	}
	w.bad = true
}

// num is a number of any type; small ones of either sign are short.
func num[T ~int | ~int32 | ~uint8 | ~uint64](w *wire, p *T) {
	x := uint64(int64(*p)<<1 ^ int64(*p)>>63)
	w.bits(&x)
	*p = T(int64(x>>1) ^ -int64(x&1))
}

func (w *wire) flags(list ...*bool) {
	for _, p := range list {
		x := uint64(0)
		if *p {
			x = 1
		}
		w.bits(&x)
		*p = x == 1
	}
}

func (w *wire) strings(list ...*string) {
	for _, p := range list {
		w.string(p)
	}
}

func (w *wire) string(p *string) {
	n, known := w.at[*p]
	if !known {
		n = len(w.texts)
	}
	num(w, &n)
	switch {
	case n == len(w.texts):
		b := []byte(*p)
		w.bytes(&b)
		*p = string(b)
		w.texts = append(w.texts, *p)
		if w.at != nil {
			w.at[*p] = n
		}
	case n < 0 || n > len(w.texts):
		w.bad = true
	default:
		*p = w.texts[n]
	}
}

func (w *wire) bytes(p *[]byte) {
	n := len(*p)
	num(w, &n)
	switch {
	case !w.reading:
		w.b = append(w.b, *p...)
	case n < 0 || n > len(w.b):
		w.bad = true
	default:
		*p, w.b = w.b[:n], w.b[n:]
	}
}

// list is a list, which may be nil.
func list[T any](w *wire, p *[]T, each func(w *wire, x *T)) {
	n := -1
	if *p != nil {
		n = len(*p)
	}
	num(w, &n)
	if w.reading {
		if *p = nil; n < 0 {
			return
		}
		if n > len(w.b) { // each takes a byte at least
			w.bad = true
			return
		}
		*p = make([]T, n)
	}
	for i := range *p {
		if w.bad {
			return
		}
		each(w, &(*p)[i])
	}
}

func (w *wire) format(p **format.Format) {
	id := ""
	if *p != nil {
		id = (*p).ID
	}
	w.string(&id)
	if w.reading && id != "" {
		f, err := format.Parse(id)
		if *p = f; err != nil {
			*p, w.bad = nil, true
		}
	}
}

func (w *wire) question(q *Question) {
	num(w, &q.Free)
	num(w, &q.Results)
	num(w, &q.Layout)
	w.strings(&q.Text, &q.Second, &q.Rows, &q.Observed[0], &q.Observed[1], &q.Known[0], &q.Known[1])
	w.format(&q.Format)
}

func (w *wire) reply(r *Reply) {
	wrong := r.Problem != nil
	if w.flags(&wrong); wrong {
		if w.reading {
			r.Problem = &Problem{}
		}
		num(w, &r.Problem.Where)
		num(w, &r.Problem.From)
		num(w, &r.Problem.To)
		w.string(&r.Problem.Text)
		return
	}
	w.answer(&r.Answer)
}

func (w *wire) answer(a *Answer) {
	num(w, &a.Verdict)
	num(w, &a.Count)
	num(w, &a.Rows)
	num(w, &a.Row)
	list(w, &a.Given, (*wire).given)
	for side := range a.Sides {
		x := &a.Sides[side]
		list(w, &x.Groups, (*wire).group)
		list(w, &x.Near, (*wire).candidate)
		w.flags(&x.Unseen, &x.Bound)
		num(w, &x.Excess)
		list(w, &x.Hints, (*wire).hint)
		w.string(&x.Printf)
	}
	list(w, &a.Causes, (*wire).cause)
	w.flags(&a.Separates)
	num(w, &a.Joined)
	s := &a.Separator
	list(w, &s.Names, (*wire).string)
	list(w, &s.Inputs, (*wire).string)
	list(w, &s.Bits, (*wire).bits)
	list(w, &s.Results, (*wire).separated)
	list(w, &a.Remedies, (*wire).remedy)
	list(w, &a.Undefined, (*wire).undefined)
	list(w, &a.Notes, (*wire).note)
	w.truth(&a.Truth)
	w.bound(&a.Tolerance)
	w.place(&a.Place)
	w.caution(&a.Caution)
	w.assembly(&a.Assembly)
	for side := range a.Factors {
		list(w, &a.Factors[side], (*wire).bits)
	}
}

func (w *wire) assembly(x *Assembly) {
	w.flags(&x.Given, &x.Gives[0], &x.Gives[1], &x.Differ)
	w.strings(&x.Name, &x.Block)
	list(w, &x.Args, (*wire).argument)
	num(w, &x.Type)
	for way := range x.Results {
		list(w, &x.Results[way], (*wire).bits)
	}
	num(w, &x.Probes)
}

func (w *wire) argument(p *Argument) {
	w.strings(&p.Name, &p.Takes, &p.Type, &p.Values)
	w.flags(&p.Array)
}

func (w *wire) given(p *[2]string) { w.strings(&p[0], &p[1]) }

func (w *wire) group(g *Group) {
	w.candidate(&g.Best)
	list(w, &g.Same, (*wire).candidate)
}

func (w *wire) candidate(c *Candidate) {
	num(w, &c.Family)
	num(w, &c.Cost)
	num(w, &c.Level)
	w.target(&c.Target)
	chosen := c.Choice != nil
	if w.flags(&chosen); chosen {
		if w.reading {
			c.Choice = &expr.Choice{}
		}
		w.choice(c.Choice)
	}
	list(w, &c.Changes, (*wire).change)
	w.flags(&c.Ordered)
	o := &c.Order
	w.flags(&o.Preset, &o.Fused)
	w.strings(&o.ID, &o.Title, &o.Operands, &o.Call, &o.Detail)
	num(w, &o.Threads)
	num(w, &o.Blocks)
	num(w, &o.Accums)
	num(w, &o.Seed)
	num(w, &c.Type)
	list(w, &c.Results, (*wire).bits)
	num(w, &c.Rows)
	num(w, &c.Miss)
	list(w, &c.Also, (*wire).target)
}

func (w *wire) target(t *expr.Target) {
	num(w, &t.Machine)
	num(w, &t.GPU.CC)
	f := &t.GPU.Flags
	w.flags(&f.FTZ, &f.PrecDiv, &f.PrecSqrt, &f.FMad, &f.FastMath, &t.Debug, &t.FMA, &t.Store)
	num(w, &t.Compiler)
	num(w, &t.Contract)
	num(w, &t.Precision)
}

func (w *wire) choice(c *expr.Choice) {
	num(w, &c.Machine)
	num(w, &c.CC)
	num(w, &c.Rules)
	w.string(&c.Fuse)
	w.flags(&c.FlushIn, &c.FlushOut, &c.FastCalls, &c.Mad, &c.Demote, &c.Promote, &c.Store)
	num(w, &c.Div)
	num(w, &c.Sqrt)
	num(w, &c.Precision)
	num(w, &c.Memory)
}

func (w *wire) change(c *Change) {
	num(w, &c.Kind)
	w.strings(&c.Fn, &c.Was, &c.Version)
	num(w, &c.From)
	num(w, &c.To)
	num(w, &c.Ulps)
	num(w, &c.ID)
}

func (w *wire) hint(h *Hint) {
	num(w, &h.Kind)
	w.string(&h.Text)
}

func (w *wire) cause(c *Cause) {
	num(w, &c.ID)
	num(w, &c.Rank)
	w.flags(&c.Alone)
	list(w, &c.With, num[ID])
	num(w, &c.Side)
	w.strings(&c.Fn, &c.Or)
	num(w, &c.From)
	num(w, &c.To)
	for side := range c.Pairs {
		list(w, &c.Pairs[side], (*wire).candidate)
	}
}

func (w *wire) typed(t *[2]expr.Type) {
	num(w, &t[0])
	num(w, &t[1])
}

func (w *wire) separated(r *SeparatorResult) {
	num(w, &r.Cause)
	w.typed(&r.Type)
	w.bits(&r.Bits[0])
	w.bits(&r.Bits[1])
}

func (w *wire) remedy(r *Remedy) {
	num(w, &r.Kind)
	num(w, &r.Side)
	w.strings(&r.Text, &r.Old, &r.Note)
	num(w, &r.From)
	num(w, &r.To)
	w.typed(&r.Type)
	list(w, &r.Bits[0], (*wire).bits)
	list(w, &r.Bits[1], (*wire).bits)
}

func (w *wire) undefined(u *Undefined) {
	num(w, &u.From)
	num(w, &u.To)
	num(w, &u.Row)
	w.strings(&u.What, &u.CPU, &u.GPU)
}

func (w *wire) note(n *expr.Note) {
	num(w, &n.At)
	w.strings(&n.Text)
}

func (w *wire) truth(t *Truth) {
	num(w, &t.Row)
	w.flags(&t.Known, &t.Fractions, &t.Wide, &t.Compared, &t.Right[0], &t.Right[1])
	w.strings(&t.Exact, &t.Errors[0], &t.Errors[1])
	num(w, &t.Closer)
	w.format(&t.Formats[0])
	w.format(&t.Formats[1])
}

func (w *wire) bound(b *Bound) {
	list(w, &b.Steps, (*wire).step)
	list(w, &b.Sources, (*wire).source)
	num(w, &b.Missing)
	w.flags(&b.Exact, &b.Second)
	w.strings(&b.Why, &b.Allows, &b.Absolute, &b.Relative, &b.Ulps, &b.PairAbsolute, &b.PairRelative, &b.PairUlps)
}

func (w *wire) step(s *BoundStep) {
	num(w, &s.Value)
	num(w, &s.From)
	num(w, &s.To)
	w.strings(&s.Result, &s.Local, &s.Total)
}

func (w *wire) source(s *BoundSource) {
	w.strings(&s.Function, &s.Error, &s.Source)
	num(w, &s.Kind)
}

func (w *wire) place(p *Place) {
	w.flags(&p.Found)
	num(w, &p.Row)
	num(w, &p.From)
	num(w, &p.To)
	w.bits(&p.Values[0])
	w.bits(&p.Values[1])
	w.typed(&p.Type)
}

func (w *wire) caution(c *Caution) {
	w.flags(&c.Known)
	num(w, &c.Rows)
	num(w, &c.Equal)
	num(w, &c.CloserHigh)
	w.bits(&c.Low)
	w.bits(&c.High)
	num(w, &c.Type)
}
