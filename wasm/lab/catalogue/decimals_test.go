//go:build !js && !opening

package catalogue

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
)

// decimals counts the decimals beside codes of the pages that TestCorpus opens: on none of them does a decimal stand beside a
// code as if it were its value, unless it is that value to the last digit. A rounded one has ≈ before it, a truncated one …
// behind it; what a program prints is marked as that.
type decimals struct {
	pairs int
	wrong map[string]bool
}

func (d *decimals) look(t *testing.T, link string, page []*piece) {
	for _, p := range besideCodes(leaves(page)) {
		d.pairs++
		if !isValue(p[0], p[1]) && !d.wrong[p[0]+p[1]] {
			d.wrong[p[0]+p[1]] = true
			t.Errorf("%s: %s is not the value of %s", clip(link), p[0], p[1])
		}
	}
}

// TestDecimals: what decimals finds on a page.
func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		page  string
		wrong bool
	}{
		{`<b>0.1</b> <i>0x3dcccccd</i>`, true},
		{`<b>≈0.1</b> <i>0x3dcccccd</i>`, false},
		{`<b>0.100000001490116…</b> <i>0x3dcccccd</i>`, false},
		{`<b>0.1000<i class="gap"></i><wbr>00001490116119384765625</b> <i>0x3dcc<i class="gap"></i><wbr>cccd</i>`, false},
		{`<b>−1.5</b><i>=</i><i>exact</i><i>0xbfc00000</i>`, false},
		{`<b>1.5</b><i>=</i><i>exact</i><i>0xbfc00000</i>`, true},
		{`<b>65504</b><p>0x7bff</p>`, false},
		{`<b>65500</b><p>0x7bff</p>`, true},
		{`<b>448</b><p>0x7e</p>`, false},
		{`<b>450</b><p>0x7e</p>`, true},
		{`<b>1e400</b><p>0x7e</p>`, true},
		{`<b>9.0</b><p>0x7fffffff</p>`, false},
		{`<b class="paper-option">0.1</b> <i>0x3dcccccd</i>`, false},
	} {
		got := false
		found := besideCodes(leaves(fromHTML(c.page)))
		for _, p := range found {
			got = got || !isValue(p[0], p[1])
		}
		if got != c.wrong {
			t.Errorf("%s: wrong is %v, of %q", c.page, got, found)
		}
	}
}

// leaf is a text of a page.
type leaf struct {
	text string
	x, y string // where it stands in a picture
}

// below reports whether a text of a picture stands close below another; of other texts it says yes.
func (l leaf) below(other leaf) bool {
	y, err := strconv.ParseFloat(l.y, 64)
	to, err2 := strconv.ParseFloat(other.y, 64)
	return l.x == other.x && (err != nil || err2 != nil || 0 < to-y && to-y < 20)
}

// Marks of what is no value: texts of these classes are what a program prints, or digits of a code; columns of these names
// hold arguments, counts and errors.
var (
	printedClasses = []string{"paper-option", "printed", "s", "e", "t", "g"}
	otherColumns   = []string{"at", "results", "Maximum, ulp"}
	noValue        = leaf{text: "no value"}
)

// leaves are the texts of a page in their order; digits in groups, or some of them marked, are one.
func leaves(pieces []*piece) (all []leaf) {
	has := func(class string, list []string) bool {
		return slices.ContainsFunc(strings.Fields(class), func(s string) bool { return slices.Contains(list, s) })
	}
	inner := func(p *piece) bool {
		return p.tag == "" || p.tag == "b" || p.tag == "wbr" || p.tag == "i" && p.attr["class"] == "gap" || p.tag == "tspan"
	}
	var joined func(p *piece) string
	joined = func(p *piece) string {
		s := p.text
		for _, k := range p.kids {
			s += joined(k)
		}
		return s
	}
	var columns []string
	var walk func(p *piece)
	walk = func(p *piece) {
		switch {
		case has(p.attr["class"], printedClasses) || p.tag == "sup":
			all = append(all, noValue)
			return
		case len(p.kids) > 0 && !slices.ContainsFunc(p.kids, func(k *piece) bool { return !inner(k) }):
			if s := strings.TrimSpace(joined(p)); s != "" {
				all = append(all, leaf{s, p.attr["x"], p.attr["y"]})
			}
			return
		case p.tag == "":
			if s := strings.TrimSpace(p.text); s != "" {
				all = append(all, leaf{text: s})
			}
		case p.tag == "tr" && slices.ContainsFunc(p.kids, func(k *piece) bool { return k.tag == "td" }):
			for i, k := range p.kids {
				if walk(k); i < len(columns) && slices.Contains(otherColumns, columns[i]) {
					all = append(all, noValue)
				}
			}
			return
		case p.tag == "tr":
			columns = nil
			for _, k := range p.kids {
				columns = append(columns, strings.TrimSpace(joined(k)))
			}
		}
		for _, k := range p.kids {
			walk(k)
		}
	}
	for _, p := range pieces {
		walk(p)
	}
	return all
}

var (
	decimalOnly = regexp.MustCompile(`^[−-]?\d[\d,]*(\.\d+)?(e[+−-]?\d+)?$`)
	bitsOnly    = regexp.MustCompile(`^[01]{2,}$|^[01]\.[01]{20,}$`)
	bitOnly     = regexp.MustCompile(`^[01]$|^[01]{2,}$`)
	hexOnly     = regexp.MustCompile(`^[0-9a-f]+$`)
	codeOnly    = regexp.MustCompile(`^0x[0-9a-fA-F]+$`)
	between     = []string{"=", "▼", "▲", "exact", "lower neighbour", "upper neighbour", "copy"} // a decimal and its code
)

// besideCodes are the decimals that a code follows, with the code; in pictures below each other.
func besideCodes(texts []leaf) (pairs [][2]string) {
	for i, s := range texts {
		if !codeOnly.MatchString(s.text) || i+1 < len(texts) && hexOnly.MatchString(texts[i+1].text) { // a code of which some digits are marked
			continue
		}
		k := i - 1
		for k > 0 && slices.Contains(between, texts[k].text) {
			k--
		}
		if k < 0 || !decimalOnly.MatchString(texts[k].text) || bitsOnly.MatchString(texts[k].text) || len(texts[k].text) == 1 && k > 0 && bitOnly.MatchString(texts[k-1].text) {
			continue
		}
		if texts[k].below(s) {
			pairs = append(pairs, [2]string{texts[k].text, s.text})
		}
	}
	return pairs
}

// isValue reports whether a decimal is exactly what a code stands for in some format of its width, or as an integer. Codes
// that stand for no number say nothing of what stands before them.
func isValue(decimal, code string) bool {
	x, ok := new(big.Rat).SetString(strings.NewReplacer(",", "", "−", "-").Replace(decimal))
	bits, ok2 := new(big.Int).SetString(code[2:], 16)
	if !ok || !ok2 {
		return false
	}
	if x.IsInt() && (x.Num().Cmp(bits) == 0 || new(big.Int).Add(x.Num(), new(big.Int).Lsh(big.NewInt(1), uint(4*len(code)-8))).Cmp(bits) == 0) {
		return true
	}
	numbers := false
	for _, f := range format.All {
		if (f.Bits+3)/4 != len(code)-2 || bits.BitLen() > f.Bits {
			continue
		}
		v, finite := exact.FromBits(f, wide.U128{Hi: new(big.Int).Rsh(bits, 64).Uint64(), Lo: new(big.Int).And(bits, new(big.Int).SetUint64(1<<64-1)).Uint64()})
		if !finite {
			continue
		}
		numbers = true
		if y, ok := new(big.Rat).SetString(v.Decimal()); ok && x.Cmp(y) == 0 {
			return true
		}
	}
	return !numbers
}
