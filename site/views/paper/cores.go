package paper

import (
	"math"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/views/reduction/names"
	"ulplab/site/views/reduction/sum"
)

// typicalClaims are what chapter 3.2 says to be typical, tried on many vectors.
var typicalClaims = []claim{
	{
		id: "usually", differs: Qualified,
		lines: func() []*Line {
			sums, dots := try(false, 0, 256), try(true, 0, 256)
			alternating := try(false, 3, 256)
			answer := func(t trial) Spans {
				if 2*t.than[1][0] > tries && 2*t.mean[1] < t.mean[0] {
					return inWords("usually much more accurate")
				}
				return inWords("not usually")
			}
			return []*Line{
				printed("parallel beside serial sums of 256 uniform elements", answer(sums), than(sums.than[1]), "usually much more accurate", everyEdition),
				printed("of elements with alternating signs", answer(alternating), than(alternating.than[1]), "usually much more accurate", everyEdition),
				shown("mean error, serial", plainSpan(mean(sums.mean[0])), ""),
				shown("parallel", plainSpan(mean(sums.mean[1])), ""),
				shown("dot products: serial", plainSpan(mean(dots.mean[0])), ""),
				shown("parallel", plainSpan(mean(dots.mean[1])), than(dots.than[1])),
				shown("sums of alternating signs: serial", plainSpan(mean(alternating.mean[0])), ""),
				shown("parallel", plainSpan(mean(alternating.mean[1])), ""),
			}
		},
	},
	{
		id: "fmamore", differs: Qualified,
		lines: func() []*Line {
			dots := try(true, 0, 256)
			answer := "about as accurate"
			switch r := dots.mean[2] / dots.mean[0]; {
			case r < 0.8:
				answer = "significantly more accurate"
			case r > 1.25:
				answer = "less accurate"
			}
			four := try(true, 0, 4)
			return []*Line{
				printed("FMA beside separate operations, 256 uniform elements", inWords(answer), than(dots.than[2]), "significantly more accurate", everyEdition),
				shown("mean error, separate", plainSpan(mean(dots.mean[0])), ""),
				shown("FMA", plainSpan(mean(dots.mean[2])), ""),
				shown("4 elements: separate", plainSpan(mean(four.mean[0])), ""),
				shown("FMA", plainSpan(mean(four.mean[2])), than(four.than[2])),
			}
		},
	},
}

// coresClaims are the statements of section 5.3, Core Counts.
var coresClaims = []claim{
	{
		id: "choices",
		lines: func() []*Line {
			m := summed(summation.Input{N: 1000, Seed: 1, Dot: true})
			lines := []*Line{nil}
			results := map[uint64]bool{}
			for _, id := range [...]string{"serial", "fma", "halving"} {
				r := m.Row(id)
				m.Value(r)
				results[r.Bits.Lo] = true
				lines = append(lines, shown(names.Row(r), plainSpan(codeText(format.F32, r.Bits)), names.Ulps(r.Ulps, r.OK)+" ulp"))
			}
			answer := "do not depend on it"
			if len(results) > 1 {
				answer = "depend on it"
			}
			lines[0] = printed("a dot product of 1,000 elements: results and order or fusing", inWords(answer), "", "depend on it", everyEdition)
			return lines
		},
	},
	{
		id: "blocks",
		lines: func() []*Line {
			first := blocks(8, 2)
			answer := "the same parentheses"
			if blocks(8, 4) != first {
				answer = "other parentheses"
			}
			lines := []*Line{printed("another number of threads per block", inWords(answer), "", "other parentheses", everyEdition)}
			for _, threads := range [...]int{2, 4, 8} {
				lines = append(lines, shown("8 elements, "+strconv.Itoa(threads)+" threads", plainSpan(blocks(8, threads)), ""))
			}
			for _, threads := range summation.Threads {
				m := summed(summation.Input{N: 1000, Seed: 1, Threads: int32(threads)})
				r := m.Row("blocked")
				m.Value(r)
				lines = append(lines, shown("1,000 elements, "+strconv.Itoa(threads)+" threads", plainSpan(codeText(format.F32, r.Bits)), names.Ulps(r.Ulps, r.OK)+" ulp"))
			}
			return lines
		},
	},
	{
		id: "gpucpu",
		lines: func() []*Line {
			first := sum.First()
			differ := 0
			m := (*summation.Sums)(nil)
			for seed := tries; seed > 0; seed-- {
				m = summed(summation.Input{N: 256, Seed: int32(seed), Threads: first.Threads, CPU: first.CPU})
				m.Value(m.Row("blocked"))
				m.Value(m.Row("openmp"))
				if m.Row("blocked").Bits != m.Row("openmp").Bits {
					differ++
				}
			}
			return []*Line{
				printed("threads per block of a GPU, threads of a CPU", plainSpan(strconv.Itoa(int(m.In.Threads))+" and "+strconv.Itoa(int(m.In.CPU))), "", "128 and 4", everyEdition),
				shown("sums of 256 elements that differ", plainSpan(strconv.Itoa(differ)+" of "+strconv.Itoa(tries)), ""),
				shown("seed 1, GPU", plainSpan(codeText(format.F32, m.Row("blocked").Bits)), names.Ulps(m.Row("blocked").Ulps, true)+" ulp"),
				shown("CPU", plainSpan(codeText(format.F32, m.Row("openmp").Bits)), names.Ulps(m.Row("openmp").Ulps, true)+" ulp"),
			}
		},
	},
}

// tries is how many vectors a statement is tried on.
const tries = 200

// summed makes data in binary32, with their exact sum and the list of orders.
func summed(in summation.Input) *summation.Sums {
	in.Threads, in.Blocks, in.Accums, in.CPU = max(in.Threads, 32), 8, 1, max(in.CPU, 1)
	return summation.Prepared(in, uint64(in.Seed))
}

// trial are the errors of the serial, the pairwise and the fused loop over the seeds 1, 3, 5, …: their mean in ulp,
// and how often each was smaller than, equal to and larger than the serial one.
type trial struct {
	mean [3]float64
	than [3][3]int
}

func try(dot bool, kind int32, n int) (t trial) {
	for v := range tries {
		m := summed(summation.Input{N: int32(n), Kind: kind, Seed: int32(2*v + 1), Dot: dot})
		serial := 0.0
		for k, id := range [...]string{"serial", "halving", "fma"} {
			r := m.Row(id)
			if r == nil {
				continue
			}
			m.Value(r)
			e := math.Abs(r.Ulps)
			if k == 0 {
				serial = e
			}
			t.mean[k] += e / tries
			switch {
			case e < serial:
				t.than[k][0]++
			case e == serial:
				t.than[k][1]++
			default:
				t.than[k][2]++
			}
		}
	}
	return t
}

func mean(e float64) string { return strconv.FormatFloat(e, 'f', 2, 64) + " ulp" }

// than says how often an error was smaller, equal and larger.
func than(n [3]int) string {
	return "closer in " + strconv.Itoa(n[0]) + ", as close in " + strconv.Itoa(n[1]) + ", farther in " + strconv.Itoa(n[2]) + " of " + strconv.Itoa(tries)
}

// blocks writes the sum of n elements by blocks of so many threads.
func blocks(n, threads int) string {
	o, _ := reduce.FindOrder("blocked")
	form, _ := o.At(reduce.Knobs{Threads: threads})
	m := reduce.Leaves{N: n}
	root := reduce.Eval[int32](&m, form, n)
	var write func(k int) string
	write = func(k int) string {
		if k < n {
			return "a" + strconv.Itoa(k+1)
		}
		p := m.Pairs[k-n]
		return "(" + write(p[0]) + " + " + write(p[1]) + ")"
	}
	s := write(int(root))
	return s[1 : len(s)-1]
}
