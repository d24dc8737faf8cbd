package explain

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/expr"
)

// builtBy are recorded compilers and flags, with a letter for each and what somebody who knows them would say.
var builtBy = map[string]struct{ letter, said string }{
	"nvcc 13.0 sm_90":                                  {"d", "nvcc"},
	"nvcc 13.0 sm_90 -fmad=false":                      {"n", "nvcc -fmad=false"},
	"nvcc 13.0 sm_90 -G":                               {"g", "nvcc -G"},
	"nvcc 13.0 sm_90 -ftz=true":                        {"z", "nvcc --ftz=true"},
	"nvcc 13.0 sm_90 -prec-div=false -prec-sqrt=false": {"a", "nvcc -prec-div=false -prec-sqrt=false"},
	"nvcc 13.0 sm_90 -use_fast_math":                   {"u", "nvcc -use_fast_math"},
	"g++ 12.2 -O2 -ffp-contract=off":                   {"s", "g++"},
	"g++ 12.2 -O2 -mfma -ffp-contract=fast":            {"f", "g++ -O2 -mfma -ffp-contract=fast"},
	"g++ 12.2 -O2 -mfpmath=387":                        {"x", "g++ -O2 -mfpmath=387"},
}

// causesOfBuilds are the causes by which results of two of these builds can differ.
var causesOfBuilds = map[string][]ID{
	"dn": {CauseContraction}, "nd": {CauseContraction}, "dg": {CauseContraction}, "sf": {CauseContraction}, "sd": {CauseContraction, CauseLibrary},
	"dz": {CauseFTZ}, "da": {CauseFastDivision, CauseFastSqrt, CauseFastFunction}, "du": {CauseFastDivision, CauseFastSqrt, CauseFastFunction, CauseFTZ},
	"su": {CauseFastDivision, CauseFastSqrt, CauseFastFunction, CauseFTZ, CauseContraction, CauseLibrary},
	"sx": {CauseX87, CauseWide}, "xd": {CauseX87, CauseWide, CauseContraction},
}

// recordedProgram is a program with the results of real machines, as files of package conform have it.
type recordedProgram struct {
	text    string
	double  bool
	in      [][]string
	results map[string][]string // by letter
}

func recordedPrograms(t *testing.T) (list []recordedProgram) {
	for _, name := range []string{"expressions_f32", "expressions_f64", "expressions_functions"} {
		var head recordedProgram
		var letters []string
		for line := range strings.Lines(string(testfile.Text(t, conformed+name+".txt.gz"))) {
			line = strings.TrimSuffix(line, "\n")
			if key, value, ok := strings.Cut(strings.TrimPrefix(line, "# "), ": "); ok && line[0] == '#' {
				switch key {
				case "targets":
					letters = nil
					for name := range strings.SplitSeq(value, "; ") {
						letters = append(letters, builtBy[name].letter)
					}
				case "type":
					head.double = strings.HasPrefix(value, "double")
				case "inputs":
					head.in = nil
					for row := range strings.SplitSeq(value, "; ") {
						head.in = append(head.in, strings.Fields(row))
					}
				}
				continue
			}
			columns := strings.Split(line, "\t")
			p := head
			p.text, p.results = columns[0], map[string][]string{}
			first := strings.Fields(columns[1])
			for k, c := range columns[1:] {
				row := strings.Fields(c)
				if c == "=" {
					row = first
				}
				row = slices.Clone(row)
				for i := range row {
					if row[i] == "=" {
						row[i] = first[i]
					}
				}
				if l := letters[k]; l != "" && p.results[l] == nil {
					p.results[l] = row
				}
			}
			list = append(list, p)
		}
	}
	return list
}

// number is a recorded code as printf writes it with these digits, "" for a NaN.
func (p *recordedProgram) number(code string, digits int) string {
	c, _ := strconv.ParseUint(code, 16, 64)
	x := math.Float64frombits(c)
	if !p.double {
		x = float64(math.Float32frombits(uint32(c)))
	}
	if x != x {
		return ""
	}
	return strconv.FormatFloat(x, 'g', digits, 64)
}

// typed is the program as a function that names the types of its parameters and its result, or, at times, as it stands, where that is
// as clear.
func (p *recordedProgram) typed(r *rand.Rand) string {
	this, other := "float", "double"
	if p.double {
		this, other = other, this
	}
	if strings.Contains(p.text, this+" f(") || !strings.Contains(p.text, other) && p.double == !strings.Contains(p.text, "f(") && r.IntN(2) == 0 {
		return p.text
	}
	var params []string
	for _, name := range strings.Split("abcdef", "") {
		if mentions(p.text, name) {
			params = append(params, this+" "+name)
		}
	}
	body := p.text
	if !strings.Contains(body, "return") {
		body = "return " + body + ";"
	}
	return this + " f(" + strings.Join(params, ", ") + ") { " + body + " }"
}

// question asks about two builds of the program: rows in which they differ, printed with all digits or with one less.
func (p *recordedProgram) question(r *rand.Rand, pair string, said bool) (text string, rows []int) {
	digits := 9
	if p.double {
		digits = 17
	}
	print := digits - r.IntN(2)
	var first, second, inputs []string
	for _, row := range r.Perm(len(p.in)) {
		a, b := p.results[pair[:1]], p.results[pair[1:]]
		if len(rows) == 3 || row >= len(a) || row >= len(b) || a[row] == b[row] {
			continue
		}
		x, y := p.number(a[row], print), p.number(b[row], print)
		if x == y || x == "" || y == "" {
			continue
		}
		values := ""
		for k, code := range p.in[row] {
			name := string(rune('a' + k))
			if !mentions(p.text, name) {
				continue
			}
			v := p.number(code, digits)
			if v == "" {
				return "", nil
			}
			values += name + "=" + v + " "
		}
		rows, inputs, first, second = append(rows, row), append(inputs, values), append(first, x), append(second, y)
	}
	text = "program:\n" + p.typed(r) + "\ninputs:\n" + strings.Join(inputs, "\n") + "\nfirst: " + strings.Join(first, " ") + "\nsecond: " + strings.Join(second, " ") + "\n"
	if said {
		for _, b := range builtBy {
			for side, key := range []string{"on first: ", "on second: "} {
				if b.letter == pair[side:side+1] {
					text += key + b.said + "\n"
				}
			}
		}
	}
	return text, rows
}

// Results that real compilers and machines gave are explained by what the two builds differ in: it is among the causes, mostly first,
// and nothing else stands alone where the builds were said. nvcc's flags that are listed as remedies give the bits that were recorded.
func TestRecordedBuilds(t *testing.T) {
	list := recordedPrograms(t)
	r := rand.New(rand.NewPCG(seeded(), 23))
	var pairs []string
	for p := range causesOfBuilds {
		pairs = append(pairs, p)
	}
	slices.Sort(pairs)
	n := trials(120)
	first, listed, alone, remedies := 0, 0, 0, 0
	for i := 0; i < n; {
		p, pair, said := &list[r.IntN(len(list))], pairs[r.IntN(len(pairs))], r.IntN(2) == 0
		if p.results[pair[:1]] == nil || p.results[pair[1:]] == nil {
			continue
		}
		text, rows := p.question(r, pair, said)
		if len(rows) == 0 {
			continue
		}
		q, err := ParseQuestion(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		s, problem := New(q)
		if problem != nil {
			t.Fatalf("%v\n%s", problem.Text, text)
		}
		i++
		for !s.Next(1 << 12) {
		}
		a := s.Answer()
		in := func(c Cause) bool { // some of the rows convert numbers that int has no room for
			fuse := func(id string) string { return expr.ChoiceOf(s.base, mustTarget(id)).Fuse }
			other := map[string]string{"du": "9.0-fastmath", "da": "9.0-nodiv-nosqrt"}[pair] // it may fuse other products, too
			return c.ID == CauseConversion && strings.Contains(p.text, "int") || c.ID == CauseContraction && other != "" && fuse("9.0") != fuse(other) || slices.Contains(causesOfBuilds[pair], c.ID) || slices.ContainsFunc(c.With, func(id ID) bool { return slices.Contains(causesOfBuilds[pair], id) })
		}
		switch {
		case len(a.Causes) > 0 && in(a.Causes[0]):
			first++
		case slices.ContainsFunc(a.Causes, in):
			listed++
		default:
			t.Logf("%s: %v\n%s", pair, a.Verdict, text)
		}
		if len(a.Causes) > 0 && a.Causes[0].Alone {
			if alone++; !in(a.Causes[0]) {
				t.Errorf("%s: %v stands alone\n%s", pair, a.Causes[0].ID, text)
			}
		}
		for _, m := range a.Remedies {
			if m.Kind != Flag || m.Text != unfusedFlag || m.Side != 1 || pair[1] != 'd' || p.results["n"] == nil {
				continue
			}
			remedies++
			for _, row := range rows {
				if p.results["n"][row] != p.results[pair[:1]][row] {
					t.Errorf("%s: %s does not give the first result\n%s", pair, m.Text, text)
				}
			}
		}
	}
	t.Logf("%d questions: the cause first in %d, listed in %d more; %d alone; %d flags held to recorded results", n, first, listed, alone, remedies)
	if first*100 < n*85 || (first+listed)*100 < n*97 {
		t.Errorf("of %d questions %d have the cause first, %d more have it listed", n, first, listed)
	}
}
