package scalar

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/stable"
)

// Input is a number that a parameter may take.
type Input struct {
	_     [0]func() // not comparable
	Name  string    // "a", or of an element "x[3]"
	Type  string    // as PTX names it: "f32"
	Word  string    // the same as C does
	Bits  int
	Float bool
	Rank  int // parameters take the inputs of lower ranks first
}

// Argument is what a parameter is given: inputs, the number of elements, or nothing but the address of the result.
type Argument struct {
	_     [0]func() // not comparable
	Name  string
	Takes string // in words
	Type  string // of its numbers, as PTX names it: "f32"
	Array bool   // it is the address of the numbers
}

// Binding says which inputs the parameters of a function take.
type Binding struct {
	Takes [][]int // of each parameter: the inputs
	Args  []Argument
	Count uint64 // the value of parameters that are numbers of elements
}

// Bind gives the parameters the inputs: by name where all have names of inputs, else in the order of their ranks and, among
// equal ranks, of the list. result is the type of the result as PTX names it. problem is what keeps it from that, "" if nothing does.
func (x *Function) Bind(inputs []Input, result string) (b Binding, problem string) {
	type group struct{ from, n int }
	var groups []group
	names := map[string]group{}
	for i, v := range inputs {
		name, index, array := strings.Cut(v.Name, "[")
		if k := len(groups) - 1; array && index != "" && k >= 0 && strings.HasPrefix(inputs[groups[k].from].Name, name+"[") {
			groups[k].n++
		} else {
			groups = append(groups, group{i, 1})
		}
		names[name] = groups[len(groups)-1]
	}
	stable.Sort(groups, func(a, b group) int { return cmp.Compare(inputs[a.from].Rank, inputs[b.from].Rank) })
	named, arrays, numbers := true, 0, 0
	for _, p := range x.Params {
		if p.Unused || p.Result && !p.Array {
			continue
		}
		_, ok := names[p.Name]
		named = named && ok
		switch {
		case p.Array:
			arrays++
		case !p.Integer:
			numbers++
		}
	}
	b.Takes, b.Count = make([][]int, len(x.Params)), 1
	next := 0
	for k, p := range x.Params {
		var g group
		switch {
		case p.Unused, p.Result && !p.Array:
			a := Argument{Name: p.Name, Takes: "the result", Type: result, Array: true}
			if p.Unused {
				a = Argument{Name: p.Name, Takes: "nothing: it is not read"}
			}
			b.Args = append(b.Args, a)
			continue
		case named:
			g = names[p.Name]
			next++
		case p.Integer && (len(groups) == 0 || inputs[groups[0].from].Float):
			b.Args = append(b.Args, Argument{Name: p.Name, Takes: "the number of elements", Type: "u" + strconv.Itoa(8*p.Bytes)})
			continue
		case len(groups) == 0:
			return b, "the PTX has more parameters than the program has inputs; " + p.Name + " is left"
		case p.Array && arrays == 1 && numbers == 0 && !slices.ContainsFunc(groups, func(g group) bool { return g.n > 1 }):
			for _, h := range groups {
				b.Takes[k] = append(b.Takes[k], h.from)
			}
			groups = nil
		default:
			g, groups = groups[0], groups[1:]
		}
		for i := range g.n {
			b.Takes[k] = append(b.Takes[k], g.from+i)
		}
		if g.n > 1 && !p.Array {
			return b, p.Name + " of the PTX is a number, and " + inputs[g.from].Name + " that it takes is one of several elements"
		}
		first := inputs[b.Takes[k][0]]
		if strings.Contains(first.Name, "[") {
			b.Count = max(b.Count, uint64(g.n))
		}
		a := Argument{Name: p.Name, Type: first.Type, Array: p.Array}
		for n, i := range b.Takes[k] {
			v := inputs[i]
			if v.Bits != 8*p.Bytes {
				return b, p.Name + " of the PTX has " + strconv.Itoa(8*p.Bytes) + " bits, and the input " + v.Name + " that it takes is " + v.Word
			}
			switch last := len(b.Takes[k]) - 1; {
			case last < 4 && n > 0:
				a.Takes += ", "
				fallthrough
			case last < 4, n == 0:
				a.Takes += v.Name
			case n == last:
				a.Takes += " to " + v.Name
			}
		}
		b.Args = append(b.Args, a)
	}
	if !named && len(groups) > 0 || named && next < len(groups) {
		n := strconv.Itoa(len(inputs)) + " inputs"
		if len(inputs) == 1 {
			n = "1 input"
		}
		return b, "the program has more inputs than the PTX has parameters: " + n + ", of which the first is " + inputs[0].Name
	}
	return b, ""
}

// Numbers are what Run and Launch take of a row of inputs.
func (b *Binding) Numbers(x *Function, in []uint64) [][]uint64 {
	out := make([][]uint64, len(b.Takes))
	for k, list := range b.Takes {
		for _, i := range list {
			out[k] = append(out[k], in[i])
		}
		if p := x.Params[k]; list == nil && !p.Array && !p.Result {
			out[k] = []uint64{b.Count}
		}
	}
	return out
}
