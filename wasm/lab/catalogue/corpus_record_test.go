//go:build !js && !opening

package catalogue

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A record is a link, what the state that it opens encodes back to, and the text of the page.
type record struct {
	link, encoded string
	lines         []string
}

// The file of records is text in gzip. A record is "# LINK ENCODED", both quoted as in Go and the second left out where
// it is the first, and then the page: "|LINE" is a new line, and "FROM+COUNT" repeats new lines of the file, counted from
// 0. Pages have most of their lines in common with another one, farther away than gzip looks back.

// writeRecords writes the file; equal records give equal bytes.
func writeRecords(path string, records []record) error {
	var b bytes.Buffer
	var pool []string
	at := map[string][]int{} // where a line is in pool
	for _, r := range records {
		b.WriteString("# " + strconv.QuoteToASCII(r.link))
		if r.encoded != r.link {
			b.WriteString(" " + strconv.QuoteToASCII(r.encoded))
		}
		b.WriteByte('\n')
		for i := 0; i < len(r.lines); {
			from, count := 0, 0
			for _, start := range at[r.lines[i]] {
				n := 0
				for i+n < len(r.lines) && start+n < len(pool) && pool[start+n] == r.lines[i+n] {
					n++
				}
				if n > count {
					from, count = start, n
				}
			}
			if count == 0 {
				if list := at[r.lines[i]]; len(list) < 200 {
					at[r.lines[i]] = append(list, len(pool))
				}
				pool = append(pool, r.lines[i])
				b.WriteString("|" + r.lines[i] + "\n")
				i++
				continue
			}
			b.WriteString(strconv.Itoa(from) + "+" + strconv.Itoa(count) + "\n")
			i += count
		}
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(b.Bytes())
	z.Close()
	return os.WriteFile(path, packed.Bytes(), 0o644)
}

// readRecords reads the file; without one there are none.
func readRecords(path string) (records []record, err error) {
	packed, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	var pool []string
	for number, l := range strings.Split(strings.TrimSuffix(string(all), "\n"), "\n") {
		wrong := func() error { return errors.New(path + ": line " + strconv.Itoa(number+1) + " is no part of a record") }
		if quoted, ok := strings.CutPrefix(l, "# "); ok {
			first, err := strconv.QuotedPrefix(quoted)
			if err != nil {
				return nil, wrong()
			}
			var r record
			r.link, _ = strconv.Unquote(first)
			r.encoded = r.link
			if second := strings.TrimPrefix(quoted[len(first):], " "); second != "" {
				if r.encoded, err = strconv.Unquote(second); err != nil {
					return nil, wrong()
				}
			}
			records = append(records, r)
			continue
		}
		if len(records) == 0 {
			return nil, wrong()
		}
		last := &records[len(records)-1]
		if line, ok := strings.CutPrefix(l, "|"); ok {
			pool = append(pool, line)
			last.lines = append(last.lines, line)
			continue
		}
		from, count, _ := strings.Cut(l, "+")
		i, err1 := strconv.Atoi(from)
		n, err2 := strconv.Atoi(count)
		if err1 != nil || err2 != nil || i < 0 || n < 0 || i+n > len(pool) {
			return nil, wrong()
		}
		last.lines = append(last.lines, pool[i:i+n]...)
	}
	return records, nil
}

// A change is a line of a page that was another one; "" is a line that came or went.
type change struct {
	old, new string
	number   bool // a number changed, not only words; a further choice of a list is words
}

// changes compares two pages line by line. That a line is broken elsewhere is no change.
func changes(old, new []string) (list []change) {
	for _, h := range hunks(old, new) {
		a, b := h[0], h[1]
		if strings.Join(a, " ") == strings.Join(b, " ") {
			continue
		}
		came := len(a) == 0 && !slices.ContainsFunc(b, func(l string) bool { return !strings.HasPrefix(l, "[off] ") })
		number := !came && !slices.EqualFunc(numbersOf(strings.Join(a, " ")), numbersOf(strings.Join(b, " ")), sameNumber)
		for i := range max(len(a), len(b)) {
			c := change{number: number}
			if i < len(a) {
				c.old = a[i]
			}
			if i < len(b) {
				c.new = b[i]
			}
			if c.old != c.new {
				list = append(list, c)
			}
		}
	}
	return moved(list)
}

// moved marks what went and came elsewhere as it was: no number changed by that.
func moved(list []change) []change {
	went := map[string][]int{}
	for i, c := range list {
		if c.new == "" {
			went[c.old] = append(went[c.old], i)
		}
	}
	gone := map[int]bool{}
	for i, c := range list {
		if from := went[c.new]; c.old == "" && len(from) > 0 {
			list[i] = change{c.new, c.new, false}
			gone[from[0]] = true
			went[c.new] = from[1:]
		}
	}
	var out []change
	for i, c := range list {
		if !gone[i] {
			out = append(out, c)
		}
	}
	return out
}

// hunks are the places where two lists differ: what was there and what is there. Equal parts are as long as they can be
// for pages that differ in up to hunkMost lines; of others the middle is one hunk.
func hunks(a, b []string) (list [][2][]string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	if len(a)*len(b) > hunkMost*hunkMost {
		return [][2][]string{{a, b}}
	}
	// common[i][j] is the number of lines that a[i:] and b[j:] have in common.
	common := make([][]int32, len(a)+1)
	for i := range common {
		common[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		i0, j0 := i, j
		for (i < len(a) || j < len(b)) && !(i < len(a) && j < len(b) && a[i] == b[j]) {
			if j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		list = append(list, [2][]string{a[i0:i], b[j0:j]})
	}
	return list
}

const hunkMost = 3000

// grouped is a number with commas or thin spaces between its thousands.
var grouped = regexp.MustCompile(`\b\d{1,3}([,\x{202f}]\d{3})+\b`)

// numbersOf are the words of a line that have a digit or name a special value, without the punctuation around them.
func numbersOf(line string) (list []string) {
	line = grouped.ReplaceAllStringFunc(line, func(s string) string { return strings.NewReplacer(",", "", "\u202f", "").Replace(s) })
	for _, w := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" |,;:()[]<>=“”\"", r) }) {
		w = strings.TrimPrefix(strings.Trim(w, ".?!’'…"), "#/v1/") // the version of a link is no number of the page
		low := strings.ToLower(w)
		if strings.ContainsAny(w, "0123456789⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉∞π") || strings.Contains(low, "nan") || strings.HasSuffix(low, "inf") || strings.Contains(low, "infinity") {
			list = append(list, w)
		}
	}
	return list
}

// decimalForm is what sameNumber takes for the value of a number.
var decimalForm = regexp.MustCompile(`^[-+−]?\d+(\.\d+)?(e[-+−]?\d{1,2})?$`)

// sameNumber compares two numbers. A decimal is its value, however it is written: 8,388,608 and 8388608.0 are the same. So
// are a decimal and one that has more of its digits, if the longer is marked by ≈ or the shorter has four digits at least:
// 0.3 and ≈0.30000001, 8308.999 and 8308.9990234375.
func sameNumber(a, b string) bool {
	if x, y := digitsOf(strings.TrimPrefix(a, "≈")), digitsOf(strings.TrimPrefix(b, "≈")); x > y {
		a, b = b, a
	}
	x, y := strings.TrimPrefix(a, "≈"), strings.TrimPrefix(b, "≈")
	if a == b || !decimalForm.MatchString(x) || !decimalForm.MatchString(y) {
		return a == b
	}
	value := func(s string) *big.Float {
		r, _ := new(big.Rat).SetString(strings.ReplaceAll(s, "−", "-"))
		return new(big.Float).SetPrec(1000).SetRat(r)
	}
	n := digitsOf(x)
	return value(x).Cmp(value(y)) == 0 || n < digitsOf(y) && (n >= 4 || b != y) && value(x).Text('e', n-1) == value(y).Text('e', n-1)
}

// digitsOf counts the digits of a decimal from the first that is not zero.
func digitsOf(s string) int {
	s, _, _ = strings.Cut(s, "e")
	return len(strings.TrimLeft(strings.NewReplacer("-", "", "+", "", "−", "", ".", "").Replace(s), "0"))
}

// spelled is a link as the list of accepted changes has it: what cannot be printed is escaped as in Go.
func spelled(link string) string { return strings.Trim(strconv.QuoteToASCII(link), `"`) }

// An acceptance is a line of the file of accepted changes.
type acceptance struct {
	link, old, new string
	used           bool
}

// readAccepted reads the file of accepted changes; it says at its top what its lines are.
func readAccepted(path string) (list []*acceptance, err error) {
	all, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for number, l := range strings.Split(string(all), "\n") {
		if l == "" || strings.HasPrefix(l, "//") {
			continue
		}
		f := strings.Split(l, "\t")
		if len(f) != 3 || f[1] == "" && f[2] == "" {
			return nil, errors.New(path + ": line " + strconv.Itoa(number+1) + " is not a link, an old and a new line with tabs between them")
		}
		list = append(list, &acceptance{link: f[0], old: f[1], new: f[2]})
	}
	return list, nil
}

// takes reports whether a change of the page of a link, spelled as in the list, is accepted: a number only if all three are as they stand, words also where
// stars of the link and of the old line stand for any text, which the stars of the new line repeat.
func (a *acceptance) takes(link string, c change) bool {
	if a.link == link && a.old == c.old && a.new == c.new {
		return true
	}
	if c.number {
		return false
	}
	if _, ok := match(a.link, link); !ok {
		return false
	}
	parts, ok := match(a.old, c.old)
	if !ok {
		return a.old == c.old && a.new == c.new
	}
	new := a.new
	for _, p := range parts {
		head, tail, found := strings.Cut(new, "*")
		if !found {
			break
		}
		if c.new = strings.TrimPrefix(c.new, head); !strings.HasPrefix(c.new, p) {
			return false
		}
		c.new, new = c.new[len(p):], tail
	}
	return c.new == new
}

// match reports whether a text is a pattern in which each star stands for any text, the shortest that will do, and
// returns those.
func match(pattern, text string) (parts []string, ok bool) {
	pieces := strings.Split(pattern, "*")
	text, ok = strings.CutPrefix(text, pieces[0])
	if !ok || len(pieces) == 1 {
		return nil, ok && text == ""
	}
	for i, p := range pieces[1:] {
		at := strings.Index(text, p)
		if i == len(pieces)-2 {
			at = len(text) - len(p)
			if !strings.HasSuffix(text, p) {
				return nil, false
			}
		}
		if at < 0 {
			return nil, false
		}
		parts = append(parts, text[:at])
		text = text[at+len(p):]
	}
	return parts, true
}
