package explain

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ulplab/fpcore/conform/testfile"
	"ulplab/fpcore/expr"
)

const conformed = "../conform/testdata/"

// kernelsOf are the kernels that nvcc printed under some flags, each a module of its own, by the expressions that they compute.
func kernelsOf(t *testing.T, flag string) map[string]string {
	t.Helper()
	const entry = ".visible .entry "
	head, kernels, _ := strings.Cut(string(testfile.Text(t, conformed+"ptx/exprs."+flag+".ptx.gz")), entry)
	texts := map[string]string{}
	for _, k := range strings.Split(kernels, entry) {
		texts[k[3:strings.Index(k, "PKf")]] = head + entry + k
	}
	index, err := os.ReadFile(conformed + "ptx/exprs.index.tsv")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]string{}
	for line := range strings.Lines(string(index)) {
		if kernel, e, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && texts[kernel] != "" {
			list[e] = texts[kernel]
		}
	}
	return list
}

// Kernels as nvcc printed them and what they gave on an H200, beside a CPU's results: the PTX gives them, and an evaluation of the
// program does that agrees with it.
func TestPTX(t *testing.T) {
	flags := map[string]string{"default": "(default flags)", "ftz": "-ftz=true", "fast": "-use_fast_math"}
	all := string(testfile.Text(t, conformed+"expressions_recorded.txt.gz"))
	for flag, words := range flags {
		texts := kernelsOf(t, flag)
		if len(texts) != 30 {
			t.Fatalf("%s: %d kernels", flag, len(texts))
		}
		_, part, _ := strings.Cut(all, "# target: nvcc 13.0 sm_90 "+words+"\n# type: float")
		part, _, _ = strings.Cut(part, "# target: ")
		rows := map[string][][2]string{}
		for line := range strings.Lines(part) {
			if w := strings.Split(strings.TrimSpace(line), "\t"); len(w) == 3 && texts[w[0]] != "" {
				rows[w[0]] = append(rows[w[0]], [2]string{w[1], w[2]})
			}
		}
		for e, list := range rows {
			c, err := expr.Parse(e, expr.Options{Free: expr.Float, Device: true})
			if err != nil {
				t.Fatal(err.Text)
			}
			names := []string{}
			for _, v := range c.Inputs {
				names = append(names, v.Name)
			}
			slices.Sort(names)
			p, err := expr.Compile(c, mustTarget("gcc"))
			if err != nil {
				t.Fatal(err.Text)
			}
			q := Question{Text: e, Second: texts[e], Known: [2]string{"sse", ""}}
			for _, row := range list {
				in := make([]uint64, len(names))
				for k, word := range strings.Fields(row[0])[:len(names)] {
					q.Rows += names[k] + "=0x" + word + " "
					for i, v := range c.Inputs {
						if v.Name == names[k] {
							in[i], _ = strconv.ParseUint(word, 16, 64)
						}
					}
				}
				q.Rows += "\n"
				_, bits := Written(c.Values[c.Result].Type, p.Result(in))
				q.Observed[0] += bits + " "
				q.Observed[1] += "0x" + row[1] + " "
			}
			s, problem := New(q)
			if problem != nil {
				t.Errorf("%s %s: %s", flag, e, problem.Text)
				continue
			}
			for !s.Next(1 << 12) {
			}
			a := s.Answer()
			if !a.Assembly.Gives[1] || len(a.Sides[1].Groups) == 0 || a.Verdict != Same && a.Verdict != Explained {
				t.Errorf("%s %s: %v, %s %d evaluations", flag, e, a.Verdict, a.Assembly.Words(), len(a.Sides[1].Groups))
			}
		}
	}
}

// kernel is a module with a*b + c, whose product and sum name a rounding or do not.
func kernel(mul, add string) string {
	return ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .f32 p0, .param .f32 p1, .param .f32 p2, .param .u64 p3)\n{\n" +
		".reg .f32 %f<6>;\n.reg .b64 %rd1;\nld.param.f32 %f1, [p0];\nld.param.f32 %f2, [p1];\nld.param.f32 %f3, [p2];\nld.param.u64 %rd1, [p3];\n" +
		mul + ".f32 %f4, %f1, %f2;\n" + add + ".f32 %f5, %f4, %f3;\nst.global.f32 [%rd1], %f5;\nret;\n}\n"
}

// Which way ptxas took is told where the bits show it, and causes that the bits alone allow are excluded.
func TestPTXWays(t *testing.T) {
	const apart, fused = "1.8626451e-9", "1.0430813e-9"
	for _, c := range []struct {
		name, text, rows, first, second string
		verdict                         Verdict
		cause                           ID
		words                           string
	}{
		{"fused", kernel("mul", "add"), "0.1 0.2 -0.02", apart, fused, Explained, CauseContraction, "fused, as ptxas does by default. As it is written it would give 0x31000000"},
		{"apart", kernel("mul", "add"), "0.1 0.2 -0.02", apart, apart, Same, CauseSame, "as it is written: ptxas fused none"},
		{"named", kernel("mul.rn", "add.rn"), "0.1 0.2 -0.02", apart, apart, Same, CauseSame, "whether ptxas fuses its multiplications and additions or not. What"},
		{"either", kernel("mul", "add"), "1 2 3", "5", "5", Same, CauseSame, "Other inputs would tell"},
		{"neither", kernel("mul.rn", "add.rn"), "0.1 0.2 -0.02", apart, fused, Explained, CauseContraction, "does not give the second result, but 0x31000000"},
		{"names", strings.NewReplacer("p0", "c", "p1", "a", "p2", "b").Replace(kernel("mul", "add")), "0.1 0.2 -0.02", apart, "0.198", NotRounding, CauseBug, "gives the second result"},
	} {
		a, _ := ask(t, Question{Text: "a*b + c", Second: c.text, Rows: c.rows, Observed: [2]string{c.first, c.second}})
		if a.Verdict != c.verdict || a.Causes[0].ID != c.cause || !strings.Contains(a.Assembly.Words(), c.words) {
			t.Errorf("%s: %v, %v, %s", c.name, a.Verdict, a.Causes[0].ID, a.Assembly.Words())
		}
	}
}

// What keeps PTX from being run is said where it stands.
func TestPTXProblems(t *testing.T) {
	k := kernel("mul", "add")
	good := Question{Text: "a*b + c", Second: k, Rows: "0.1 0.2 -0.02", Observed: [2]string{"1", "2"}}
	for _, c := range []struct {
		change func(q *Question)
		where  Field
		text   string
	}{
		{func(q *Question) { q.Text = k }, InText, "field of the second result’s program"},
		{func(q *Question) { q.Second = strings.Replace(k, "mul.f32", "mul.f33", 1) }, InSecondText, "mul.f33"},
		{func(q *Question) { q.Text, q.Rows = "a*b", "1 2" }, InSecondText, "p2 is left"},
		{func(q *Question) { q.Text, q.Rows = "a*b + c*d", "1 2 3 4" }, InSecondText, "more inputs than the PTX has parameters"},
		{func(q *Question) { q.Free = expr.Double }, InSecondText, "32 bits, and the input a that it takes is double"},
		{func(q *Question) { q.Known[1] = "cpu" }, InSecond, "PTX runs on a GPU"},
		{func(q *Question) { q.Observed[1] = "" }, InSecond, "what did it give"},
		{func(q *Question) { q.Second = strings.Replace(k, "[%rd1]", "[%rd1+64]", 1) }, InSecondText, "which has 4"},
	} {
		q := good
		c.change(&q)
		_, p := New(q)
		if p == nil || p.Where != c.where || !strings.Contains(p.Text, c.text) {
			t.Errorf("%q: %+v", c.text, p)
		}
	}
}
