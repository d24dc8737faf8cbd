package target

import (
	"ulplab/fpcore/gpu"
)

// Shared compares the catalogue's instructions on two compute capabilities.
type Shared struct {
	Same    int      // on both, and the same rule: the same bits for all operands
	Changed []string // on both, with other rules
	OnlyA   []string // there, or with known bits, on the first only
	OnlyB   []string
}

// Compare looks up every instruction of the catalogue on both.
func Compare(a, b gpu.Capability) (s Shared) {
	x, y := gpu.Target{CC: a}, gpu.Target{CC: b}
	for _, name := range gpu.Names() {
		i, _, ia := x.Find(name)
		j, _, jb := y.Find(name)
		switch {
		case ia && jb && i == j:
			s.Same++
		case ia && jb:
			s.Changed = append(s.Changed, name)
		case ia:
			s.OnlyA = append(s.OnlyA, name)
		case jb:
			s.OnlyB = append(s.OnlyB, name)
		}
	}
	return s
}

// ProveEqual proves, if ok, that no operation has operands on which two targets with known bits differ: by exhaustion of the
// operations, each of which executes the same instructions on both, or others whose rules give the same bits. On two
// GPUs it goes through the catalogue of instructions as well.
func ProveEqual(a, b Target) (text string, ok bool) {
	same, rules, none := 0, 0, 0
	for _, o := range gpu.Operations {
		for _, double := range []bool{false, true} {
			switch NewSearch(a, b, o, double, AnyReason, 0, 0).result.Verdict {
			case SameCode:
				same++
			case SameRules:
				rules++
			case NoBits:
				none++
			default:
				return "", false
			}
		}
	}
	text = count(same, "operation executes", "operations execute") + " the same instructions on both"
	if rules > 0 {
		text += ", " + count(rules, "executes", "execute") + " others whose rules give the same bits"
	}
	if none > 0 {
		text += ", " + count(none, "is", "are") + " without known bits on one of them (code of a library, or a sequence that is not known)"
	}
	if a.Unit != GPU || b.Unit != GPU || a.GPU.CC == b.GPU.CC {
		return text, true
	}
	s := Compare(a.GPU.CC, b.GPU.CC)
	if len(s.Changed) > 0 {
		return "", false
	}
	text += "; of the catalogue, " + count(s.Same, "instruction is", "instructions are") + " the same on both"
	for k, only := range [][]string{s.OnlyA, s.OnlyB} {
		if len(only) > 0 {
			text += ", " + count(len(only), "more is", "more are") + " there or known on " + [...]Target{a, b}[k].GPU.CC.String() + " only"
		}
	}
	return text, true
}

// count writes a number with one of two phrases, for one and for many.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return decimal(n) + " " + many
}

func decimal(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return decimal(n/10) + decimal(n%10)
}
