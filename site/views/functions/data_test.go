package functions

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"flag"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var writeAccuracy = flag.Bool("accuracy", false, "write assets/data/accuracy.txt anew from testdata/accuracy")

const accuracyFile = "../../../assets/data/accuracy.txt"

// accuracyHead is the beginning of the file: where its numbers come from.
const accuracyHead = `# Accuracy of CUDA's functions of one argument; the form of these lines is told in site/views/functions/data.go.
# f a b c p m q r: measured on an NVIDIA H200 (sm_90, driver 580.159.04, nvcc 13.0.88), all 2^32 binary32 arguments.
# g: the same machine, two million binary64 arguments against quadruple precision.
# d, and the last part of g: CUDA C++ Programming Guide 13.x 5.5.6 to 5.5.9, 12.9 chapter 17, 11.x appendix H, 4.2 appendix C;
# PTX ISA 9.2; Ada: LLVM libc's conformance results for CUDA Math on an RTX 4000 SFF Ada.
# h: counted on the same machine in binary64, the longest runs computed again with 300 and 1200 bits.
`

func unzipped(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/accuracy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	b, err = io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func table(t *testing.T, name string, comma rune) [][]string {
	t.Helper()
	r := csv.NewReader(bytes.NewReader(unzipped(t, name)))
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 20 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows[1:]
}

var accuracyModes = [modesModel]string{"default", "ftz", "fast"}

type recorded struct {
	runs     [modesModel][][]string
	profiles [modesModel]map[string][]float64
}

func readRecorded(t *testing.T) (r recorded) {
	for i, m := range accuracyModes {
		r.runs[i] = table(t, m+".tsv.gz", '\t')
		if err := json.Unmarshal(unzipped(t, m+".profile.json.gz"), &r.profiles[i]); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// bounds returns the documented bounds by the name of the recorded function.
func bounds(t *testing.T, double bool) map[string][]string {
	all := map[string][]string{}
	plain := map[string]bool{"full range": true, "full range, RN": true, "RN": true, "exact / full range": true, "all": true}
	put := func(name, text, measure, domain, c11, old, ada string) {
		if plain[domain] {
			domain = ""
		}
		all[name] = []string{text, measure, domain, c11, old, ada}
	}
	if double {
		for _, r := range table(t, "cuda_ulp_double.csv.gz", ',') {
			put(r[0], r[1], "ulp", r[2], r[3], "", r[4])
		}
		return all
	}
	for _, r := range table(t, "cuda_ulp_single.csv.gz", ',') {
		domain := r[2]
		if r[0] == "sqrtf" { // the condition is that of the mode
			domain = ""
		}
		put(r[0], r[1], "ulp", domain, r[3], r[4], r[5])
	}
	ptx := map[string]string{"rcp.approx.f32": "rcp_approx", "sqrt.approx.f32": "sqrt_approx", "rsqrt.approx.f32": "rsqrt_approx",
		"ex2.approx.f32": "ex2_approx", "tanh.approx.f32": "tanh_approx", "__frcp_/__fsqrt_/__fdiv_{rn,rz,ru,rd}": "frcp_rn"}
	for _, r := range table(t, "cuda_ulp_intrinsics.csv.gz", ',') {
		name := r[1]
		if n := ptx[name]; n != "" {
			name = n
		}
		measure, domain := r[2], r[4]
		if name == "__tanf" {
			measure = "as"
		}
		if name == "__cosf" {
			domain = "[-pi,pi]; larger elsewhere"
		}
		if (name == "__sinf" || name == "__cosf" || strings.HasPrefix(name, "__log")) && !strings.Contains(domain, "pi") {
			domain = strings.ReplaceAll(domain, " / ", ", ")
		}
		if strings.HasSuffix(name, "_approx") && strings.HasPrefix(domain, "full") || name == "tanh_approx" {
			domain = ""
		}
		put(name, r[3], measure, domain, r[5], "", "")
	}
	return all
}

func token(v float64) string {
	if v == 0 {
		return "0"
	}
	s := strconv.FormatFloat(v, 'e', 3, 64) // the originals have four digits
	m, e, _ := strings.Cut(s, "e")
	digits := strings.TrimRight(strings.Replace(m, ".", "", 1), "0")
	exp, _ := strconv.Atoi(e)
	exp -= len(digits) - 1
	for exp > -3 && len(digits)+exp+3 <= 4 && exp+3 > 0 {
		digits, exp = digits+"0", exp-1
	}
	if exp == -3 {
		return digits
	}
	return digits + "e" + strconv.Itoa(exp)
}

func halfLine(p []float64) string {
	var words []string
	for i := 0; i < len(p); {
		n := 1
		for i+n < len(p) && p[i+n] == p[i] {
			n++
		}
		w := token(p[i])
		if n > 1 {
			w += "*" + strconv.Itoa(n)
		}
		words, i = append(words, w), i+n
	}
	return strings.Join(words, " ")
}

func changes(p, q []float64) string {
	var words []string
	for i := range p {
		if p[i] != q[i] {
			words = append(words, strconv.Itoa(i)+":"+token(q[i]))
		}
	}
	return strings.Join(words, " ")
}

func runLine(r []string) string {
	words := append([]string{r[1], r[2], r[4], r[5], r[6]}, r[7:]...)
	for len(words) > 5 && words[len(words)-1] == "0" {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

// pack makes the file from the originals.
func pack(t *testing.T) string {
	rec, single, double := readRecorded(t), bounds(t, false), bounds(t, true)
	var b strings.Builder
	b.WriteString(accuracyHead)
	line := func(word, s string) {
		b.WriteString(strings.TrimRight(word+" "+s, " \t") + "\n")
	}
	or := func(s, before string) string {
		if s == before {
			return "="
		}
		return s
	}
	// functions that others stand for under -use_fast_math come first
	order := func(r []string) int {
		if strings.HasPrefix(r[0], "__") || strings.Contains(r[0], "_approx") {
			return 0
		}
		return 1
	}
	for pass := range 2 {
		for i, r := range rec.runs[0] {
			if order(r) != pass {
				continue
			}
			name := r[0]
			line("f", name)
			before := ""
			for m, word := range []string{"a", "b", "c"} {
				row := rec.runs[m][i]
				if row[0] != name {
					t.Fatalf("row %d is %s and %s", i, name, row[0])
				}
				line(word, or(runLine(row), before))
				before = runLine(row)
			}
			p, q, s := rec.profiles[0][name], rec.profiles[1][name], rec.profiles[2][name]
			plus := halfLine(p[:256])
			line("p", plus)
			line("m", or(halfLine(p[256:]), plus))
			line("q", changes(p, q))
			fast := changes(q, s)
			if len(fast) > 200 {
				for _, other := range rec.runs[0] {
					if order(other) == 0 && slices.Equal(rec.profiles[1][other[0]], s) {
						fast = "@" + other[0]
						break
					}
				}
			}
			line("r", fast)
			d, ok := single[name]
			if !ok {
				t.Fatalf("no bound of %s", name)
			}
			line("d", strings.Join(d, "\t"))
		}
	}
	for _, r := range table(t, "double_sampled.tsv.gz", '\t') {
		d, ok := double[r[0]]
		if !ok {
			t.Fatalf("no bound of %s", r[0])
		}
		line("g", strings.Join(r, " ")+"\t"+strings.Join(d, "\t"))
	}
	for _, r := range hardRows(t) {
		line("h", r[0]+" "+r[1]+" "+r[2]+"|"+r[3])
	}
	return b.String()
}

// hardRows are the rows of runs.tsv.
func hardRows(t *testing.T) [][]string {
	raw, err := os.ReadFile("testdata/accuracy/runs.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, l := range strings.Split(strings.TrimRight(string(raw), "\n"), "\n") {
		if strings.HasPrefix(l, "#") || strings.HasPrefix(l, "function\t") {
			continue
		}
		if r := strings.Split(l, "\t"); len(r) == 4 {
			rows = append(rows, r)
		}
	}
	if len(rows) != 24 {
		t.Fatalf("%d functions", len(rows))
	}
	return rows
}

func loadAccuracy(t testing.TB) *Accuracy {
	t.Helper()
	b, err := os.ReadFile(accuracyFile)
	if err != nil {
		t.Fatal(err)
	}
	a, err := parseAccuracy(string(b))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The file that the page loads says exactly what was recorded: the numbers are compared one by one, read by other code.
func TestAccuracyIsWhatWasRecorded(t *testing.T) {
	packed := pack(t)
	if *writeAccuracy {
		if err := os.WriteFile(accuracyFile, []byte(packed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(accuracyFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(b) != packed {
		t.Error("assets/data/accuracy.txt is not what the originals give; go test ./site/views/functions -run Accuracy -accuracy writes it")
	}
	a := loadAccuracy(t)
	rec := readRecorded(t)
	if len(a.Functions) != len(rec.runs[0]) {
		t.Fatalf("%d functions, recorded are %d", len(a.Functions), len(rec.runs[0]))
	}
	for m := range rec.runs {
		for _, row := range rec.runs[m] {
			f := a.Function(row[0])
			if f == nil {
				t.Fatalf("%s is missing", row[0])
			}
			r := f.Modes[m]
			got := []string{r.Max, hex32(r.Arg), u64(r.Finite), u64(r.Not), u64(r.Special)}
			for _, n := range r.D {
				got = append(got, u64(n))
			}
			if want := append([]string{row[1], row[2]}, row[4:]...); !slices.Equal(got, want) {
				t.Errorf("%s in mode %d\n got %v\nwant %v", row[0], m, got, want)
			}
			if x, _ := strconv.ParseFloat(row[3], 32); math.Float32bits(float32(x)) != r.Arg {
				t.Errorf("%s: the argument %s is not %08x", row[0], row[3], r.Arg)
			}
			for i, want := range rec.profiles[m][row[0]] {
				u := f.Profile(m)[i]
				if got := float64(u.M) * math.Pow10(int(u.E)); math.Abs(got-want) > want*1e-14 {
					t.Fatalf("%s in mode %d: profile %d is %v, recorded %v", row[0], m, i, got, want)
				}
			}
		}
	}
	for i, row := range table(t, "double_sampled.tsv.gz", '\t') {
		d := a.Doubles[i]
		if got := []string{d.Name, d.Max, d.Arg, u64(d.N), u64(d.Not), u64(d.More)}; !slices.Equal(got, row) {
			t.Errorf("got %v, want %v", got, row)
		}
	}
	for i, row := range hardRows(t) {
		h := a.Hard[i]
		var counts, worst []string
		for _, n := range h.AtLeast {
			counts = append(counts, u64(n))
		}
		for _, w := range h.Worst {
			worst = append(worst, hex32(w.Arg)+":"+strconv.Itoa(w.Run))
		}
		if got := []string{h.ID, u64(h.N), strings.Join(counts, " "), strings.Join(worst, " ")}; !slices.Equal(got, row) {
			t.Errorf("got %v, want %v", got, row)
		}
	}
}

func u64(n uint64) string { return strconv.FormatUint(n, 10) }

func hex32(n uint32) string {
	s := strconv.FormatUint(uint64(n), 16)
	return "00000000"[len(s):] + s
}

// What the sums of the recorded numbers must be, whatever they are: a histogram counts every finite result once, and
// all but those at distance 0 are not correctly rounded.
func TestAccuracyAddsUp(t *testing.T) {
	for _, f := range loadAccuracy(t).Functions {
		for m, r := range f.Modes {
			sum := uint64(0)
			for _, n := range r.D {
				sum += n
			}
			if sum != r.Finite || sum-r.D[0] != r.Not {
				t.Errorf("%s in mode %d: %d counted, %d finite, %d of %d not correctly rounded", f.Name, m, sum, r.Finite, sum-r.D[0], r.Not)
			}
			best, _ := strconv.ParseFloat(r.Max, 64)
			most := 0.0
			for _, u := range f.Profile(m) {
				most = max(most, float64(u.M)*math.Pow10(int(u.E)))
			}
			if math.Abs(best-most) > most*5e-4 {
				t.Errorf("%s in mode %d: maximum %v, of the profile %v", f.Name, m, best, most)
			}
			at := f.Profile(m)[r.Arg>>31<<8|r.Arg>>23&255]
			if v := float64(at.M) * math.Pow10(int(at.E)); math.Abs(best-v) > v*5e-4 {
				t.Errorf("%s in mode %d: the profile has %v at the exponent of the worst argument, not %v", f.Name, m, v, best)
			}
		}
	}
}

func TestUlps(t *testing.T) {
	for s, want := range map[string]string{"0": "0", "1499": "1.499", "500": "0.5", "1678e4": "1.678e+7", "9766e-7": "0.0009766", "1863e-12": "1.863e-9",
		"63": "0.063", "9749e-4": "0.9749", "1340e-1": "134", "1000e0": "1000", "5e3": "5000", "1e6": "1e+6", "1234e2": "123400"} {
		u, ok := parseUlps(s)
		if !ok || u.Text() != want {
			t.Errorf("%s is %s, want %s", s, u.Text(), want)
		}
		if n, ok := u.Log(); ok {
			exact := 1000 * math.Log10(float64(u.M)*math.Pow10(int(u.E)))
			if d := exact - float64(n); d < -0.6 || d > 1.1 {
				t.Errorf("%s: the logarithm is %d, not %v", s, n, exact)
			}
		}
	}
}

// FuzzAccuracy: the reader takes anything without a fault.
func FuzzAccuracy(f *testing.F) {
	f.Add("f x\na 1 0 1 0 0 1\nb =\nc =\np 0*256\nm =\nq 3:1\nr @x\nd 2\tulp\t\t\n")
	f.Add("g sin 1 2 3 4 5\t2\tulp\nh exp 3 2 1|00000001:3")
	f.Add("p 1e9*300\nf\nr @\nm 5*256")
	f.Fuzz(func(t *testing.T, s string) {
		a, err := parseAccuracy(s)
		if (a == nil) == (err == nil) {
			t.Errorf("%v and %v", a, err)
		}
		if err == nil {
			for i := range a.Functions {
				for m := range modesModel {
					for _, u := range a.Functions[i].Profile(m) {
						u.Log()
						u.Text()
					}
				}
			}
		}
	})
}
