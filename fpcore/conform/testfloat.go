package conform

import (
	"bytes"
	"io"
	"runtime"
	"sync"

	"ulplab/fpcore/round"
	lab "ulplab/fpcore/trace"
	"ulplab/fpcore/wide"
)

// trace is the type of the last argument of operations; conform passes none.
type trace = *lab.Trace

// Summary counts the TestFloat cases of one run.
type Summary struct {
	Cases      int64 // lines that could be read, right or wrong
	Passed     int64
	Failed     int64
	Bad        int64 // lines that are no case
	Mismatches []Mismatch
	BadLines   []BadLine // the first MaxMismatches
}

// BadLine is a line that is no case.
type BadLine struct {
	Line int
	Text string // at most 100 bytes
}

// chunkSize is how much input a worker gets at once; a longer line is a bad one.
const chunkSize = 1 << 18

// chunk is a piece of input that ends at the end of a line.
type chunk struct {
	text []byte
	done chan tally
}

// tally is what a worker found in a chunk; line numbers count from the start of the chunk.
type tally struct {
	Summary
	lines int
	buf   []byte
}

// TestFloat reads lines in the format of Berkeley TestFloat's testfloat_gen (operands, result, flags; hexadecimal,
// separated by spaces; flags 1 inexact, 2 underflow, 4 overflow, 8 infinite, 16 invalid) and compares each with the
// function of the given name (functionInfos.c of TestFloat lists them). Bad lines are counted and skipped. It reads
// a stream of any length in constant memory and uses every processor.
//
// The operands of extF80 functions that TestFloat generates are canonical: the integer bit is set exactly if the
// exponent field is not zero. Of others, SoftFloat computes with unnormal numbers as their bits stand, while the
// x87, and so the lab, refuses them as invalid; a pseudo-subnormal number has the same value in both.
func TestFloat(r io.Reader, name string, opt Options) (Summary, error) {
	f, err := newFunction(name, opt)
	if err != nil {
		return Summary{}, err
	}
	workers := runtime.GOMAXPROCS(0)
	work := make(chan chunk, workers)
	order := make(chan chan tally, 2*workers)
	free := make(chan []byte, 3*workers)
	for range cap(free) {
		free <- make([]byte, 0, chunkSize)
	}
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for c := range work {
				c.done <- f.run(c.text)
			}
		})
	}
	var sum Summary
	collected := make(chan struct{})
	go func() {
		line := 0
		for done := range order {
			t := <-done
			sum.add(t, line)
			line += t.lines
			free <- t.buf[:0]
		}
		close(collected)
	}()
	err = feed(r, free, func(text []byte) {
		done := make(chan tally, 1)
		order <- done
		work <- chunk{text, done}
	})
	close(work)
	close(order)
	<-collected
	group.Wait()
	return sum, err
}

// feed cuts the input into chunks that end at the end of a line; the last line may lack its newline. Of a line that
// fills a chunk only the beginning is sent, as a bad line.
func feed(r io.Reader, free <-chan []byte, send func([]byte)) error {
	buf := <-free
	skip := false // the rest of a line that was too long
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if skip {
			end := bytes.IndexByte(buf, '\n') + 1
			skip = end == 0
			if skip {
				end = len(buf)
			}
			buf = buf[:copy(buf, buf[end:])]
		}
		if err != nil {
			if len(buf) > 0 {
				send(buf)
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
		if len(buf) < cap(buf) {
			continue
		}
		end := bytes.LastIndexByte(buf, '\n') + 1
		skip = end == 0
		if skip {
			end = len(buf)
		}
		next := <-free
		next = append(next, buf[end:]...)
		send(buf[:end])
		buf = next
	}
}

// add appends the tally of the chunk that begins after line lines.
func (s *Summary) add(t tally, line int) {
	s.Cases += t.Cases
	s.Passed += t.Passed
	s.Failed += t.Failed
	s.Bad += t.Bad
	for _, m := range t.Mismatches {
		if len(s.Mismatches) < MaxMismatches {
			m.Line += line
			s.Mismatches = append(s.Mismatches, m)
		}
	}
	for _, b := range t.BadLines {
		if len(s.BadLines) < MaxMismatches {
			b.Line += line
			s.BadLines = append(s.BadLines, b)
		}
	}
}

// softFlags translates flags to the bits of SoftFloat.
var softFlags = func() (t [64]uint8) {
	for i := range t {
		for k, f := range []round.Flags{round.Inexact, round.Underflow, round.Overflowed, round.DivideByZero, round.Invalid} {
			if round.Flags(i)&f != 0 {
				t[i] |= 1 << k
			}
		}
	}
	return t
}()

// run compares every line of text.
func (f *function) run(text []byte) tally {
	t := tally{buf: text}
	var x [3]wide.U128
	for len(text) > 0 {
		t.lines++
		whole := text
		rest, ok := text, true
		for k := range f.in {
			if x[k], rest, ok = field(rest, f.in[k]); !ok {
				break
			}
		}
		var want, flags wide.U128
		if ok {
			want, rest, ok = field(rest, f.out)
		}
		if ok {
			flags, rest, ok = field(rest, 5)
		}
		if ok {
			text, ok = lineEnd(rest)
		}
		if !ok {
			text = t.bad(whole)
			continue
		}
		t.Cases++
		got, gotFlags := f.do(&x)
		if uint64(softFlags[gotFlags&63]) == flags.Lo && f.same(want, got, gotFlags) {
			t.Passed++
			continue
		}
		t.Failed++
		if len(t.Mismatches) < MaxMismatches {
			t.Mismatches = append(t.Mismatches, Mismatch{Line: t.lines, Operands: append([]wide.U128(nil), x[:len(f.in)]...),
				Want: want, Got: got, Flagged: true, WantFlag: round.Flags(flags.Lo), GotFlag: round.Flags(softFlags[gotFlags&63])})
		}
	}
	return t
}

// bad counts the first line of text as bad unless it is empty, and returns the text after it.
func (t *tally) bad(text []byte) []byte {
	line, rest, _ := bytes.Cut(text, []byte{'\n'})
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return rest
	}
	t.Bad++
	if len(t.BadLines) < MaxMismatches {
		t.BadLines = append(t.BadLines, BadLine{t.lines, string(line[:min(len(line), 100)])})
	}
	return rest
}

// field reads a hexadecimal number of at most the given width in bits and the space after it.
func field(s []byte, width int) (v wide.U128, rest []byte, ok bool) {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\t') {
		s = s[1:]
	}
	n := 0
	for n < len(s) && n < 33 {
		d := hexDigit[s[n]]
		if d > 15 {
			break
		}
		v.Hi = v.Hi<<4 | v.Lo>>60
		v.Lo = v.Lo<<4 | uint64(d)
		n++
	}
	if n == 0 || n > 32 || width < 64 && (v.Hi != 0 || v.Lo>>width != 0) || width < 128 && width >= 64 && v.Hi>>(width-64) != 0 {
		return v, s, false
	}
	return v, s[n:], n == len(s) || s[n] <= ' '
}

// lineEnd skips blanks to the end of the line.
func lineEnd(s []byte) (rest []byte, ok bool) {
	for i, c := range s {
		switch c {
		case '\n':
			return s[i+1:], true
		case ' ', '\t', '\r':
		default:
			return s, false
		}
	}
	return nil, true
}
