package ptx

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"ulplab/fpcore/sample"
	"ulplab/site/lab/labtest"
)

// ran runs an input to its end.
func ran(in Input) *Run {
	r := NewRun(in)
	for !r.Step() {
	}
	return r
}

// codes are the elements of a written buffer on a side.
func codes(t *testing.T, r *Run, name string, side int) (list []float32) {
	t.Helper()
	for k := range r.Buffers {
		if b := &r.Buffers[k]; b.Name == name {
			for i := range b.N {
				c, _ := r.Element(b, side, i)
				list = append(list, math.Float32frombits(uint32(c)))
			}
			return list
		}
	}
	t.Fatalf("%s was not written: %+v %+v %s", name, r.Sides[0].Problem, r.Sides[1].Problem, r.Trouble)
	return nil
}

func shownExample(t *testing.T, id string) *Run {
	t.Helper()
	r := ran(labtest.Example(t, Examples, id).Input)
	if !r.Done {
		t.Fatalf("%s: %+v %+v %s", id, r.Sides[0].Problem, r.Sides[1].Problem, r.Trouble)
	}
	return r
}

// The examples against what the same sums and products are in Go, rounded where each text rounds.
func TestContract(t *testing.T) {
	r := shownExample(t, "contract")
	a, b, c := codesOf(r, 0), codesOf(r, 1), codesOf(r, 2)
	one, two := codes(t, r, "r", 0), codes(t, r, "r", 1)
	for i := range one {
		exact := new(big.Float).SetPrec(200).Mul(big.NewFloat(float64(a[i])), big.NewFloat(float64(b[i])))
		exact.Add(exact, big.NewFloat(float64(c[i])))
		if want, _ := exact.Float32(); one[i] != want {
			t.Errorf("fused %d: %g, want %g", i, one[i], want)
		}
		if want := float32(a[i]*b[i]) + c[i]; two[i] != want {
			t.Errorf("separate %d: %g, want %g", i, two[i], want)
		}
	}
	if r.Differ != 3 {
		t.Errorf("%d elements differ", r.Differ)
	}
}

// codesOf are the numbers that a parameter was given.
func codesOf(r *Run, k int) (list []float32) {
	for i := 0; i < len(r.Params[k].Data); i += 4 {
		list = append(list, math.Float32frombits(uint32(get(r.Params[k].Data[i:], 4))))
	}
	return list
}

func TestExp(t *testing.T) {
	r := shownExample(t, "exp")
	for i, x := range codesOf(r, 0) {
		want := math.Exp(float64(x))
		ulp := math.Ldexp(1, int(math.Floor(math.Log2(want)))-23)
		for side, most := range []float64{2, 2 + 1.5*math.Abs(float64(x))} {
			if got := float64(codes(t, r, "y", side)[i]); math.Abs(got-want) > most*ulp {
				t.Errorf("side %d: exp(%g) = %g, want %g", side, x, got, want)
			}
		}
	}
}

func TestReduce(t *testing.T) {
	r := shownExample(t, "reduce")
	x := codesOf(r, 0)
	drawn := make([]uint32, 64)
	sample.New(sample.Normal, 1, 0).Fill(drawn)
	for i := range x {
		if math.Float32bits(x[i]) != drawn[i] {
			t.Fatal("other numbers were drawn")
		}
	}
	var part [2]float32
	for w := range part {
		v := append([]float32(nil), x[32*w:32*w+32]...)
		for d := 16; d > 0; d /= 2 {
			for l := range d {
				v[l] += v[l+d]
			}
		}
		part[w] = v[0]
	}
	serial := x[0]
	for _, v := range x[1:] {
		serial += v
	}
	if a, b := codes(t, r, "s", 0)[0], codes(t, r, "s", 1)[0]; a != part[0]+part[1] || b != serial {
		t.Errorf("%g and %g, want %g and %g", a, b, part[0]+part[1], serial)
	}
}

func TestRows(t *testing.T) {
	for _, id := range []string{"softmax", "layernorm"} {
		r := shownExample(t, id)
		x := codesOf(r, 0)
		for side := range 2 {
			y := codes(t, r, "y", side)
			for row := range 4 {
				in, n := x[256*row:256*row+256], 256.0
				most, sum, mean, variance := math.Inf(-1), 0.0, 0.0, 0.0
				for _, v := range in {
					most, mean = math.Max(most, float64(v)), mean+float64(v)/n
				}
				for _, v := range in {
					sum += math.Exp(float64(v) - most)
					variance += (float64(v) - mean) * (float64(v) - mean) / n
				}
				for k, v := range in {
					want := math.Exp(float64(v)-most) / sum
					if id == "layernorm" {
						w, b := codesOf(r, 3), codesOf(r, 4)
						want = (float64(v)-mean)/math.Sqrt(variance+1e-5)*float64(w[k]) + float64(b[k])
					}
					if got := float64(y[256*row+k]); math.Abs(got-want) > 4e-6*math.Max(1, math.Abs(want)) || id == "softmax" && math.Abs(got-want) > 4e-6*want {
						t.Fatalf("%s, side %d, row %d: y[%d] = %g, want %g", id, side, row, k, got, want)
					}
				}
			}
		}
		if r.Differ == 0 || r.Sides[0].Threads != r.Sides[1].Threads {
			t.Errorf("%s: %d elements differ between the readings", id, r.Differ)
		}
	}
}

// traceOf follows a thread to its end.
func traceOf(r *Run, s State) *Trace {
	tr := NewTrace(r, s)
	for !tr.Step() {
	}
	return tr
}

// Where two threads part is the first statement whose operands are the same and whose results are not, or a load.
func TestPart(t *testing.T) {
	for id, want := range map[string][2]string{"contract": {"fma.rn.f32", "mul.rn.f32"}, "exp": {"fma.rn.f32", "mul.ftz.f32"}, "reduce": {"add.f32", "add.f32"},
		"softmax": {"sub.f32", "sub.f32"}, "layernorm": {"add.f32", "add.f32"}} {
		r := shownExample(t, id)
		tr := traceOf(r, labtest.Example(t, Examples, id))
		if tr.Part == nil {
			t.Errorf("%s: they do not part", id)
			continue
		}
		for side, at := range tr.Part.At {
			if at < 0 || tr.Sides[side].Watch.Events[at].Statement.Opcode != want[side] {
				t.Errorf("%s, side %d parts at event %d, want %s", id, side, at, want[side])
			}
		}
		if id == "softmax" && (tr.Sides[0].Watch.Events[tr.Part.At[0]].Fused == nil || tr.Sides[1].Watch.Events[tr.Part.At[1]].Fused != nil) {
			t.Error("softmax: one side is fused")
		}
		for side := range 2 { // the result is the last of the operands; the operands are those the event had
			for k := range tr.Sides[side].Watch.Events {
				list := tr.Operands(side, k)
				e := &tr.Sides[side].Watch.Events[k]
				if n := len(e.Values); n > 0 && (len(list) < n || list[len(list)-1].Value != e.Values[n-1]) {
					t.Errorf("%s, side %d, %s: %v", id, side, e.Statement.Text, list)
				}
			}
		}
	}
}

// A value that came from another lane leads to the thread that computed it.
func TestSource(t *testing.T) {
	text := header + `.entry k(.param .u64 y) { .reg .b32 %t, %b; .reg .f32 %v, %c; .reg .b64 %y; .reg .pred %p;
ld.param.u64 %y, [y]; mov.u32 %t, %tid.x; cvt.rn.f32.u32 %v, %t; mul.f32 %c, %v, 0f3DCCCCCD; add.f32 %v, %c, 0f3F800001;
mov.b32 %b, %v; shfl.sync.idx.b32 %b, %b, 7, 31, -1; mov.b32 %v, %b; setp.eq.u32 %p, %t, 0; @%p st.global.f32 [%y], %v; ret; }`
	s := State{Input: Input{Modules: [2]Module{{Text: text}}, Grid: "1", Block: "32", Against: OtherReading}}
	s.Args[0] = Arg{Kind: Zero, Type: "f32", N: "1"}
	r := ran(s.Input)
	if r.Differ != 1 {
		t.Fatalf("%s %+v", verdict(r, nil), r.Sides[0].Problem)
	}
	tr := traceOf(r, s)
	if tr.Thread != 7 || len(tr.hops) == 0 || tr.hops[0].thread != 0 || tr.Part == nil {
		t.Fatalf("thread %d, %v", tr.Thread, tr.hops)
	}
	s.Followed = true
	if tr = traceOf(r, s); tr.Thread != 0 || tr.Part == nil {
		t.Errorf("thread %d is followed, %v", tr.Thread, tr.Part)
	}
	if said := part(tr); !strings.Contains(said, "In block 0, thread 0") {
		t.Error(said)
	}
}

// BenchmarkSoftmax is a softmax of 128 rows of 1,024 numbers, in the slices of the page.
func BenchmarkSoftmax(b *testing.B) {
	in := labtest.Example(b, Examples, "softmax").Input
	in.Grid, in.Against = "128", Alone
	in.Args[0].N, in.Args[1].N, in.Args[2].Text = "131072", "131072", "1024"
	for b.Loop() {
		r := ran(in)
		if !r.Done {
			b.Fatalf("%+v", r.Sides[0].Problem)
		}
		b.ReportMetric(float64(r.Sides[0].Threads), "instructions")
	}
}
