package tensor

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

// TestInteger: signs, widths, wrapping and clamping, against math/big.
func TestInteger(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, i := range Catalogue() {
		if !i.Integer() {
			continue
		}
		value := func(name string, v uint64) int64 {
			n, _ := strconv.Atoi(name[1:])
			m := int64(v & (1<<n - 1))
			if name[0] == 's' && m>>(n-1) != 0 {
				m -= 1 << n
			}
			return m
		}
		for range 20 {
			a, b, c := make([]uint64, i.K), make([]uint64, i.K), r.Uint32()
			want := big.NewInt(value(i.C, uint64(c)))
			for k := range a {
				a[k], b[k] = r.Uint64(), r.Uint64()
				if i.A != "b1" {
					want.Add(want, big.NewInt(value(i.A, a[k])*value(i.B, b[k])))
					continue
				}
				for bit := range 32 {
					x, y := a[k]>>bit&1, b[k]>>bit&1
					if i.Form == "and" && x+y == 2 || i.Form == "xor" && x != y {
						want.Add(want, big.NewInt(1))
					}
				}
			}
			low, high := big.NewInt(-1<<31), big.NewInt(1<<31-1)
			sum, d := i.Integer32(a, b, c)
			delivered := new(big.Int).Set(want)
			if i.Form == "satfinite" && delivered.Cmp(low) < 0 {
				delivered = low
			} else if i.Form == "satfinite" && delivered.Cmp(high) > 0 {
				delivered = high
			}
			if want.Cmp(big.NewInt(sum)) != 0 || d != uint32(delivered.Int64()) {
				t.Fatalf("%s: %d and %#x, not %v", i.ID(), sum, d, want)
			}
		}
		for k, name := range []string{i.ID(), i.Name()} {
			if got, ok := Find(name); !ok || !reflect.DeepEqual(got, i) && (i.Op != TCGEN05 || k == 0) {
				t.Errorf("Find(%s) = %v", name, got)
			}
		}
	}
	i, _ := Find("mma.m8n8k16.s32.u8.u8.s32.satfinite")
	if sum, d := i.Integer32([]uint64{255}, []uint64{255}, 0x7fffffff); sum != 1<<31-1+65025 || d != 0x7fffffff {
		t.Errorf("clamped: %d, %#x", sum, d)
	}
}

// TestIntegersOfH200: what an NVIDIA H200 (CUDA 13.0 V13.0.88, driver 580.159.04, sm_90a) made of every integer instruction that it
// has, of operands that the first line of the file tells: every recorded element of the first matrix, and the checksum of 256 of them.
func TestIntegersOfH200(t *testing.T) {
	text := testfile.Text(t, "testdata/h200_integer.txt.gz")
	drawn := func(operand, matrix, element int) uint64 {
		z := (uint64(operand)<<48 | uint64(matrix)<<24 | uint64(element)) + 1
		z *= 0x9E3779B97F4A7C15
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
	addend := func(matrix, element int) uint32 {
		z := drawn(2, matrix, element)
		v := uint32(z)
		switch z >> 62 {
		case 1:
			return 0x7fffffff - v&0xffff
		case 2:
			return 0x80000000 + v&0xffff
		case 3:
			return v & 0xffff
		}
		return v
	}
	seen, matrices := 0, 256
	if testing.Short() {
		matrices = 16
	}
	for line := range strings.Lines(string(text)) {
		word := strings.Fields(line)
		if word[0] == "#" {
			continue
		}
		seen++
		i, ok := Find(word[0])
		if !ok || !i.Has(90) {
			t.Errorf("%s: not found", word[0])
			continue
		}
		first := strings.Split(word[2], ",")
		k, m := i.K, i.M
		switch {
		case i.A == "b1":
			k /= 32
		case m == 1:
			m = 128 // threads
		}
		a, b := make([]uint64, k), make([]uint64, k)
		sum := uint64(14695981039346656037)
		for matrix := range matrices {
			for row := range m {
				for j := range k {
					a[j] = drawn(0, matrix, row*k+j)
				}
				for col := range i.N {
					for j := range k {
						b[j] = drawn(1, matrix, j*i.N+col)
						if i.M == 1 { // a register holds the elements
							x, y, at := drawn(0, matrix, row), drawn(1, matrix, row), j
							if i.Form == "hi" {
								at += 2
							}
							a[j], b[j] = x>>(j*32/k), y>>(8*at)
						}
					}
					_, d := i.Integer32(a, b, addend(matrix, row*i.N+col))
					for shift := 0; shift < 32; shift += 8 {
						sum = (sum ^ uint64(d>>shift&255)) * 1099511628211
					}
					if at := row*i.N + col; matrix == 0 && fmt.Sprintf("%x", d) != first[at] {
						t.Fatalf("%s, element %d: %x, not %s", i.ID(), at, d, first[at])
					}
				}
			}
		}
		if want := fmt.Sprintf("%016x", sum); matrices == 256 && want != word[1] {
			t.Errorf("%s: the checksum is %s, not %s", i.ID(), want, word[1])
		}
	}
	if seen != 75 {
		t.Errorf("%d instructions", seen)
	}
}
