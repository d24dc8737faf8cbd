package sweep

import (
	"bufio"
	"bytes"
	"flag"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
)

var whole = flag.String("sweep", "", "compare the whole sweep of this job's instruction, or of all if it is \"all\", with the recorded one")

// record is one line of the recorded evidence.
type record struct {
	mode, function, job        string
	max                        float64
	arg                        uint32
	finite, incorrect, special uint64
	steps                      [MaxSteps + 1]uint64
	profile                    [512]float64
}

func records(t *testing.T) (list []record) {
	t.Helper()
	z := bytes.NewReader(testfile.Text(t, "testdata/h200_ulp.tsv.gz"))
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<16)
	for s.Scan() {
		if strings.HasPrefix(s.Text(), "#") {
			continue
		}
		c := strings.Split(s.Text(), "\t")
		if len(c) != 8+MaxSteps+1+512 {
			t.Fatalf("%d columns", len(c))
		}
		whole := func(i, base int) uint64 {
			n, err := strconv.ParseUint(c[i], base, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		real := func(i int) float64 {
			x, err := strconv.ParseFloat(c[i], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		r := record{mode: c[0], function: c[1], job: c[2], max: real(3), arg: uint32(whole(4, 16)), finite: whole(5, 10), incorrect: whole(6, 10), special: whole(7, 10)}
		for i := range r.steps {
			r.steps[i] = whole(8+i, 10)
		}
		for i := range r.profile {
			r.profile[i] = real(8 + MaxSteps + 1 + i)
		}
		list = append(list, r)
	}
	if len(list) != 43 {
		t.Fatalf("%d recorded sweeps", len(list))
	}
	return list
}

// near: a and b agree in the digits that were recorded.
func near(a, b float64, digits int) bool {
	return math.Abs(a-b) <= 0.501*math.Pow(10, math.Floor(math.Log10(b))-float64(digits-1))
}

// TestRecordedMaxima: at the argument recorded as the worst, each instruction has the recorded error, by the quick
// reference and exactly.
func TestRecordedMaxima(t *testing.T) {
	for _, r := range records(t) {
		j, err := Parse("ulp " + r.job + " " + hex8(uint64(r.arg)) + " " + hex8(uint64(r.arg)+1))
		if err != nil {
			t.Fatal(err)
		}
		a := j.Start().(*Accuracy)
		a.Step(1)
		exactly, err := strconv.ParseFloat(a.MaxUlps(9), 64)
		if err != nil {
			t.Fatal(err)
		}
		if r.job == "sqrt.approx.ftz.f32 raw" { // recorded in units of 2^-149, the ulp of the result 0, not of about 2^-63
			r.max /= 1 << (149 - 63 - 24)
		}
		if got := math.Float64frombits(a.Max); !near(got, r.max, 6) || !near(math.Abs(exactly), r.max, 6) || a.Arg != r.arg || a.Finite != 1 {
			t.Errorf("%s %s (%s): error at %08x is %v, exactly %v, recorded %v", r.mode, r.function, r.job, r.arg, got, exactly, r.max)
		}
	}
}

// TestRecordedProfile sweeps all arguments of some exponents and compares their largest error with the recorded one.
func TestRecordedProfile(t *testing.T) {
	for i, r := range records(t) {
		if os.Getenv("ULPLAB_LONG") == "" && i%5 != 0 || testing.Short() && i%40 != 0 {
			continue
		}
		k := []int{127, 126, 120, 130, 383, 381, 118}[i%7]
		j, err := Parse("ulp " + r.job + " " + hex8(uint64(k)<<23) + " " + hex8(uint64(k+1)<<23))
		if err != nil {
			t.Fatal(err)
		}
		a := j.Start().(*Accuracy)
		if !a.Step(1 << 23) {
			t.Fatal("a binade has 2^23 arguments")
		}
		if got := math.Float64frombits(a.Profile[k]); !near(got, r.profile[k], 4) && got != r.profile[k] {
			t.Errorf("%s %s (%s): exponent %d: %v, recorded %v", r.mode, r.function, r.job, k, got, r.profile[k])
		}
	}
}

// TestRecordedSweep compares whole sweeps: go test -run RecordedSweep -sweep rsqrt.approx.f32 -timeout 2h. The recorded reference was
// computed in binary64, so that a few of its results may be wrongly rounded: the counts may differ by one in ten million.
func TestRecordedSweep(t *testing.T) {
	for _, r := range records(t) {
		if *whole != "all" && *whole != r.job {
			continue
		}
		j, err := Parse("ulp " + r.job + " 0 100000000")
		if err != nil {
			t.Fatal(err)
		}
		a := sweep(t, j).(*Accuracy)
		r.compare(t, a)
	}
}

func (r *record) compare(t *testing.T, a *Accuracy) {
	t.Helper()
	close := func(what string, got, want uint64) {
		if d := max(got, want) - min(got, want); d > 400 {
			t.Errorf("%s %s: %s %d, recorded %d", r.mode, r.function, what, got, want)
		} else if d != 0 {
			t.Logf("%s %s: %s %d, recorded %d", r.mode, r.function, what, got, want)
		}
	}
	close("finite", a.Finite, r.finite)
	close("not correctly rounded", a.NotCorrect(), r.incorrect)
	close("special", a.Mismatch, r.special)
	for i := range r.steps {
		close("d"+strconv.Itoa(i), a.Steps[i], r.steps[i])
	}
	if got := math.Float64frombits(a.Max); !near(got, r.max, 6) && r.job != "sqrt.approx.ftz.f32 raw" {
		t.Errorf("%s %s: largest error %v at %08x, recorded %v at %08x", r.mode, r.function, got, a.Arg, r.max, r.arg)
	}
	for k, e := range a.Profile {
		if got, want := math.Float64frombits(e), r.profile[k]; got != want && !near(got, want, 4) && max(got, want) > 1e-3 {
			t.Errorf("%s %s: exponent %d: %v, recorded %v", r.mode, r.function, k, got, want)
		}
	}
}

// TestRecordedWhole compares all 2^32 arguments of the reciprocal square root and the square root with the record, count by
// count. Their results and errors repeat every two exponents, exactly, since the results are normal numbers: two binades
// stand for all of them, and the subnormal operands and the edges are swept as they are.
func TestRecordedWhole(t *testing.T) {
	for _, r := range records(t) {
		if r.mode != "default" || r.job != "rsqrt.approx.f32" && r.job != "sqrt.approx.f32" {
			continue
		}
		if testing.Short() && r.job == "sqrt.approx.f32" {
			continue
		}
		var total Accuracy
		for _, part := range []struct {
			lo, hi, times uint64
		}{
			{0, 1 << 23, 1}, {127 << 23, 128 << 23, 127}, {128 << 23, 129 << 23, 127}, {255 << 23, 255<<23 + 9, 1}, {1 << 31, 1<<31 + 9, 1}, {1<<32 - 9, 1 << 32, 1},
		} {
			j, err := Parse("ulp " + r.job + " " + hex8(part.lo) + " " + hex8(part.hi))
			if err != nil {
				t.Fatal(err)
			}
			a := sweep(t, j).(*Accuracy)
			total.Finite += a.Finite * part.times
			total.Mismatch += a.Mismatch * part.times
			for i, n := range a.Steps {
				total.Steps[i] += n * part.times
			}
			total.Max = max(total.Max, a.Max)
		}
		if total.Finite != r.finite || total.Mismatch != r.special || total.NotCorrect() != r.incorrect || total.Steps != r.steps || !near(math.Float64frombits(total.Max), r.max, 6) {
			t.Errorf("%s: %+v, recorded %+v", r.job, total, r)
		}
	}
}
