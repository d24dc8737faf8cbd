package explain

import (
	"bufio"
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// element is an element of a matrix product of an H200.
type element struct {
	call, words  string
	f            *format.Format
	k            int
	a, b, result string
}

// recordedElements reads those of conform.
func recordedElements(t *testing.T) (list []element) {
	t.Helper()
	z := bytes.NewReader(testfile.Text(t, "../conform/testdata/h200_gemm.txt.gz"))
	kinds := map[string]element{
		"torch.matmul float32, TF32 off":                                  {call: "f32", words: "torch.matmul float32, TF32 off", f: format.F32},
		"torch.matmul float32, TF32 on":                                   {call: "f32_tf32", words: "cuBLAS with TF32", f: format.F32},
		"torch.matmul float64":                                            {call: "f64", words: "torch.matmul double on an H200", f: format.F64},
		"torch.matmul float16, reduced-precision reduction off":           {call: "f16", words: "torch.matmul of half on an H200", f: format.F16},
		"torch.matmul bfloat16, reduced-precision reduction off":          {call: "bf16", words: "torch.matmul bfloat16", f: format.BF16},
		"torch.mm torch.float16 with float32 result":                      {call: "f16_to_f32", words: "torch.mm, float16 with float32 result", f: format.F16},
		"torch.mm torch.bfloat16 with float32 result":                     {call: "bf16_to_f32", words: "a GEMM of bf16 to float32", f: format.BF16},
		"torch._scaled_mm float8_e4m3fn to float32, use_fast_accum=True":  {call: "e4m3_fast", words: "torch._scaled_mm, fast accumulation", f: format.E4M3},
		"torch._scaled_mm float8_e4m3fn to float32, use_fast_accum=False": {call: "e4m3_slow", words: "torch._scaled_mm, use_fast_accum=False", f: format.E4M3},
	}
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<20)
	var kind element
	for s.Scan() {
		if op, ok := strings.CutPrefix(s.Text(), "# op: "); ok {
			if kind, ok = kinds[op]; !ok {
				t.Fatalf("no kind %s", op)
			}
		}
		if s.Text()[0] == '#' {
			continue
		}
		w := strings.Split(s.Text(), "\t")
		r := kind
		r.k, _ = strconv.Atoi(strings.Fields(w[0])[2])
		r.a, r.b, r.result = w[1], w[2], w[3]
		list = append(list, r)
	}
	return list
}

// onCPU is the element as a loop on a CPU adds it: products and sums rounded one after the other.
func (r *element) onCPU() string {
	number := func(s string) float64 {
		c, _ := strconv.ParseUint(s, 16, 64)
		d := arith.Convert(round.Env{}, format.F64, r.f, wide.From64(c), nil)
		f := math.Float64frombits(d.Bits.Lo)
		return f
	}
	a, b := strings.Split(r.a, ","), strings.Split(r.b, ",")
	if r.f == format.F64 {
		sum := 0.0
		for k := range a {
			sum += float64(number(a[k]) * number(b[k]))
		}
		return "0x" + strconv.FormatUint(math.Float64bits(sum), 16)
	}
	sum := float32(0)
	for k := range a {
		sum += float32(float32(number(a[k])) * float32(number(b[k])))
	}
	return "0x" + strconv.FormatUint(uint64(math.Float32bits(sum)), 16)
}

func (r *element) question(program string) Question {
	q, err := ParseQuestion("program:\n" + program + "\ninputs:\nA = 0x" + strings.ReplaceAll(r.a, ",", " 0x") + "\nB = 0x" + strings.ReplaceAll(r.b, ",", " 0x") +
		"\nfirst: " + r.onCPU() + "\nsecond: 0x" + r.result + "\non first: a CPU\non second: " + r.words)
	if err != nil {
		panic(err)
	}
	return q
}

// TestRecordedElements: a row, a column, the element of an H200 and that of a CPU give the call and its chain.
func TestRecordedElements(t *testing.T) {
	done := map[string]int{}
	for _, r := range recordedElements(t) {
		if done[r.call] == 4 || r.k > 512 || r.k < 32 || testing.Short() && r.k > 64 {
			continue
		}
		done[r.call]++
		q := r.question("torch.matmul(A, B)")
		if k, ok := KnownOf(q.Known[1]); !ok || !k.Matrix {
			t.Fatalf("%s: %q", r.words, q.Known[1])
		}
		a, _ := ask(t, q)
		if a.Verdict == Same {
			continue // both are one number
		}
		if a.Verdict != Explained || len(a.Causes) == 0 {
			t.Errorf("%s of %d: %v", r.call, r.k, a.Verdict)
			continue
		}
		list := a.Causes[0].Pairs[1]
		if !slices.ContainsFunc(list, func(c Candidate) bool { return c.Order.Call == r.call }) || list[0].Order.ID != "product" {
			t.Errorf("%s of %d: %s", r.call, r.k, list[0].Name())
		}
	}
	for call, n := range done {
		if n < 3 {
			t.Errorf("%s: %d elements", call, n)
		}
	}
	if len(done) != 9 {
		t.Errorf("%d calls", len(done))
	}
}
