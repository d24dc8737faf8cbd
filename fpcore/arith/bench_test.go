package arith_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// The benchmarks walk an array of operand triples: 4096 of them, small enough for branch predictors to learn, or
// 65,536, which they cannot. Operands are normal numbers of random sign near one another, so that sums cancel or
// not and products carry or not. host/… is the same loop with the processor's own operation.
//
//	go test -run xxx -bench . ./fpcore/arith
//	GOOS=js GOARCH=wasm go test -run xxx -bench . -exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./fpcore/arith

func benchOperands(d *def, n int) [][3]wide.U128 {
	r := rand.New(rand.NewPCG(1, 1))
	list := make([][3]wide.U128, n)
	for i := range list {
		for k := range 3 {
			e := uint64(d.bias - 4 + r.IntN(9))
			t := wide.U128{Hi: r.Uint64(), Lo: r.Uint64()}.And(wide.Mask(uint(d.p - 1)))
			if d.explicit {
				t = t.SetBit(63, 1)
			}
			c := wide.From64(e).Shl(uint(d.field)).Or(t)
			list[i][k] = c.SetBit(uint(d.width-1), r.Uint64()&1)
		}
	}
	return list
}

var sizes = []struct {
	name string
	n    int
}{{"4096", 4096}, {"65536", 65536}}

var (
	sinkBits wide.U128
	sink64   float64
	sink32   float32
)

type benchOp struct {
	id string
	do func(f *format.Format, x *[3]wide.U128) wide.U128
}

var benchOps = []benchOp{
	{"add", func(f *format.Format, x *[3]wide.U128) wide.U128 {
		return arith.Add(round.Env{}, f, f, x[0], x[1], nil).Bits
	}},
	{"mul", func(f *format.Format, x *[3]wide.U128) wide.U128 {
		return arith.Mul(round.Env{}, f, f, x[0], x[1], nil).Bits
	}},
	{"div", func(f *format.Format, x *[3]wide.U128) wide.U128 {
		return arith.Div(round.Env{}, f, f, x[0], x[1], nil).Bits
	}},
	{"sqrt", func(f *format.Format, x *[3]wide.U128) wide.U128 {
		return arith.Sqrt(round.Env{}, f, f, arith.Abs(f, x[0]), nil).Bits
	}},
	{"fma", func(f *format.Format, x *[3]wide.U128) wide.U128 {
		return arith.FMA(round.Env{}, f, f, x[0], x[1], x[2], nil).Bits
	}},
}

func BenchmarkArith(b *testing.B) {
	for _, id := range []string{"f32", "f64", "x87", "f128"} {
		d := find(id)
		for _, size := range sizes {
			list := benchOperands(d, size.n)
			for _, op := range benchOps {
				b.Run(id+"/"+op.id+"/"+size.name, func(b *testing.B) {
					i := 0
					for b.Loop() {
						sinkBits = op.do(d.f, &list[i&(len(list)-1)])
						i++
					}
				})
			}
		}
	}
}

func BenchmarkHost(b *testing.B) {
	for _, size := range sizes {
		l64, l32 := benchOperands(find("f64"), size.n), benchOperands(find("f32"), size.n)
		for _, op := range []struct {
			id string
			do func(x, y, z float64) float64
		}{
			{"add", func(x, y, z float64) float64 { return x + y }},
			{"mul", func(x, y, z float64) float64 { return x * y }},
			{"div", func(x, y, z float64) float64 { return x / y }},
			{"sqrt", func(x, y, z float64) float64 { return math.Sqrt(math.Abs(x)) }},
			{"fma", math.FMA},
		} {
			b.Run("f64/"+op.id+"/"+size.name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					x := &l64[i&(len(l64)-1)]
					sink64 = op.do(math.Float64frombits(x[0].Lo), math.Float64frombits(x[1].Lo), math.Float64frombits(x[2].Lo))
					i++
				}
			})
		}
		for _, op := range []struct {
			id string
			do func(x, y float32) float32
		}{
			{"add", func(x, y float32) float32 { return x + y }},
			{"mul", func(x, y float32) float32 { return x * y }},
			{"div", func(x, y float32) float32 { return x / y }},
			{"sqrt", func(x, y float32) float32 { return float32(math.Sqrt(math.Abs(float64(x)))) }},
		} {
			b.Run("f32/"+op.id+"/"+size.name, func(b *testing.B) {
				i := 0
				for b.Loop() {
					x := &l32[i&(len(l32)-1)]
					sink32 = op.do(math.Float32frombits(uint32(x[0].Lo)), math.Float32frombits(uint32(x[1].Lo)))
					i++
				}
			})
		}
	}
}
