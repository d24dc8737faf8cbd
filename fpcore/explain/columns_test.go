package explain

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

// The IDs of the targets of testdata/columns.txt.gz, in its order.
var columnTargets = []string{"9.0", "9.0-nofma", "9.0-ftz", "9.0-nodiv-nosqrt", "9.0-fastmath", "9.0-debug", "gcc", "gcc-fma", "x87", "x87-store"}

type recorded struct {
	text string
	rows [][]string // inputs, then the result of each target
}

func columnsOf(t *testing.T) []recorded {
	t.Helper()
	z := bytes.NewReader(testfile.Text(t, "testdata/columns.txt.gz"))
	var list []recorded
	for sc := bufio.NewScanner(z); sc.Scan(); {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		p := strings.Split(sc.Text(), "\t")
		if len(list) == 0 || list[len(list)-1].text != p[0] {
			list = append(list, recorded{text: p[0]})
		}
		r := &list[len(list)-1]
		r.rows = append(r.rows, append(strings.Fields(p[1]), strings.Fields(p[2])...))
	}
	return list
}

// TestFlagsFromColumns: given any 8 rows of inputs with the results of two recorded targets and nothing else, the targets
// named first are those that have the same bits on these rows, the recorded ones among them. The recorded columns
// decide: a target with other bits must not be named at all, one with the same bits must be in the list.
func TestFlagsFromColumns(t *testing.T) {
	list := columnsOf(t)
	r := rand.New(rand.NewPCG(2026, 11))
	trials := 300
	if os.Getenv("ULPLAB_LONG") != "" {
		trials = 3000
	}
	right := 0
	var wrong []string
	for k := range trials {
		e := list[k%len(list)]
		perm := r.Perm(len(e.rows))[:8]
		pair := r.Perm(len(columnTargets))[:2]
		var b strings.Builder
		used := usedInputs(e.text)
		for v := range 6 {
			if used[v] {
				b.WriteString(string(rune('a'+v)) + " ")
			}
		}
		b.WriteString("first second\n")
		for _, i := range perm {
			for v := range 6 {
				if used[v] {
					b.WriteString("0x" + e.rows[i][v] + " ")
				}
			}
			b.WriteString("0x" + e.rows[i][6+pair[0]] + " 0x" + e.rows[i][6+pair[1]] + "\n")
		}
		s, p := New(Question{Text: e.text, Rows: b.String(), Results: 2})
		if p != nil {
			t.Fatalf("%s: %s", e.text, p.Text)
		}
		for !s.Next(1000) {
		}
		a := s.Answer()
		ok := true
		for side := range 2 {
			// The set of recorded targets with these bits on these rows.
			var want, got []string
			for n, id := range columnTargets {
				same := true
				for _, i := range perm {
					same = same && e.rows[i][6+n] == e.rows[i][6+pair[side]]
				}
				if same {
					want = append(want, id)
				}
			}
			for _, g := range a.Sides[side].Groups {
				for _, x := range g.Targets() {
					if slices.Contains(columnTargets, x.ID()) && !slices.Contains(got, x.ID()) {
						got = append(got, x.ID())
					}
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				ok = false
				if len(wrong) < 8 {
					wrong = append(wrong, e.text+" "+columnTargets[pair[side]]+": named "+strings.Join(got, " ")+", recorded "+strings.Join(want, " "))
				}
			}
			// Real targets come before hypotheses.
			if n := len(a.Sides[side].Groups); n > 0 && a.Sides[side].Groups[0].Best.Family != Machines {
				ok = false
				wrong = append(wrong, e.text+": a hypothesis comes first")
			}
		}
		if ok {
			right++
		}
	}
	t.Logf("%d of %d trials right (%s %%)", right, trials, strconv.FormatFloat(float64(right)*100/float64(trials), 'f', 1, 64))
	if right*100 < 95*trials {
		t.Errorf("%d of %d trials right:\n%s", right, trials, strings.Join(wrong, "\n"))
	} else if len(wrong) > 0 {
		t.Logf("wrong:\n%s", strings.Join(wrong, "\n"))
	}
}

// usedInputs tells which of a to f a recorded expression has, as single letters.
func usedInputs(s string) (used [6]bool) {
	isLetter := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] == '_' || s[i] >= '0' && s[i] <= '9' || s[i] == '.')
	}
	for i := range len(s) {
		if s[i] >= 'a' && s[i] <= 'f' && !isLetter(i-1) && !isLetter(i+1) {
			used[s[i]-'a'] = true
		}
	}
	return used
}
