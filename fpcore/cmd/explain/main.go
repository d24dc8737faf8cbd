// Explain answers questions about two results of one program, as the view of that name does, one JSON object a file.
//
//	go run ./fpcore/cmd/explain QUESTION.txt…
//
// A question is a text with keys at the beginnings of lines: "program:" and "second program:" (lines up to the next key; the second
// may be PTX, a kernel or function as nvcc -ptx prints it, with which the second result's evaluation has to agree),
// "inputs:" (name=value, or an array as x = v0 v1 …; more lines are more rows), "first:" and "second:" (the results of the
// rows), "on first:" and "on second:" (the machines, in words). Lines that begin with # are comments.
//
// The exit status is the worst of the files: 0 explained or the same, 1 not rounding, 2 not explained, 3 unreadable.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"ulplab/fpcore/explain"
	"ulplab/fpcore/expr"
)

type object struct {
	File      string         `json:"file"`
	Verdict   string         `json:"verdict,omitempty"`
	Causes    []cause        `json:"causes"`
	Remedies  []remedy       `json:"remedies"`
	Closer    string         `json:"closer,omitempty"`
	Errors    []string       `json:"errors_ulp,omitempty"`
	Units     []string       `json:"ulp_of,omitempty"` // the formats whose ulp these are
	Row       int            `json:"row,omitempty"`    // of several: whose errors these are
	Tolerance *tolerance     `json:"tolerance,omitempty"`
	Times     uint64         `json:"times_bound,omitempty"`
	Hints     []string       `json:"hints,omitempty"`
	Notes     []string       `json:"notes,omitempty"`
	Printf    string         `json:"printf,omitempty"`
	Separator map[string]any `json:"separator,omitempty"`
	PTX       string         `json:"ptx,omitempty"`
	Problem   string         `json:"problem,omitempty"`
	Millis    int64          `json:"ms"`
}

type cause struct {
	ID          string   `json:"id"`
	Rank        int      `json:"rank"`
	Alone       bool     `json:"alone"`
	With        []string `json:"with,omitempty"`
	Evaluations []string `json:"evaluations"`
	Why         string   `json:"why"`
	KnownErrors int      `json:"known_errors_per_mille,omitempty"` // of random programs, in what its compilers are said to make
}

type remedy struct {
	Side string   `json:"side"`
	Kind string   `json:"kind"`
	Text string   `json:"text"`
	Old  string   `json:"instead_of,omitempty"`
	Note string   `json:"note,omitempty"`
	Bits []string `json:"bits"`
}

type tolerance struct {
	Ulp      string `json:"ulp"`
	Absolute string `json:"absolute"`
	Relative string `json:"relative"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: explain QUESTION.txt…")
		os.Exit(3)
	}
	worst := 0
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, name := range os.Args[1:] {
		o, status := answer(name)
		worst = max(worst, status)
		if err := out.Encode(o); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
	}
	os.Exit(worst)
}

// answer reads and answers one file.
func answer(name string) (o object, status int) {
	o = object{File: name, Causes: []cause{}, Remedies: []remedy{}}
	start := time.Now()
	defer func() { o.Millis = time.Since(start).Milliseconds() }()
	data, err := os.ReadFile(name)
	if err != nil {
		o.Problem = err.Error()
		return o, 3
	}
	q, err := explain.ParseQuestion(string(data))
	if err != nil {
		o.Problem = err.Error()
		return o, 3
	}
	s, p := explain.New(q)
	if p != nil {
		o.Problem = p.Where.String() + ": " + p.Text
		if p.Open() {
			o.Verdict = explain.CannotTell.String()
			return o, 2
		}
		return o, 3
	}
	for !s.Next(1 << 12) {
	}
	a := s.Answer()
	o.fill(&a)
	switch a.Verdict {
	case explain.Same, explain.Explained:
		return o, 0
	case explain.NotRounding:
		return o, 1
	}
	return o, 2
}

var sides = [...]string{"first", "second", "both"}

// fill writes an answer.
func (o *object) fill(a *explain.Answer) {
	o.Verdict = a.Verdict.String()
	for _, c := range a.Causes {
		out := cause{ID: c.ID.String(), Rank: c.Rank, Alone: c.Alone && len(c.With) == 0, Evaluations: []string{}, Why: c.Why()}
		for _, w := range c.With {
			out.With = append(out.With, w.String())
		}
		for side := range c.Pairs {
			for i := range c.Pairs[side] {
				e := &c.Pairs[side][i]
				out.Evaluations = append(out.Evaluations, sides[side]+": "+e.Name())
				if e.Family == explain.Machines {
					out.KnownErrors = max(out.KnownErrors, expr.KnownErrors(e.Target).PerMille)
				}
			}
		}
		o.Causes = append(o.Causes, out)
	}
	for _, r := range a.Remedies {
		kind := "code"
		if r.Kind == explain.Flag {
			kind = "flag"
		}
		out := remedy{Side: sides[r.Side], Kind: kind, Text: r.Text, Old: r.Old, Note: r.Note}
		for side := range r.Bits {
			line := ""
			for i, c := range r.Bits[side] {
				if i > 0 {
					line += " "
				}
				decimal, bits := explain.Written(r.Type[side], c)
				if bits == "" {
					bits = decimal
				}
				line += bits
			}
			out.Bits = append(out.Bits, line)
		}
		o.Remedies = append(o.Remedies, out)
	}
	if a.Assembly.Given {
		o.PTX = a.Assembly.Words()
	}
	for _, n := range a.Notes {
		if !slices.Contains(o.Notes, n.Text) {
			o.Notes = append(o.Notes, n.Text)
		}
	}
	for side := range a.Count {
		x := &a.Sides[side]
		if x.Excess < explain.NoBound {
			o.Times = max(o.Times, x.Excess)
		}
		for _, h := range x.Hints {
			o.Hints = append(o.Hints, sides[side]+": "+h.Text)
		}
		if x.Printf != "" {
			o.Printf = x.Printf
		}
	}
	if a.Verdict != explain.NotRounding {
		o.Times = 0
	}
	if a.Truth.Known {
		if a.Truth.Errors != [2]string{} {
			o.Errors = a.Truth.Errors[:a.Count]
			for _, f := range a.Truth.Formats[:a.Count] {
				if f == nil {
					o.Units = append(o.Units, "")
				} else {
					o.Units = append(o.Units, f.Name)
				}
			}
			if a.Rows > 1 {
				o.Row = a.Truth.Row + 1
			}
		}
		if a.Count == 2 && a.Truth.Compared {
			o.Closer = map[int]string{-1: "first", 0: "equal", 1: "second"}[a.Truth.Closer]
		}
	}
	if t := &a.Tolerance; t.Missing < 0 && t.Absolute != "" {
		o.Tolerance = &tolerance{t.PairUlps, t.PairAbsolute, t.PairRelative}
	}
	if a.Separates && len(a.Separator.Names) <= 1024 {
		in := map[string]string{}
		for i, n := range a.Separator.Names {
			in[n] = a.Separator.Inputs[i]
		}
		var list []map[string]string
		for _, r := range a.Separator.Results {
			m := map[string]string{"cause": a.Causes[r.Cause].ID.String()}
			for side := range 2 {
				m[sides[side]], _ = explain.Written(r.Type[side], r.Bits[side])
			}
			list = append(list, m)
		}
		o.Separator = map[string]any{"inputs": in, "results": list}
	}
}
