package conform

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/libm"
)

// FlagNames are the sets of nvcc's flags in files of checksums, and those of processors for the C library, by libm.Variant.
var FlagNames = [...]string{libm.Default: "default", libm.FTZ: "ftz", libm.Fast: "fast", libm.GNU: "gnu", libm.GNUPlain: "gnu_sse2"}

// Checksum is what was recorded of a mathematical function of one binary32 operand: the sum over all arguments x of
// mix(x*2^32 + f(x)) modulo 2^64, with the mixing function of splitmix64, and the same sums over 16 samples of 2^15 arguments
// each.
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

// Sample evaluates the function on a sample and returns its checksum.
func (c *Checksum) Sample(j int) uint64 {
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
		if !ok || c.f.Arity != 1 || c.f.Format.Bits != 32 {
			return nil, fmt.Errorf("no function %q of one binary32 operand under the flags %q", c.Name, c.Flags)
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
