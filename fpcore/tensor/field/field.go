// Package field computes every element of a matrix product as a long job: how large the error of each is.
package field

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
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
// generator and the seed of the data; or for these "given", the rows of A that the range meets and the columns of B (packed).
// Its range is the elements, row by row.
var Kinds = []sweep.Kind{{Name: "gemm", Make: newJob}}

// Product is one whole product.
type Product struct {
	_       [0]func() // not comparable
	Preset  string
	Code    string // of the plan
	Layout  product.Layout
	M, N, K int
	Data    string // ID of a generator
	Seed    uint64
}

// Job is the text form of the product as a job.
func (p Product) Job() string { return job{Product: p, hi: uint64(p.M * p.N)}.String() }

// Given is the text form of a product whose numbers no generator makes: row and column write a row of A and a column of B, codes
// of the call's operands.
func (p Product) Given(row, column func(v []uint64, at int)) string {
	preset, _ := product.Find(p.Preset)
	j := job{Product: p, hi: uint64(p.M * p.N), a: packed(p.M, p.K, preset.In.Bits/8, row), b: packed(p.N, p.K, preset.In.Bits/8, column)}
	j.Data = given
	return j.String()
}

// given stands for a generator where a job has the numbers in its text.
const given = "given"

// packed writes n lines of k codes, of size bytes each with the lowest first, in base64: all lines are as long as each other.
func packed(n, k, size int, line func(v []uint64, at int)) string {
	var b strings.Builder
	v, raw := make([]uint64, k), make([]byte, 0, k*size+8)
	for at := range n {
		line(v, at)
		raw = raw[:0]
		for _, c := range v {
			raw = binary.LittleEndian.AppendUint64(raw, c)[:len(raw)+size]
		}
		b.WriteString(base64.RawStdEncoding.EncodeToString(raw))
	}
	return b.String()
}

// unpacked returns what reads the lines that packed wrote, each of them once.
func unpacked(text string, n, size int) func(v []uint64, at int) {
	lines := make([][]uint64, n)
	return func(v []uint64, at int) {
		if lines[at] == nil {
			width := base64.RawStdEncoding.EncodedLen(len(v) * size)
			raw, _ := base64.RawStdEncoding.AppendDecode(nil, []byte(text[at*width:][:width]))
			raw = append(raw, make([]byte, len(v)*size+8-len(raw))...) // zeros for what is not base64
			lines[at] = make([]uint64, len(v))
			for k := range v {
				lines[at][k] = binary.LittleEndian.Uint64(raw[k*size:]) & (1<<(8*size) - 1)
			}
		}
		copy(v, lines[at])
	}
}

type job struct {
	Product
	lo, hi uint64
	a, b   string // packed, of given numbers
}

func (j job) String() string {
	p := &j.Product
	words := []string{"gemm", p.Preset, p.Code, string(p.Layout), strconv.Itoa(p.M), strconv.Itoa(p.N), strconv.Itoa(p.K), p.Data, strconv.FormatUint(p.Seed, 10)}
	if j.Data == given {
		words = append(words[:len(words)-1], j.a, j.b)
	}
	return strings.Join(append(words, strconv.FormatUint(j.lo, 16), strconv.FormatUint(j.hi, 16)), " ")
}

// rows are the first row that the elements from lo to hi meet, and how many they meet.
func (j job) rows() (first, n int) {
	first = int(j.lo) / j.N
	return first, (int(j.hi)+j.N-1)/j.N - first
}

func newJob(words []string, lo, hi uint64) (sweep.Job, error) {
	named := len(words) > 6 && words[6] == given
	if len(words) != 8 && !(named && len(words) == 9) {
		return nil, errors.New("a matrix product is named by preset, plan, layout, M, N, K, data and seed")
	}
	j := job{Product: Product{Preset: words[0], Code: words[1], Layout: product.Layout(words[2]), Data: words[6]}, lo: lo, hi: hi}
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
	if named {
		j.a, j.b = words[7], words[len(words)-1]
	} else if j.Seed, err = strconv.ParseUint(words[7], 10, 64); err != nil {
		return nil, errors.New("the seed is a number")
	}
	p, ok := product.Find(j.Preset)
	if !ok || j.Layout != product.Columns && j.Layout != product.Rows {
		return nil, errors.New("no such preset or layout")
	}
	if _, ok := p.Coded(j.Code); !ok {
		return nil, errors.New("no such plan")
	}
	if _, ok := product.FindData(j.Data); !ok && !named {
		return nil, errors.New("no such data")
	}
	if hi > uint64(j.M*j.N) {
		return nil, errors.New("the product has fewer elements")
	}
	if named {
		_, n := j.rows()
		if width := base64.RawStdEncoding.EncodedLen(j.K * p.In.Bits / 8); len(j.a) != n*width || len(j.b) != j.N*width {
			return nil, errors.New("the numbers of A and B are not as many as the product has")
		}
	}
	return j, nil
}

func (j job) Range() (lo, hi uint64) { return j.lo, j.hi }

func (j job) Part(lo, hi uint64) sweep.Job {
	first, n := j.rows()
	j.lo, j.hi = max(lo, j.lo), min(hi, j.hi)
	if j.Data == given && n > 0 {
		width := len(j.a) / n
		at, rows := j.rows()
		j.a = j.a[(at-first)*width:][:rows*width]
	}
	return j
}

func (j job) Start() sweep.Runner {
	p, _ := product.Find(j.Preset)
	plan, _ := p.Coded(j.Code)
	if j.Data == given {
		first, n := j.rows()
		row := unpacked(j.a, n, p.In.Bits/8)
		return New(p, plan, j.N, j.K, j.lo, j.hi, func(v []uint64, i int) { row(v, i-first) }, unpacked(j.b, j.N, p.In.Bits/8))
	}
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
