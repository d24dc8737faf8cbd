package explain

import (
	"testing"

	"ulplab/fpcore/expr"
)

// BenchmarkEvaluations is one evaluation of an expression of two products, a sum and a difference, as the search does
// them; BenchmarkSearch is a whole search over six operations and one row.
func BenchmarkEvaluations(b *testing.B) {
	c, err := expr.Parse("a*b-c*d", expr.Options{Free: expr.Float, Device: true})
	if err != nil {
		b.Fatal(err)
	}
	p, err := expr.Compile(c, mustTarget("9.0"))
	if err != nil {
		b.Fatal(err)
	}
	in := []uint64{0x3fdec910, 0x3f40712a, 0x3f5f8b34, 0xbf1d8998}
	sum := uint64(0)
	for range b.N {
		in[0]++
		sum += p.Result(in)
	}
	if sum == 1 {
		b.Fatal("never")
	}
}

func BenchmarkSearch(b *testing.B) {
	for range b.N {
		s, p := New(Question{Text: "((a*b+c)*d+e)/(a*c+b)", Rows: "1.1 2.2 3.3 4.4 5.5", Observed: [2]string{"5.8", "5.9"}})
		if p != nil {
			b.Fatal(p.Text)
		}
		for !s.Next(1000) {
		}
		s.Answer()
	}
}
