// Package field computes every element of a matrix product as a long job: how large the error of each is.
package field

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/sweep"
	"ulplab/fpcore/tensor/product"
)

// Bounds of a product.
const (
	MostSide  = 256  // of M and N
	MostDepth = 4096 // of K
)

// Kinds is the kind of these jobs, for sweep.Parse: "gemm", the preset, the code of its plan, the layout of B, M, N, K, the
// generator and the seed of the data. Its range is the elements, row by row.
var Kinds = []sweep.Kind{{Name: "gemm", Make: newJob}}

// Product is one whole product.
type Product struct {
	Preset  string
	Code    string // of the plan
	Layout  product.Layout
	M, N, K int
	Data    string // ID of a generator
	Seed    uint64
}

// Job is the text form of the product as a job.
func (p Product) Job() string { return job{Product: p, hi: uint64(p.M * p.N)}.String() }

type job struct {
	Product
	lo, hi uint64
}

func (j job) String() string {
	p := &j.Product
	return strings.Join([]string{"gemm", p.Preset, p.Code, string(p.Layout), strconv.Itoa(p.M), strconv.Itoa(p.N), strconv.Itoa(p.K), p.Data,
		strconv.FormatUint(p.Seed, 10), strconv.FormatUint(j.lo, 16), strconv.FormatUint(j.hi, 16)}, " ")
}

func newJob(words []string, lo, hi uint64) (sweep.Job, error) {
	if len(words) != 8 {
		return nil, errors.New("a matrix product is named by preset, plan, layout, M, N, K, data and seed")
	}
	j := job{Product{Preset: words[0], Code: words[1], Layout: product.Layout(words[2]), Data: words[6]}, lo, hi}
	for i, n := range [3]*int{&j.M, &j.N, &j.K} {
		most := MostSide
		if i == 2 {
			most = MostDepth
		}
		var err error
		if *n, err = strconv.Atoi(words[3+i]); err != nil || *n < 1 || *n > most {
			return nil, errors.New(strconv.Quote(words[3+i]) + " is not a size from 1 to " + strconv.Itoa(most))
		}
	}
	var err error
	if j.Seed, err = strconv.ParseUint(words[7], 10, 64); err != nil {
		return nil, errors.New("the seed is a number")
	}
	p, ok := product.Find(j.Preset)
	if !ok || j.Layout != product.Columns && j.Layout != product.Rows {
		return nil, errors.New("no such preset or layout")
	}
	if _, ok := p.Coded(j.Code); !ok {
		return nil, errors.New("no such plan")
	}
	if _, ok := product.FindData(j.Data); !ok {
		return nil, errors.New("no such data")
	}
	if hi > uint64(j.M*j.N) {
		return nil, errors.New("the product has fewer elements")
	}
	return j, nil
}

func (j job) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j job) Part(lo, hi uint64) sweep.Job {
	j.lo, j.hi = max(lo, j.lo), min(hi, j.hi)
	return j
}

func (j job) Start() sweep.Runner {
	p, _ := product.Find(j.Preset)
	plan, _ := p.Coded(j.Code)
	d, _ := product.FindData(j.Data)
	return New(p, plan, j.N, j.K, j.lo, j.hi, func(v []uint64, i int) { d.Row(v, j.Seed, i, p.In) },
		func(v []uint64, i int) { d.Column(v, j.Seed, i, j.N, j.Layout, p.In) })
}

// Errors are the errors of the elements from From on: a letter each, '0' for as large as the sum of the magnitudes of the
// products, and each further one for half as much, up to Smallest; Exact for none, Unknown where a number is not finite.
type Errors struct {
	From  uint64
	Level []byte
}

// Letters of elements.
const (
	Waiting  = '-'
	Exact    = '='
	Unknown  = '?'
	Largest  = '@'
	Smallest = 'z'
)

// Work computes the errors of elements of a product, or is the sum of results.
type Work struct {
	Errors
	preset      product.Preset
	plan        product.Plan
	row, column func(v []uint64, at int)
	errors      *product.Errors
	a, b        []uint64
	columns     uint64
	next, hi    uint64
	done        uint64
}

// New begins with elements lo to hi, counted row by row, of a product with n columns and k products an element. row and
// column write a row of A and a column of B, codes of the call's operands.
func New(p product.Preset, plan product.Plan, n, k int, lo, hi uint64, row, column func(v []uint64, at int)) *Work {
	return &Work{Errors: Errors{From: lo, Level: bytes.Repeat([]byte{Waiting}, int(hi-lo))}, preset: p, plan: plan, row: row, column: column,
		errors: product.NewErrors(p.In, p.Out), a: make([]uint64, k), b: make([]uint64, k), columns: uint64(n), next: lo, hi: hi}
}

// Depth is the number of products of an element.
func (w *Work) Depth() int { return len(w.a) }

// Step computes elements; n counts them.
func (w *Work) Step(n int) (finished bool) {
	for ; n > 0 && w.next < w.hi; n-- {
		at := int(w.next % w.columns)
		if at == 0 || w.next == w.From {
			w.row(w.a, int(w.next/w.columns))
		}
		w.column(w.b, at)
		level, exactly, ok := w.errors.Level(w.a, w.b, w.preset.Element(w.plan, w.a, w.b))
		letter := byte(Unknown)
		switch {
		case exactly:
			letter = Exact
		case ok:
			letter = byte(max(Largest, min(Largest+level, Smallest)))
		}
		w.Level[w.next-w.From] = letter
		w.next++
		w.done++
	}
	return w.next == w.hi
}

func (w *Work) Done() uint64 { return w.done }

// Encode writes the letters; those of parts that are not there yet are Waiting.
func (w *Work) Encode() string { return strconv.FormatUint(w.From, 36) + " " + string(w.Level) }

func (w *Work) Merge(text string) error {
	e, err := Decode(text)
	if err != nil || e.From < w.From || e.From+uint64(len(e.Level)) > w.hi {
		return errors.New("this is not a result of elements of the product")
	}
	for k, c := range e.Level {
		if at := e.From + uint64(k) - w.From; c != Waiting && w.Level[at] == Waiting {
			w.Level[at] = c
			w.done++
		}
	}
	return nil
}

// Decode reads what Encode wrote.
func Decode(text string) (e Errors, err error) {
	from, level, ok := strings.Cut(text, " ")
	if e.From, err = strconv.ParseUint(from, 36, 32); err != nil || !ok || len(level) > MostSide*MostSide {
		return e, errors.New("this is not a list of errors")
	}
	e.Level = []byte(level)
	for _, c := range e.Level {
		if c != Waiting && c != Exact && c != Unknown && (c < Largest || c > Smallest) {
			return e, errors.New("this is not a list of errors")
		}
	}
	return e, nil
}
