package conform

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/mufu"
	"ulplab/fpcore/reduce"
)

// Digest is the recorded checksum of a function of one operand over all its operands, and of each 256th part of them.
type Digest struct {
	Name   string // of package gpu, or of package mufu ("MUFU.RCP")
	Width  int    // bits of the operand: 16 or 32
	Total  uint64
	Slices [256]uint64 // by the upper 8 bits of the operand
	do     func(x uint32) uint32
}

// Slice evaluates the function on all operands whose upper 8 bits are k and returns their checksum: the sum over x of
// mix(x*2^32 + f(x)) modulo 2^64, with the mixing function of splitmix64.
func (d *Digest) Slice(k int) uint64 {
	sum := uint64(0)
	shift := d.Width - 8
	for x := uint64(k) << shift; x < uint64(k+1)<<shift; x++ {
		sum += mix(x<<32 | uint64(d.do(uint32(x))))
	}
	return sum
}

func mix(z uint64) uint64 {
	r := reduce.Random(z)
	return r.Next()
}

// ReadDigests reads checksums, gzip of lines of tab-separated columns: name, total, then 256 slices, in hexadecimal;
// lines beginning with # are comments. A function that the lab does not have is an error.
func ReadDigests(r io.Reader) ([]Digest, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	var list []Digest
	s := bufio.NewScanner(io.LimitReader(z, 1<<24))
	for s.Scan() {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		columns := strings.Split(s.Text(), "\t")
		if len(columns) != 2+256 {
			return nil, fmt.Errorf("%d columns where a name and 257 checksums should stand", len(columns))
		}
		d := Digest{Name: columns[0]}
		if d.do, d.Width = function1(d.Name); d.do == nil {
			return nil, fmt.Errorf("no function %q of one operand of 16 or 32 bits", d.Name)
		}
		for k, text := range columns[1:] {
			v, err := strconv.ParseUint(text, 16, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %q is no checksum", d.Name, text)
			}
			if k == 0 {
				d.Total = v
			} else {
				d.Slices[k-1] = v
			}
		}
		list = append(list, d)
	}
	if len(list) == 0 {
		return nil, errors.Join(errors.New("no checksums"), s.Err())
	}
	return list, s.Err()
}

// function1 finds a function of one operand of at most 32 bits by name, and the width of its operand.
func function1(name string) (func(x uint32) uint32, int) {
	for f, n := range mufu.Names {
		if n != name {
			continue
		}
		width := 32
		if strings.HasSuffix(n, "F16") {
			width = 16
		}
		return mufu.Function(f).Do, width
	}
	i, ok := gpu.Find(name)
	if !ok || len(i.In) != 1 || i.In[0].Bits() > 32 || i.Out.Bits() > 32 {
		return nil, 0
	}
	return func(x uint32) uint32 { return uint32(i.Bits([3]uint64{uint64(x)})) }, i.In[0].Bits()
}

// Sweep evaluates the function on all its operands, with the given number of goroutines, and returns the slices whose
// checksums differ, in order, and the checksum of all.
func (d *Digest) Sweep(workers int) (wrong []int, total uint64) {
	var sums [256]uint64
	var next atomic.Int32
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for k := next.Add(1) - 1; k < 256; k = next.Add(1) - 1 {
				sums[k] = d.Slice(int(k))
			}
		})
	}
	group.Wait()
	for k, s := range sums {
		total += s
		if s != d.Slices[k] {
			wrong = append(wrong, k)
		}
	}
	return wrong, total
}
