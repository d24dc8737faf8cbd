// Package conform compares the lab with recorded results: vectors measured on hardware, and lines in the format of
// Berkeley TestFloat.
//
// A vector file is text, plain or gzip: lines "# key: value", then one case a line, operands and result in hex, and
// the exception flags as a last column where the "columns" header says so. A header after cases begins the next
// operation, so that concatenated files are a file too. Keys: op (the operation's name: of package gpu, or
// sse.NAME.DIRECTION, or x87.NAME.DIRECTION; matrix instructions: matrix.go), in and out (types), control (ftz, daz, pc24, pc53, pc64), columns.
package conform

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// Report counts the cases of one operation.
type Report struct {
	Name        string // the op header, and the control header if it is not "default"
	Passed      int
	Failed      int
	Unsupported int    // cases of an operation that the lab does not have
	Reason      string // why Unsupported
	Order       bool   // rows of a summation order: equal, wrong, not claimed
	Mismatches  []Mismatch
}

// MaxMismatches is the number of mismatches that a Report keeps.
const MaxMismatches = 3

// Mismatch is a case whose result or flags differ.
type Mismatch struct {
	Line     int
	Operands []wide.U128
	Want     wide.U128
	Got      wide.U128
	Flagged  bool // the file records flags
	WantFlag round.Flags
	GotFlag  round.Flags
}

// String returns the mismatch as one line.
func (m Mismatch) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "line %d:", m.Line)
	for _, x := range m.Operands {
		b.WriteString(" " + Hex(x))
	}
	fmt.Fprintf(&b, ": expected %s", Hex(m.Want))
	if m.Flagged {
		fmt.Fprintf(&b, " flags %x", m.WantFlag)
	}
	fmt.Fprintf(&b, ", got %s", Hex(m.Got))
	if m.Flagged {
		fmt.Fprintf(&b, " flags %x", m.GotFlag)
	}
	return b.String()
}

// Hex returns a code as hexadecimal digits without leading zeros.
func Hex(x wide.U128) string {
	if x.Hi == 0 {
		return fmt.Sprintf("%x", x.Lo)
	}
	return fmt.Sprintf("%x%016x", x.Hi, x.Lo)
}

// maxLine is the length of the longest line that is read.
const maxLine = 1 << 20

// Check reads a vector file, a file of summation orders (orders.go: JSON trees and sums, sums of reduction patterns), or
// one of expressions (expressions.go), and compares every case. An error says that the file cannot be used: unreadable, no
// operation named, or a line that is no case; the reports hold what was compared before.
func Check(r io.Reader) ([]Report, error) {
	br := bufio.NewReader(r)
	if magic, _ := br.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(br)
		if err != nil {
			return nil, err
		}
		br = bufio.NewReader(z)
	}
	switch head, _ := br.Peek(12); {
	case len(head) > 0 && head[0] == '[':
		return checkJSON(br)
	case strings.HasPrefix(string(head), "pattern\t"):
		return checkKernels(br)
	case isExpressions(head):
		return checkExpressions(br)
	}
	s := bufio.NewScanner(br)
	s.Buffer(nil, maxLine)
	var c checker
	for s.Scan() {
		c.line++
		if err := c.next(s.Bytes()); err != nil {
			return c.reports, fmt.Errorf("line %d: %w", c.line, err)
		}
	}
	if err := s.Err(); err != nil {
		return c.reports, fmt.Errorf("after line %d: %w", c.line, err)
	}
	if len(c.reports) == 0 {
		return nil, errors.New("no cases")
	}
	return c.reports, nil
}

// checker is the state of Check.
type checker struct {
	line    int
	header  map[string]string
	cases   bool // cases have followed the header
	implied bool // operands count from 0
	count   uint64
	eval    evaluator
	read    columnReader // of a matrix instruction or product, nil otherwise
	reports []Report
}

func (c *checker) next(line []byte) error {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
		return nil
	case line[0] == '#':
		if c.cases || c.header == nil {
			c.header, c.cases = make(map[string]string), false
		}
		if key, value, ok := strings.Cut(string(line[1:]), ":"); ok {
			c.header[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
		return nil
	}
	if !c.cases {
		if err := c.begin(); err != nil {
			return err
		}
	}
	rep := &c.reports[len(c.reports)-1]
	switch {
	case c.read != nil:
		return c.read(rep, line)
	case c.eval.do == nil:
		rep.Unsupported++
		return nil
	}
	return c.compare(rep, line)
}

// begin opens the report of the operation that the header names.
func (c *checker) begin() error {
	op := c.header["op"]
	if op == "" {
		return errors.New(`a case without a header "# op: …" before it`)
	}
	c.cases = true
	c.implied, c.count = c.header["operands"] == "counting from 0", 0
	c.reports = append(c.reports, Report{Name: op})
	rep := &c.reports[len(c.reports)-1]
	if control := c.header["control"]; control != "" && control != "default" {
		rep.Name += " " + control
	}
	var err error
	c.eval, c.read = evaluator{}, nil
	switch {
	case c.header["terms"] != "":
		c.read, err = c.matrixReader()
	case strings.HasPrefix(op, "torch."):
		c.read, err = c.productReader()
	default:
		c.eval, err = match(c.header)
	}
	if err != nil {
		rep.Reason = err.Error()
	}
	return nil
}

// compare evaluates the case in line.
func (c *checker) compare(rep *Report, line []byte) error {
	var col [5]wide.U128
	n := 0
	if c.implied {
		col[0], n = wide.From64(c.count), 1
		c.count++
	}
	for len(line) > 0 {
		if n == len(col) {
			return errors.New("too many columns")
		}
		word := line
		if k := bytes.IndexAny(line, " \t"); k >= 0 {
			word, line = line[:k], bytes.TrimLeft(line[k:], " \t")
		} else {
			line = nil
		}
		v, ok := parseHex(word)
		if !ok {
			return fmt.Errorf("%.40q is no hexadecimal number of at most 32 digits", word)
		}
		col[n] = v
		n++
	}
	want := c.eval.arity + 1
	if c.eval.flags {
		want++
	}
	if n != want {
		return fmt.Errorf("%d columns where %s has %d", n, rep.Name, want)
	}
	m := Mismatch{Line: c.line, Want: col[c.eval.arity], Flagged: c.eval.flags}
	var x [3]wide.U128
	copy(x[:], col[:c.eval.arity])
	r := c.eval.do(x)
	m.Got, m.GotFlag = r.Bits, r.Flags
	if m.Flagged {
		m.WantFlag = round.Flags(col[n-1].Lo)
	} else {
		m.GotFlag = 0
	}
	if m.Got == m.Want && m.GotFlag == m.WantFlag {
		rep.Passed++
		return nil
	}
	rep.Failed++
	if len(rep.Mismatches) < MaxMismatches {
		m.Operands = append(m.Operands, x[:c.eval.arity]...)
		rep.Mismatches = append(rep.Mismatches, m)
	}
	return nil
}

// parseHex reads 1 to 32 hexadecimal digits.
func parseHex(s []byte) (v wide.U128, ok bool) {
	if len(s) == 0 || len(s) > 32 {
		return v, false
	}
	for _, b := range s {
		d := hexDigit[b]
		if d > 15 {
			return v, false
		}
		v.Hi = v.Hi<<4 | v.Lo>>60
		v.Lo = v.Lo<<4 | uint64(d)
	}
	return v, true
}

// hexDigit maps a byte to its value as a hexadecimal digit, or to 255.
var hexDigit = func() (t [256]uint8) {
	for i := range t {
		t[i] = 255
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = uint8(i)
	}
	for i, c := range []byte("ABCDEF") {
		t[c] = uint8(10 + i)
	}
	return t
}()
