package conform

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/libm"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// FlagNames are the sets of nvcc's flags in files of checksums, and those of processors for the C library, by libm.Variant.
var FlagNames = [...]string{libm.Default: "default", libm.FTZ: "ftz", libm.Fast: "fast", libm.GNU: "gnu", libm.GNUPlain: "gnu_sse2"}

// Checksum is what was recorded of a mathematical function. Of one binary32 operand: the sum over all arguments x of
// mix(x*2^32 + f(x)) modulo 2^64, with the mixing function of splitmix64, and the same sums over 16 samples of 2^15 arguments
// each. Of others: the sum over Drawn operands of mix(h ^ f(x, y)), where h is mix(mix(x) ^ y), or mix(x) where there is no y, and
// those over 16 samples of 2^12 of them.
type Checksum struct {
	Flags, Name string
	Total       uint64
	Samples     [16]uint64
	f           *libm.Function
}

// Sample j are the arguments SampleStep*j + SampleFirst + k*2^17, which go through all exponents, with other last bits.
const (
	SampleStep  = 8191
	SampleFirst = 4099
)

// Drawn is how many operands are drawn for a function that has too many to try each. Sample j begins at number j*DrawnStep.
const (
	Drawn     = 1 << 24
	DrawnStep = Drawn / 16
)

// Every reports whether the checksum is that of every argument, not of drawn operands.
func (c *Checksum) Every() bool { return c.f.Arity == 1 && c.f.Format == format.F32 }

// Draw returns operand n of those that are drawn: any bits, exponents near 0 and around, small multiples of 1/4, and of binary64
// numbers next to multiples of pi/2 and where exp overflows and underflows.
func Draw(f *format.Format, n uint64) uint64 {
	r, e := mix(n), mix(^n)
	times := func(k, x uint64) uint64 {
		whole := arith.FromInt(round.Env{}, f, arith.IntType{Bits: 64}, k, nil).Bits
		return arith.Mul(round.Env{}, f, f, whole, wide.From64(x), nil).Bits.Lo
	}
	if f == format.F32 {
		sign, fraction := r&(1<<31), r&(1<<23-1)
		switch e >> 60 {
		case 0, 1, 2, 3:
			return r & (1<<32 - 1)
		case 4:
			return sign | times(r>>40&1023, 0x3e800000)
		}
		return sign | (127-8+e%16)<<23 | fraction
	}
	sign, fraction := r&(1<<63), r&(1<<52-1)
	switch e >> 60 {
	case 0, 1:
		return r
	case 2:
		return sign | times(r&1023, 0x3fd0<<48)
	case 3:
		return sign | times(r>>10&(1<<(e&31)-1), 0x3ff921fb54442d18) + r&3
	case 4:
		return sign | times(700<<18+r&(1<<24-1), 0x3ed0<<48)
	case 5, 6, 7:
		return sign | (1023-60+e%72)<<52 | fraction
	}
	return sign | (1023-4+e%10)<<52 | fraction
}

// Range returns the checksum over drawn operands from number n on.
func (c *Checksum) Range(n, count uint64) (sum uint64) {
	for range count {
		var x [3]uint64
		h := uint64(0)
		for k := range uint64(c.f.Arity) {
			x[k] = Draw(c.f.Format, 4*n+k)
			h = mix(h ^ x[k])
		}
		sum += mix(h ^ c.f.Eval(x))
		n++
	}
	return sum
}

// Sample evaluates the function on a sample and returns its checksum.
func (c *Checksum) Sample(j int) uint64 {
	if !c.Every() {
		return c.Range(uint64(j)*DrawnStep, 1<<12)
	}
	sum := uint64(0)
	for k := range uint32(1 << 15) {
		x := uint64(SampleStep*uint32(j) + SampleFirst + k<<17)
		sum += mix(x<<32 | c.f.Eval([3]uint64{x}))
	}
	return sum
}

// String returns the checksum as a line of its file.
func (c *Checksum) String() string {
	s := fmt.Sprintf("%s\t%s\t%016x", c.Flags, c.Name, c.Total)
	for _, v := range c.Samples {
		s += fmt.Sprintf("\t%016x", v)
	}
	return s
}

// ReadChecksums reads such a file: gzip of lines of tab-separated columns, flags, name, checksum and those of the samples;
// lines beginning with # are comments. A function that the lab does not have is an error.
func ReadChecksums(r io.Reader) (list []Checksum, err error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	s := bufio.NewScanner(z)
	for s.Scan() {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		columns := strings.Split(s.Text(), "\t")
		var c Checksum
		if len(columns) != 3+len(c.Samples) {
			return nil, fmt.Errorf("%d columns where flags, a name and 17 checksums should stand", len(columns))
		}
		c.Flags, c.Name = columns[0], columns[1]
		v := slices.Index(FlagNames[:], c.Flags)
		ok := v >= 0
		if ok {
			c.f, ok = libm.Find(c.Name, libm.Variant(v))
		}
		if !ok {
			return nil, fmt.Errorf("no function %q under the flags %q", c.Name, c.Flags)
		}
		for k, text := range columns[2:] {
			x, err := strconv.ParseUint(text, 16, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %q is no checksum", c.Name, text)
			}
			if k == 0 {
				c.Total = x
			} else {
				c.Samples[k-1] = x
			}
		}
		list = append(list, c)
	}
	return list, s.Err()
}
