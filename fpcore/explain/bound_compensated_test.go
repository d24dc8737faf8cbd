package explain

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"ulplab/fpcore/expr"
)

// TestBoundCompensated: compensated sums lie within their bounds on every machine, and where each operation is rounded to
// its own format the bound is what compensation leaves: two roundings of every term and one of the sum, whatever their number.
func TestBoundCompensated(t *testing.T) {
	const u = 0x1p-24
	for name, text := range map[string]string{
		"kahan":    "float x[N]; float s = 0, c = 0; for (int i = 0; i < N; i++) { float y = x[i] - c; float t = s + y; c = (t - s) - y; s = t; } s",
		"minus":    "float x[N]; float s = x[0], c = 0.0f; for (int i = 1; i < N; i++) { float y = x[i] - c; float t = y + s; c = (t - s) - y; s = t; } s - c",
		"product":  "float x[N]; float s = 0, c = 0; for (int i = 0; i < N; i++) { float y = x[i]*x[i] - c; float t = s + y; c = (t - s) - y; s = t; } s",
		"neumaier": "float x[N]; float s = x[0], c = 0; for (int i = 1; i < N; i++) { float t = s + x[i]; if (fabsf(s) >= fabsf(x[i])) c += (s - t) + x[i]; else c += (x[i] - t) + s; s = t; } s + c",
		"ternary":  "float x[N]; float s = 0, c = 0; for (int i = 0; i < N; i++) { float t = s + x[i]; c += fabsf(s) >= fabsf(x[i]) ? (s - t) + x[i] : (x[i] - t) + s; s = t; } s + c",
		"products": "float x[N]; float s = 0, c = 0; for (int i = 0; i < N; i++) { float y = x[i]*x[i]; float t = s + y; c += fabsf(s) >= fabsf(y) ? (s - t) + y : (y - t) + s; s = t; } s + c",
	} {
		r := rand.New(rand.NewPCG(61, 62))
		for _, n := range []int{2, 7, 60} {
			c, perr := expr.Parse("#define N "+strconv.Itoa(n)+"\n"+text, expr.Options{Free: expr.Float})
			if perr != nil {
				t.Fatalf("%s: %s", name, perr.Text)
			}
			type compiled struct {
				target expr.Target
				plan   *expr.Plan
				model  Model
			}
			var machines []compiled
			for _, target := range expr.Targets() {
				if target.Machine == expr.Exact {
					continue
				}
				ch := expr.ChoiceOf(c, target)
				if p, err := expr.PlanOf(c, ch); err == nil {
					machines = append(machines, compiled{target, p, ModelOf(ch)})
				}
			}
			for trial := range 12 {
				bounds := map[Model]Bound{} // many machines have the same
				in, total, exact := make([]uint64, len(c.Inputs)), 0.0, new(big.Float).SetPrec(400)
				for i := range in {
					x := float32(r.NormFloat64() * math.Exp2(float64(r.IntN(1+4*(trial%4)))))
					if trial%3 == 0 {
						x = float32(math.Abs(float64(x)))
					}
					in[i] = uint64(math.Float32bits(x))
					term := new(big.Float).SetPrec(400).SetFloat64(float64(x))
					if name == "product" || name == "products" {
						term.Mul(term, term)
					}
					f, _ := term.Float64()
					total += math.Abs(f)
					exact.Add(exact, term)
				}
				for _, on := range machines {
					target, p, m := on.target, on.plan, on.model
					b, ok := bounds[m]
					if !ok {
						b = RunningBound(c, in, m)
						bounds[m] = b
					}
					if b.Missing >= 0 {
						t.Fatalf("%s of %d on %s: %s", name, n, target.ID(), b.Why)
					}
					got := float64(math.Float32frombits(uint32(p.Result(in))))
					if share := shareOf(got, &b); share > 1 {
						t.Fatalf("%s of %d on %s lies %v times the bound %s away", name, n, target.ID(), share, b.Absolute)
					}
					limit, _ := strconv.ParseFloat(b.Absolute, 64)
					sum, _ := exact.Float64()
					most := 1.1*(u*math.Abs(sum)+4*u*total) + float64(n*n)*u*u*total*16
					if m == (Model{}) && name != "products" && limit > most {
						t.Errorf("%s of %d on %s: the bound is %s, and should be below %g", name, n, target.ID(), b.Absolute, most)
					}
				}
			}
		}
	}
}
