package reduction

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
)

// names are the names of rows that package reduce does not know, and what they do.
var names = map[string][2]string{
	"fma":             {"serial with FMA", "one loop of fma(a[i], b[i], t): one rounding an element"},
	"rising":          {"sorted, rising magnitude", "serial, the smallest magnitude first"},
	"falling":         {"sorted, falling magnitude", "serial, the largest magnitude first"},
	"binned":          {"reproducible, binned", "slices of the elements are added in bins without rounding: every order gives the same bits"},
	"exact":           {"exact, rounded once", "a superaccumulator holds the exact sum; one rounding at the end"},
	summation.OwnTree: {"your tree", ""},
}

// Name names a row, with the numbers that it is launched with.
func Name(r *summation.Row) string {
	if n, ok := names[r.ID]; ok {
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
func (m *Model) What(r *summation.Row) string {
	if r.ID == summation.OwnTree {
		return m.In.Tree
	}
	if n, ok := names[r.ID]; ok {
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

// launch names an order with the numbers that it is launched with.
func launch(l summation.Launch) string {
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

// sumBoxes lists what can be a black box: groups of IDs and names.
func sumBoxes() (list [][3]string) {
	for _, id := range summation.Boxes() {
		group := "catalogue"
		if _, ok := reduce.FindPreset(id); ok {
			group = "libraries, as measured"
		} else if slices.Contains(summation.KernelPatterns[:], id) {
			group = "CUDA patterns"
		}
		l, _, _ := summation.Box(id, 64)
		list = append(list, [3]string{id, launch(l), group})
	}
	return list
}

// readTree says what is wrong with the text of a tree over n elements, at the byte at; "" if nothing is.
func readTree(text string, n int) (problem string, at int) {
	_, err := summation.ReadTree(text, n)
	if err == nil {
		return "", 0
	}
	words := strings.ToUpper(err.Msg[:1]) + err.Msg[1:] + "."
	if before, after, ok := strings.Cut(words, " at byte "); ok { // bytes count from 0, characters from 1
		k := 0
		for k < len(after) && after[k] >= '0' && after[k] <= '9' {
			k++
		}
		if n, err := strconv.Atoi(after[:k]); err == nil && n <= len(text) {
			words = before + " at character " + strconv.Itoa(len([]rune(text[:n]))+1) + after[k:]
		}
	}
	return words, min(err.Pos, len(text))
}
