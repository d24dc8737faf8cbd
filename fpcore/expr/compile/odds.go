package compile

// How often g++ 12 expects a block to be reached, without a profile. A condition goes either way as often, but for what
// these two say: a return that is not the last statement is taken once in three times, and a way out of a loop 5.5 times
// in a hundred. Where both speak of one branch, their odds are multiplied.

const (
	oddsOne    = 1000 // of a branch: its probability in thousandths
	oddsReturn = 340
	oddsExit   = 55
)

// expected returns how often the classes are reached, in 2^50 runs.
func (p *placing) expected() []uint64 {
	n := len(p.class)
	odds := make([][2]int, n) // by class with two next ones: what is said of the first and the second, 0 if nothing
	mark := func(f, x int32, prob int) {
		for i, y := range p.next[f] {
			if y == x && i < 2 {
				if was := odds[f][i]; was > 0 {
					both, none := was*prob, (oddsOne-was)*(oddsOne-prob)
					prob = oddsOne * both / (both + none)
				}
				odds[f][i] = prob
				return
			}
		}
	}
	p.returns(mark)
	for b, x := range p.leaving() {
		if x > 0 {
			mark(int32(b), x, oddsExit)
		}
	}
	freq := make([]uint64, n)
	freq[0] = 1 << 50
	for b := range freq {
		if len(p.next[b]) == 0 {
			continue
		}
		if len(p.next[b]) == 1 {
			freq[p.next[b][0]] += freq[b]
			continue
		}
		first := oddsOne / 2
		switch a, c := odds[b][0], odds[b][1]; {
		case a > 0 && c > 0:
			first = oddsOne * a * (oddsOne - c) / (a*(oddsOne-c) + c*(oddsOne-a))
		case a > 0:
			first = a
		case c > 0:
			first = oddsOne - c
		}
		yes := freq[b] / oddsOne * uint64(first)
		freq[p.next[b][0]] += yes
		freq[p.next[b][1]] += freq[b] - yes
	}
	return freq
}

// returns marks the branches that decide about a return in the midst of the program.
func (p *placing) returns(mark func(f, x int32, prob int)) {
	last := p.class[p.c.Last]
	final := int32(-1)
	for _, b := range p.from[last] {
		final = max(final, b)
	}
	for _, r := range p.from[last] {
		if r == final {
			continue
		}
		seen := map[int32]bool{r: true}
		for stack := []int32{r}; len(stack) > 0; {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, f := range p.from[x] {
				switch {
				case seen[f]:
				case len(p.next[f]) < 2 || p.flow.always(f, r):
					seen[f] = true
					stack = append(stack, f)
				default:
					mark(f, x, oddsReturn)
				}
			}
		}
	}
}
