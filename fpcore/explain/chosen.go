package explain

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
)

// readRow reads one row of a question whose text cannot be read but with the value of a name that differs from row to row; what says what
// depends on it. Both are nil where the rows do not give it so.
func readRow(q Question, name, what, passes string) (*parsedQuestion, *Problem) {
	one, row := oneRow(q, name)
	if row == 0 {
		return nil, nil
	}
	a, p := read(one, passes)
	if p == nil {
		a.base.Notes = append(a.base.Notes, expr.Note{At: -1, Text: what + " depends on " + name + ", which each row gives. Row " + strconv.Itoa(row) + " alone is looked at, by the remedies too."})
	}
	return a, p
}

// readThread reads a question on a kernel whose threads compute one result each, of elements that depend on their index: of the thread whose
// results differ most. It is nil where the question is none of that kind.
func readThread(q Question, passes string) *parsedQuestion {
	const index = "threadIdx.x"
	var results [2][]Observed
	for side, s := range q.Observed {
		results[side], _ = observedList(s, q.Format, q.Layout)
	}
	n := len(results[0])
	if n < 2 || len(results[1]) != n || q.Results > 0 || !strings.Contains(q.Text, index) || given(q.Rows, index) != "" {
		return nil
	}
	row, _ := mostUnlike(results)
	thread := strconv.Itoa(row)
	for _, v := range [...][2]string{{index, thread}, {"blockIdx.x", "0"}, {"blockDim.x", strconv.Itoa(n)}} {
		if strings.Contains(q.Text, v[0]) && given(q.Rows, v[0]) == "" {
			q.Rows += "\n" + v[0] + " = " + v[1]
		}
	}
	for side, list := range results {
		q.Observed[side] = list[row].Text
	}
	a, p := read(q, passes)
	if p != nil {
		return nil
	}
	a.base.Notes = append(a.base.Notes, expr.Note{At: -1, Text: "The results are those of " + strconv.Itoa(n) + " threads. Thread " + thread + " alone is looked at, by the remedies too."})
	return a
}

// chosenElements writes, for each array of which an index that rows give chooses an element, the elements that are read in the place of
// all, and behind them where others are read too: for w[j]*w[j+1], "j = 1 w = 5 6 7" is "j = 1 w = 6 7". A row of which not all indices are
// known stays.
func chosenElements(rows string, inputs []expr.InputVar) string {
	if !slices.ContainsFunc(inputs, func(v expr.InputVar) bool { return v.Index < 0 }) {
		return rows
	}
	var b strings.Builder
	for line := range strings.Lines(rows) {
		b.WriteString(chosenOfRow(line, inputs))
	}
	return b.String()
}

func chosenOfRow(line string, inputs []expr.InputVar) string {
	values := map[string]string{}
	type list struct {
		name   string
		values []word
	}
	var arrays []list
	for name, v := range pairs(line) {
		if len(v) == 1 && number(v[0].text) {
			values[name.text] = v[0].text
		}
		arrays = append(arrays, list{arrayName(name.text), v})
	}
	for at := len(arrays) - 1; at >= 0; at-- {
		a := arrays[at]
		from := slices.IndexFunc(inputs, func(v expr.InputVar) bool { return arrayName(v.Name) == a.name })
		if from < 0 || len(a.values) < 2 {
			continue
		}
		var read []string
		var others, chosen int
		more := ""
		for _, v := range inputs[from:] {
			if arrayName(v.Name) != a.name {
				break
			}
			k := int64(v.Index)
			if _, place, ok := strings.Cut(strings.TrimSuffix(v.Name, "]"), "["); k < 0 && ok {
				k = placeOf(place, values)
			}
			if k < 0 || k >= int64(len(a.values)) {
				chosen = 0
				break
			}
			if read = append(read, a.values[k].text); v.Index >= 0 {
				others++
				continue
			}
			chosen++
			more += " " + v.Name + " = " + a.values[k].text
		}
		switch to := a.values[len(a.values)-1].to; {
		case chosen > 0 && others > 0:
			line = line[:to] + more + line[to:]
		case chosen > 0:
			line = line[:a.values[0].from] + strings.Join(read, " ") + line[to:]
		}
	}
	return line
}

// placeOf evaluates an index, with a fraction cut off, -1 where a name in it has no value.
func placeOf(index string, values map[string]string) int64 {
	known := true
	index = edited(index, func(w string, _ byte) string {
		if !letter(w[0]) {
			return w
		}
		v, ok := values[w]
		known = known && ok
		return "(" + v + ")"
	})
	if !known {
		return -1
	}
	c, err := expr.Parse(index, expr.Options{})
	if err != nil || c.Result < 0 || len(c.Inputs) > 0 {
		return -1
	}
	plan, err := expr.Compile(c, expr.Target{Machine: expr.Strict})
	if err != nil {
		return -1
	}
	bits, t := plan.Result(nil), c.Values[c.Result].Type
	switch {
	case t == expr.Double:
		if x := math.Float64frombits(bits); x >= 0 && x < maxElements {
			return int64(x)
		}
	case t == expr.Float:
		if x := math.Float32frombits(uint32(bits)); x >= 0 && x < maxElements {
			return int64(x)
		}
	case t.IsInt():
		return t.Int64(bits)
	}
	return -1
}
