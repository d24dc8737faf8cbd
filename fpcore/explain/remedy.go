package explain

import (
	"strings"

	"ulplab/fpcore/expr"
)

// RemedyKind says what has to be changed.
type RemedyKind uint8

const (
	Flag    RemedyKind = iota // an option of the compiler
	Source                    // the program: New in the place of Old
	Setting                   // of a library or framework, or of the processor
)

// Remedy is a change that removes the difference. Text can be copied.
type Remedy struct {
	Kind RemedyKind
	Side int    // whose build or program is changed: 0, 1 or BothSides
	Text string // the option, the setting, or the new code
	Old  string // Source: what stood there
	From int32  // Source: where
	To   int32
}

// BothSides is the Side of a Remedy that both results need.
const BothSides = 2

// remedies lists what removes a cause, the simplest first.
func (s *Search) remedies(c Cause, cand [2]*Candidate) []Remedy {
	var list []Remedy
	side := c.Side
	add := func(k RemedyKind, side int, text string) {
		list = append(list, Remedy{Kind: k, Side: side, Text: text})
	}
	t := expr.Target{}
	if cand[side] != nil {
		t = cand[side].Target
	}
	gpu := t.Machine == expr.GPU
	switch c.Kind {
	case Contraction:
		if gpu {
			add(Flag, side, "-fmad=false")
		} else {
			add(Flag, side, "-ffp-contract=off")
		}
		list = append(list, s.contracted(side, cand[side], gpu)...)
	case TruncatedMAD:
		list = append(list, s.contracted(side, cand[side], gpu)...)
	case Flushing:
		if gpu {
			add(Flag, side, "-ftz=false")
		} else {
			add(Setting, side, "_MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_OFF); _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_OFF);")
		}
	case Division:
		add(Flag, side, "-prec-div=true")
		list = append(list, s.operator(side, cand[side], expr.Div, "__fdiv_rn(", ")")...)
	case Root:
		add(Flag, side, "-prec-sqrt=true")
		list = append(list, s.operator(side, cand[side], expr.Call, "__fsqrt_rn(", ")")...)
	case FastFunctions:
		add(Flag, side, "-use_fast_math=false")
	case Extended:
		add(Flag, side, "-msse2 -mfpmath=sse")
		add(Flag, side, "-ffloat-store")
	case Demotion:
		add(Flag, side, "-arch=sm_13")
	case Wider:
		add(Source, 1-side, "double")
		add(Source, side, "float")
	case Factors:
		if strings.HasPrefix(c.Fn, "=tf32") {
			add(Setting, side, "torch.backends.cuda.matmul.allow_tf32 = False")
			add(Setting, side, "export NVIDIA_TF32_OVERRIDE=0")
			add(Setting, side, "cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH);")
		} else {
			add(Setting, side, "x = x.float()")
		}
	case Literals:
		list = append(list, s.literals(c, c.Ulps < 0)...)
	case Arrival:
		list = append(list, Remedy{Kind: Source, Side: BothSides, Old: "atomicAdd", Text: "cub::DeviceReduce::Sum(temp, bytes, x, sum, n);"},
			Remedy{Kind: Setting, Side: BothSides, Text: "torch.use_deterministic_algorithms(True)"})
	case Overflow:
		from, to := "__NV_SATFINITE", "__NV_NOSAT"
		if strings.HasSuffix(c.Fn, "sat") {
			from, to = to, from
		}
		list = append(list, Remedy{Kind: Source, Side: side, Old: to, Text: from})
	case Regrouping:
		add(Flag, side, "-fno-associative-math")
	}
	return list
}

// contracted writes the first product that a side fuses so that it is rounded, and as a fused multiply-add for the other.
func (s *Search) contracted(side int, c *Candidate, gpu bool) []Remedy {
	if c == nil {
		return nil
	}
	code, ch, ok := s.choiceOf(c)
	if !ok {
		return nil
	}
	var list []Remedy
	for k, site := range expr.Fusable(code) {
		if k >= len(ch.Fuse) || site.Doubled {
			continue
		}
		which, v := ch.Fuse[k], &code.Values[site.Value]
		if which != 'l' && which != 'r' {
			continue
		}
		p, other := v.X[0], v.X[1]
		if which == 'r' {
			p, other = other, p
		}
		m := &code.Values[p]
		minus := ""
		for m.Op == expr.Neg {
			m, minus = &code.Values[m.X[0]], "-"
		}
		if m.Op != expr.Mul {
			continue
		}
		span := func(n int32) string { return spelled(code, n) }
		x, y, z, whole := span(m.X[0]), span(m.X[1]), span(other), inside(code.Text, v.From, v.To)
		product := inside(code.Text, m.From, m.To)
		if x == "" || y == "" || z == "" || whole == "" || product == "" || v.From > m.From || m.To > v.To {
			continue
		}
		single, fma, sum := "__fmul_rn(", "fmaf(", v.Op
		if m.Type == expr.Double {
			single, fma = "__dmul_rn(", "fma("
		}
		if gpu {
			list = append(list, Remedy{Kind: Source, Side: side, Old: whole, From: v.From, To: v.To,
				Text: code.Text[v.From:m.From] + single + x + ", " + y + ")" + code.Text[m.To:v.To]})
		}
		// The other side: fma(x, y, z) for x*y + z, fma(x, y, -z) for x*y - z, fma(-x, y, z) for z - x*y.
		switch {
		case sum == expr.Sub && which == 'l':
			z = "-(" + z + ")"
			if simple(span(other)) {
				z = "-" + span(other)
			}
		case sum == expr.Sub && minus == "":
			minus = "-"
		case sum == expr.Sub:
			minus = ""
		}
		if minus != "" && !simple(x) {
			x = "(" + x + ")"
		}
		list = append(list, Remedy{Kind: Source, Side: 1 - side, Old: whole, From: v.From, To: v.To, Text: fma + minus + x + ", " + y + ", " + z + ")"})
		break
	}
	return list
}

// operator writes the first division or root of the text as a function that rounds correctly.
func (s *Search) operator(side int, c *Candidate, op expr.Op, before, after string) []Remedy {
	if c == nil {
		return nil
	}
	code, _, ok := s.choiceOf(c)
	if !ok {
		return nil
	}
	for i := range code.Values {
		v := &code.Values[i]
		if v.Op != op || v.Type != expr.Float || op == expr.Call && !strings.HasPrefix(v.Fn, "sqrt") {
			continue
		}
		whole := inside(code.Text, v.From, v.To)
		x := spelled(code, v.X[0])
		if whole == "" || x == "" {
			continue
		}
		if v.X[1] >= 0 {
			y := spelled(code, v.X[1])
			if y == "" {
				continue
			}
			x += ", " + y
		}
		return []Remedy{{Kind: Source, Side: side, Old: whole, From: v.From, To: v.To, Text: before + x + after}}
	}
	return nil
}

// literals writes the first literal of the program with an f, or without.
func (s *Search) literals(c Cause, plain bool) []Remedy {
	for i := range s.base.Values {
		v := &s.base.Values[i]
		lit := literal(s.base.Text, v.From, v.To)
		if v.Op != expr.Const || lit == "" || !v.Type.IsFloat() {
			continue
		}
		was := inside(s.base.Text, v.From, v.To)
		r := []Remedy{{Kind: Source, Side: 1 - c.Side, Old: was, Text: lit + "f", From: v.From, To: v.To}, {Kind: Source, Side: c.Side, Old: "float", Text: "double"}}
		if plain {
			r = []Remedy{{Kind: Source, Side: c.Side, Old: was, Text: lit + "f", From: v.From, To: v.To}, {Kind: Source, Side: 1 - c.Side, Old: was, Text: lit, From: v.From, To: v.To}}
		}
		return r
	}
	return nil
}

// spelled is a value as it is written where it is used: a variable's name, or its text.
func spelled(c *expr.Code, n int32) string {
	v := &c.Values[n]
	if v.Name != "" {
		return v.Name
	}
	if v.Op == expr.Input && v.Bits < uint64(len(c.Inputs)) {
		return c.Inputs[v.Bits].Name
	}
	if v.Op == expr.Convert && v.From >= v.To {
		return spelled(c, v.X[0])
	}
	return inside(c.Text, v.From, v.To)
}

// inside is the text of a span, "" if there is none.
func inside(s string, from, to int32) string {
	if from < 0 || to > int32(len(s)) || from >= to {
		return ""
	}
	return strings.TrimSpace(s[from:to])
}

// simple reports a name or a number, which needs no parentheses.
func simple(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) && s[i] != '.' && s[i] != '[' && s[i] != ']' {
			return false
		}
	}
	return s != ""
}
