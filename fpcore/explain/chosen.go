package explain

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/expr"
	"ulplab/fpcore/stable"
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

// readThread reads a question on a kernel whose threads store one element each, of what they read by their indices: of the thread that stores the
// one that differs most, or the only one that was given. It is nil where the question is none of that kind, or does not say which thread that is.
func readThread(q Question, passes string) *parsedQuestion {
	var results [2][]Observed
	for side, s := range q.Observed {
		results[side], _ = observedList(s, q.Format, q.Layout)
	}
	n := len(results[0])
	if n == 0 || len(results[1]) != n || q.Results > 0 || !strings.Contains(q.Text, "threadIdx.") || strings.Contains(q.Text, "__sync") || strings.Contains(q.Text, "__shfl") {
		return nil
	}
	row, _ := mostUnlike(results)
	places := placesNamed(q.Observed[0])
	var list []store
	at := -1
	for _, wide := range blockWidths(q, n) {
		once := false
		if list, once = stores(q, wide, passes); !once {
			continue
		}
		switch {
		case len(places) == n:
			at = slices.IndexFunc(list, func(s store) bool { return s.place == places[row] })
		case len(list) == n:
			at = row
		case n > 1 && given(q.Rows, "threadIdx.x") == "":
			at = slices.IndexFunc(list, func(s store) bool { return s.place == row })
		}
		if at >= 0 {
			break
		}
	}
	if at < 0 || list[at].thread == "" { // with all that says which thread it is, it was read already
		return nil
	}
	for side, list := range results {
		q.Observed[side] = list[row].Text
	}
	said := given(q.Rows, "threadIdx.x") != ""
	q.Rows += list[at].thread
	a, p := read(q, passes)
	if p != nil {
		return nil
	}
	if said {
		return a
	}
	told := "Thread " + list[at].name + " alone is looked at, which stores " + list[at].element
	if n > 1 {
		told = "The results are those of " + strconv.Itoa(n) + " threads. " + told + ", by the remedies too"
	}
	a.base.Notes = append(a.base.Notes, expr.Note{At: -1, Text: told + "."})
	a.threads = results
	return a
}

// otherBlock reads the question on a kernel again with another number of threads in its block, where none was given and no result is near
// what it computes with the number that was taken: with the first of some with which one is. It is nil where there is none.
func (a *parsedQuestion) otherBlock(passes string) *parsedQuestion {
	if given(a.q.Rows, "blockDim.x") != "" || !noted(a.base, "Give blockDim.x") && !noted(a.texts[1], "Give blockDim.x") || a.fits() {
		return nil
	}
	for _, n := range [...]string{"32", "64", "128", "256", "512", "1024"} {
		q := a.q
		q.Rows += "\nblockDim.x = " + n
		if b, p := read(q, passes); p == nil && b.fits() {
			for i := range b.base.Notes {
				b.base.Notes[i].Text = strings.Replace(b.base.Notes[i].Text, ", as given.", ", with which it gives what was observed, nearly.", 1)
			}
			return b
		}
	}
	return nil
}

// fits reports that what was observed is near what the program gives, on one side at least; of two programs on both.
func (a *parsedQuestion) fits() bool {
	var near [2]bool
	for side, c := range a.texts {
		f := c.Values[c.Result].Type.Format()
		near[side] = f == nil || a.apart(c, c.Result)[side] < 1<<(f.FracBits-nearBits)
	}
	if a.texts[1] != a.base {
		return near[0] && near[1]
	}
	return near[0] || near[1]
}

// store is a thread, by its name and as values of threadIdx and the like, and the element that it stores.
type store struct {
	_                     [0]func() // not comparable
	place                 int
	name, thread, element string
}

// blockWidths lists how many threads a block may have along x for a kernel of which n elements are known: as many as the longest array has elements, or in two
// dimensions a square block of as many as are known or as that, unless it is given.
func blockWidths(q Question, n int) []int {
	size := n
	for _, values := range pairs(q.Rows) {
		size = max(size, len(values))
	}
	if k, _ := strconv.Atoi(strings.TrimPrefix(given(q.Rows, "blockDim.x"), "blockDim.x=")); k > 0 {
		return []int{k}
	}
	if !strings.Contains(q.Text, "threadIdx.y") {
		return []int{size}
	}
	side := func(n int) (k int) {
		for k*k < n {
			k++
		}
		return k
	}
	if n == 1 {
		n = size
	}
	return []int{side(n), side(size)}
}

// stores finds which thread of a block so wide stores which element, in rising order of the elements; once says that no two store the same. There is
// no list where it would take long.
func stores(q Question, wide int, passes string) (list []store, once bool) {
	const most, mostValues = 256, 1 << 18 // threads, and values that all of them compute
	threads := wide
	if strings.Contains(q.Text, "threadIdx.y") {
		threads *= wide
	}
	if given(q.Rows, "threadIdx.x") != "" {
		threads = 1
	}
	if once = threads <= most; !once {
		return nil, false
	}
	for t := range threads {
		s := store{name: strconv.Itoa(t)}
		if threads > wide {
			s.name = "(" + strconv.Itoa(t%wide) + ", " + strconv.Itoa(t/wide) + ")"
		}
		for i, name := range [...]string{"threadIdx.x", "threadIdx.y", "blockDim.x", "blockDim.y", "gridDim.x", "gridDim.y", "blockIdx.x", "blockIdx.y"} {
			if strings.Contains(q.Text, name) && given(q.Rows, name) == "" {
				s.thread += "\n" + name + " = " + strconv.Itoa([...]int{t % wide, t / wide, wide, wide, 1, 1, 0, 0}[i])
			}
		}
		known, _ := Given(q.Rows+s.thread, func(string) bool { return false })
		c, p := readProgram(q.Text, expr.Options{Free: q.Free, Known: passes + " " + known}, InText)
		if p != nil {
			continue
		}
		if threads*len(c.Values) > mostValues {
			return nil, false
		}
		own := outputs(c)
		if len(own) != 1 {
			continue
		}
		var err error
		s.element = own[0].Name
		if s.place, err = strconv.Atoi(strings.Trim(s.element[len(arrayName(s.element)):], "[]")); err != nil {
			continue
		}
		at, found := slices.BinarySearchFunc(list, s, func(x, y store) int { return x.place - y.place })
		if once = once && !found; !found {
			list = stable.Insert(list, at, s)
		}
	}
	return list, once
}

// placesNamed lists the places of elements that stand before results, as in "out[2] = 1.5".
func placesNamed(s string) (places []int) {
	for rest := s; ; {
		var inside string
		var found bool
		if _, rest, found = strings.Cut(rest, "["); !found {
			return places
		}
		inside, rest, _ = strings.Cut(rest, "]")
		next := strings.TrimLeft(rest, " ")
		if n, err := strconv.Atoi(inside); err == nil && next != "" && (next[0] == '=' || next[0] == ':') {
			places = append(places, n)
		}
	}
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
