package x86

import (
	"bufio"
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/wide"
)

// recorded returns the lines of a compressed file of testdata without its header, cut at tabs.
func recorded(t *testing.T, name string) [][]string {
	t.Helper()
	z := bytes.NewReader(testfile.Text(t, filepath.Join("testdata", name)))
	var out [][]string
	for s := bufio.NewScanner(z); s.Scan(); {
		if line := s.Text(); !strings.HasPrefix(line, "#") {
			out = append(out, strings.Split(line, "\t"))
		}
	}
	return out
}

func hex(t *testing.T, s string) uint64 {
	t.Helper()
	v, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func operandsOf(t *testing.T, s string) (x [Operands]wide.U128) {
	for k, w := range strings.Fields(s) {
		x[k].Lo = hex(t, w)
	}
	return x
}

// TestRecordedPrograms runs 300 programs that a processor ran, instruction by instruction, under all roundings and
// precisions with and without spills: names, the top of the stack, stored codes and status words must agree. Of the
// status word C0 and C3 are left out, which these instructions leave undefined (Intel SDM volume 1, table 8-1).
func TestRecordedPrograms(t *testing.T) {
	checkRecorded(t, "programs.txt.gz", 3000)
}

// TestRecordedTraps runs programs that end with an exception that is not masked.
func TestRecordedTraps(t *testing.T) { checkRecorded(t, "traps.txt.gz", 900) }

func checkRecorded(t *testing.T, file string, least int) {
	bad, instructions := 0, 0
	for _, c := range recorded(t, file) {
		p := compile(t, c[0], c[1] == "double")
		w := ControlWord(hex(t, c[2]))
		m := Machine{Unit: UnitX87, Control: w, Spills: uint32(hex(t, c[3]))}
		run := m.Evaluate(p, operandsOf(t, c[4]))
		var got []string
		for _, l := range run.Lines {
			status := ":" + pad(uint64(l.Status(w)), 4)
			if l.Kind == LineStore || l.Kind == LineFinal {
				if l.None { // the recorded code is what was in memory before
					code := strings.Split(strings.Fields(c[5])[len(got)], ":")
					l.To.Bits.Lo = hex(t, code[1])
				}
				got = append(got, strings.TrimPrefix(l.Name, "fstp m")+":"+strconv.FormatUint(l.To.Bits.Lo, 16)+status)
				continue
			}
			got = append(got, strings.Replace(l.Name, " m", "", 1)+":"+strconv.FormatUint(l.Regs[0].Bits.Hi, 16)+"."+strconv.FormatUint(l.Regs[0].Bits.Lo, 16)+status)
		}
		want := strings.Fields(c[5])
		if len(got) != len(want) {
			t.Fatalf("%s: %v, recorded %v", c[0], got, want)
		}
		for k := range want {
			instructions++
			n := len(want[k]) - 4
			status := pad(hex(t, want[k][n:])&^0x4100, 4)
			if got[k] != want[k][:n]+status {
				if bad++; bad < 12 {
					t.Errorf("%s %s under %04x with %s: instruction %d is %s, recorded %s", c[1], c[0], w, c[4], k, got[k], want[k])
				}
				break
			}
		}
	}
	if bad > 0 || instructions < least {
		t.Errorf("%d programs differ; %d instructions", bad, instructions)
	}
}

func pad(v uint64, n int) string {
	s := strconv.FormatUint(v, 16)
	return strings.Repeat("0", max(0, n-len(s))) + s
}
