//go:build !opening

package model

import (
	"math"
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
	"ulplab/site/state"
)

// typicalClaims are what chapter 3.2 says to be typical, tried on many vectors.
var typicalClaims = []claim{
	{
		id: "usually", differs: state.Qualified,
		lines: func() []*PaperLine {
			sums, dots := paperTry(false, 0, 256), paperTry(true, 0, 256)
			alternating := paperTry(false, 3, 256)
			answer := func(t paperTrial) Spans {
				if 2*t.than[1][0] > paperTries && 2*t.mean[1] < t.mean[0] {
					return inWords("usually much more accurate")
				}
				return inWords("not usually")
			}
			return []*PaperLine{
				printed("parallel beside serial sums of 256 uniform elements", answer(sums), paperThan(sums.than[1]), "usually much more accurate", EveryEdition),
				printed("of elements with alternating signs", answer(alternating), paperThan(alternating.than[1]), "usually much more accurate", EveryEdition),
				shown("mean error, serial", plainSpan(paperMean(sums.mean[0])), ""),
				shown("parallel", plainSpan(paperMean(sums.mean[1])), ""),
				shown("dot products: serial", plainSpan(paperMean(dots.mean[0])), ""),
				shown("parallel", plainSpan(paperMean(dots.mean[1])), paperThan(dots.than[1])),
				shown("sums of alternating signs: serial", plainSpan(paperMean(alternating.mean[0])), ""),
				shown("parallel", plainSpan(paperMean(alternating.mean[1])), ""),
			}
		},
	},
	{
		id: "fmamore", differs: state.Qualified,
		lines: func() []*PaperLine {
			dots := paperTry(true, 0, 256)
			answer := "about as accurate"
			switch r := dots.mean[2] / dots.mean[0]; {
			case r < 0.8:
				answer = "significantly more accurate"
			case r > 1.25:
				answer = "less accurate"
			}
			four := paperTry(true, 0, 4)
			return []*PaperLine{
				printed("FMA beside separate operations, 256 uniform elements", inWords(answer), paperThan(dots.than[2]), "significantly more accurate", EveryEdition),
				shown("mean error, separate", plainSpan(paperMean(dots.mean[0])), ""),
				shown("FMA", plainSpan(paperMean(dots.mean[2])), ""),
				shown("4 elements: separate", plainSpan(paperMean(four.mean[0])), ""),
				shown("FMA", plainSpan(paperMean(four.mean[2])), paperThan(four.than[2])),
			}
		},
	},
}

// coresClaims are the statements of section 5.3, Core Counts.
var coresClaims = []claim{
	{
		id: "choices",
		lines: func() []*PaperLine {
			m := paperSum(summation.Input{N: 1000, Seed: 1, Dot: true})
			lines := []*PaperLine{nil}
			results := map[uint64]bool{}
			for _, id := range [...]string{"serial", "fma", "halving"} {
				r := m.Row(id)
				m.Value(r)
				results[r.Bits.Lo] = true
				lines = append(lines, shown(SumName(r), plainSpan(codeText(format.F32, r.Bits)), SumUlps(r.Ulps, r.OK)+" ulp"))
			}
			answer := "do not depend on it"
			if len(results) > 1 {
				answer = "depend on it"
			}
			lines[0] = printed("a dot product of 1,000 elements: results and order or fusing", inWords(answer), "", "depend on it", EveryEdition)
			return lines
		},
	},
	{
		id: "blocks",
		lines: func() []*PaperLine {
			first := paperBlocks(8, 2)
			answer := "the same parentheses"
			if paperBlocks(8, 4) != first {
				answer = "other parentheses"
			}
			lines := []*PaperLine{printed("another number of threads per block", inWords(answer), "", "other parentheses", EveryEdition)}
			for _, threads := range [...]int{2, 4, 8} {
				lines = append(lines, shown("8 elements, "+strconv.Itoa(threads)+" threads", plainSpan(paperBlocks(8, threads)), ""))
			}
			for _, threads := range summation.Threads {
				m := paperSum(summation.Input{N: 1000, Seed: 1, Threads: int32(threads)})
				r := m.Row("blocked")
				m.Value(r)
				lines = append(lines, shown("1,000 elements, "+strconv.Itoa(threads)+" threads", plainSpan(codeText(format.F32, r.Bits)), SumUlps(r.Ulps, r.OK)+" ulp"))
			}
			return lines
		},
	},
	{
		id: "gpucpu",
		lines: func() []*PaperLine {
			first := state.Default().Sum
			differ := 0
			m := (*summation.Sums)(nil)
			for seed := paperTries; seed > 0; seed-- {
				m = paperSum(summation.Input{N: 256, Seed: int32(seed), Threads: first.Threads, CPU: first.CPU})
				m.Value(m.Row("blocked"))
				m.Value(m.Row("openmp"))
				if m.Row("blocked").Bits != m.Row("openmp").Bits {
					differ++
				}
			}
			return []*PaperLine{
				printed("threads per block of a GPU, threads of a CPU", plainSpan(strconv.Itoa(int(m.In.Threads))+" and "+strconv.Itoa(int(m.In.CPU))), "", "128 and 4", EveryEdition),
				shown("sums of 256 elements that differ", plainSpan(strconv.Itoa(differ)+" of "+strconv.Itoa(paperTries)), ""),
				shown("seed 1, GPU", plainSpan(codeText(format.F32, m.Row("blocked").Bits)), SumUlps(m.Row("blocked").Ulps, true)+" ulp"),
				shown("CPU", plainSpan(codeText(format.F32, m.Row("openmp").Bits)), SumUlps(m.Row("openmp").Ulps, true)+" ulp"),
			}
		},
	},
}

// paperTries is how many vectors a statement is tried on.
const paperTries = 200

// paperSum makes data in binary32, with their exact sum and the list of orders.
func paperSum(in summation.Input) *summation.Sums {
	in.Threads, in.Blocks, in.Accums, in.CPU = max(in.Threads, 32), 8, 1, max(in.CPU, 1)
	return summation.Prepared(in, uint64(in.Seed))
}

// paperTrial are the errors of the serial, the pairwise and the fused loop over the seeds 1, 3, 5, …: their mean in ulp,
// and how often each was smaller than, equal to and larger than the serial one.
type paperTrial struct {
	mean [3]float64
	than [3][3]int
}

func paperTry(dot bool, kind int32, n int) (t paperTrial) {
	for v := range paperTries {
		m := paperSum(summation.Input{N: int32(n), Kind: kind, Seed: int32(2*v + 1), Dot: dot})
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
			t.mean[k] += e / paperTries
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

func paperMean(e float64) string { return strconv.FormatFloat(e, 'f', 2, 64) + " ulp" }

// paperThan says how often an error was smaller, equal and larger.
func paperThan(n [3]int) string {
	return "closer in " + strconv.Itoa(n[0]) + ", as close in " + strconv.Itoa(n[1]) + ", farther in " + strconv.Itoa(n[2]) + " of " + strconv.Itoa(paperTries)
}

// paperBlocks writes the sum of n elements by blocks of so many threads.
func paperBlocks(n, threads int) string {
	o, _ := reduce.FindOrder("blocked")
	form, _ := o.At(reduce.Knobs{Threads: threads})
	m := reduce.Leaves{N: n}
	root := reduce.Eval[int](&m, form, n)
	var write func(k int) string
	write = func(k int) string {
		if k < n {
			return "a" + strconv.Itoa(k+1)
		}
		p := m.Pairs[k-n]
		return "(" + write(p[0]) + " + " + write(p[1]) + ")"
	}
	s := write(root)
	return s[1 : len(s)-1]
}
