// Package names writes the names and numbers of the view Reduction: orders and what they do, values, errors and bounds.
package names

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
)

// named are the names of rows that package reduce does not know, and what they do.
var named = map[string][2]string{
	"fma":             {"serial with FMA", "one loop of fma(a[i], b[i], t): one rounding an element"},
	"rising":          {"sorted, rising magnitude", "serial, the smallest magnitude first"},
	"falling":         {"sorted, falling magnitude", "serial, the largest magnitude first"},
	"binned":          {"reproducible, binned", "slices of the elements are added in bins without rounding: every order gives the same bits"},
	"exact":           {"exact, rounded once", "a superaccumulator holds the exact sum; one rounding at the end"},
	summation.OwnTree: {"your tree", ""},
}

// Row names a row, with the numbers that it is launched with.
func Row(r *summation.Row) string {
	if n, ok := named[r.ID]; ok {
		return n[0]
	}
	o, ok := reduce.FindOrder(r.ID)
	if !ok {
		if s, ok := scheme(r.ID); ok {
			return s.Title
		}
		return r.ID // of a library
	}
	k := r.Knobs
	accums := k.Accums
	k.Accums = 0
	name := o.Title + launchWords(o.Uses&^reduce.UsesAccums, k)
	if o.Uses&reduce.UsesAccums != 0 && accums > 1 {
		name += ", " + strconv.Itoa(accums)
		if o.ID == "gridstride" {
			name += " each"
		}
	}
	return name
}

// What says what a row does.
func What(m *summation.Sums, r *summation.Row) string {
	if r.ID == summation.OwnTree {
		return m.In.Tree
	}
	if n, ok := named[r.ID]; ok {
		return n[1]
	}
	if o, ok := reduce.FindOrder(r.ID); ok {
		if r.Fused && m.In.Arith.MulAdd == 0 {
			return o.What + "; products are fused into a thread’s additions, as nvcc does by default"
		}
		return o.What
	}
	if p, ok := reduce.FindPreset(r.ID); ok {
		return p.Title + ". " + p.Seen
	}
	s, _ := scheme(r.ID)
	return s.What
}

func scheme(id string) (s reduce.Scheme, ok bool) {
	i := slices.IndexFunc(reduce.Schemes, func(s reduce.Scheme) bool { return s.ID == id })
	if i < 0 {
		return s, false
	}
	return reduce.Schemes[i], true
}

// Launch names an order with the numbers that it is launched with.
func Launch(l summation.Launch) string {
	return pattern(l) + launchWords(l.Uses(), l.Knobs)
}

// pattern is the title of a launch, that of a pattern as words.
func pattern(l summation.Launch) string {
	if slices.Contains(summation.KernelPatterns[:], l.ID) {
		return strings.ReplaceAll(l.ID, "_", " ")
	}
	return l.Title()
}

// launchWords writes the numbers that an order depends on.
func launchWords(u reduce.Uses, k reduce.Knobs) string {
	switch {
	case u&(reduce.UsesThreads|reduce.UsesBlocks) == reduce.UsesThreads|reduce.UsesBlocks:
		s := ", " + strconv.Itoa(k.Blocks) + " × " + strconv.Itoa(k.Threads)
		if u&reduce.UsesAccums != 0 {
			s += " × " + strconv.Itoa(k.Accums)
		}
		return s
	case u&reduce.UsesThreads != 0:
		return ", " + strconv.Itoa(k.Threads)
	case u&reduce.UsesBlocks != 0:
		return ", " + strconv.Itoa(k.Blocks)
	case u&reduce.UsesAccums != 0:
		return ", " + strconv.Itoa(k.Accums)
	}
	return ""
}

// MulAdds are the words of summation.MulAdds.
var MulAdds = [...]string{"as the algorithm specifies", "multiply, then add", "FMA", "FMAD (compute capability 1.x)"}

// Arithmetic says what the additions are carried out with.
func Arithmetic(m *summation.Sums) string {
	a := m.In.Arith
	direction := func(i uint8) string {
		if i == 0 {
			return ""
		}
		return " " + summation.Directions[i].Name
	}
	s := "sums in " + m.S.Name + direction(a.SumDirection)
	if m.E != m.S {
		s = m.E.Name + " elements, " + s
	}
	if p := m.ProductFormat(); m.In.Dot && (p != m.S || a.ProductDirection != 0) {
		s += ", products in " + p.Name + direction(a.ProductDirection)
	}
	if m.F != m.S {
		s += ", result in " + m.F.Name + direction(a.OutDirection)
	}
	if a.MulAdd != 0 && m.In.Dot {
		s += ", " + MulAdds[a.MulAdd]
	}
	if a.Flush {
		s += ", subnormals flushed to zero"
	}
	if m.DefaultArithmetic() {
		s += ", to nearest"
	}
	return s
}

// Kinds are the words of summation.Kinds.
var Kinds = [...]string{"uniform in [−1, 2)", "normal (12 uniform numbers added)", "wide exponents", "alternating signs", "ill-conditioned", "custom", "file"}
