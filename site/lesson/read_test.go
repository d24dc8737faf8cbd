package lesson

import (
	"strings"
	"testing"

	"ulplab/fpcore/text"
)

// small is a lesson of one step with some lines of a task.
func small(lines string) string {
	return "title: T\nabout: A\n\n== S\nshow: #/f32/1\nText.\n" + lines
}

func TestEval(t *testing.T) {
	for expression, want := range map[string]string{
		"f32(0.1 + 0.2)": "0x3e99999a", "f64(0.1+0.2)": "0x3fd3333333333334", "f32.rz(f32(0.1) + f32(0.2))": "0x3e999999",
		"f32(1 + 2^-24 * 2)": "0x3f800001", "f32(-(1 - 3) / 4)": "0x3f000000", "f32(fma(0x3f800001, 0x3f800001, 0xbf800002))": "0x28800000",
		"f32.ftz(0x1p-149)": "0x00000000", "f32.ftz(0x1p-149 + 0)": "0x00000000", "e4m3.sat(465)": "0x7e", "e4m3(465)": "0x7f", "f64(f32(0.1))": "0x3fb99999a0000000",
		"f32(ulp(1))": "0x34000000", "f32(steps(1, 2))": "0x4b000000", "f32(steps(-0, 0))": "0x00000000", "f32(1e-45)": "0x00000001", "tf32.rna(1024.5)": "0x22401", "f32(2 × 3)": "0x40c00000",
	} {
		if d, err := Eval(expression); err != nil || text.Bits(d.Format, d.Code) != want {
			t.Errorf("%s is %v, %v, want %s", expression, d, err, want)
		}
	}
	for expression, want := range map[string]string{
		"": "missing at the end", "1": "format around it", "f32(1": "not closed", "f32(1))": "left over", "f32()": "missing at", "f33(1)": "no format", "f32.up(1)": "no format",
		"f32(sqrt(1, 2))": "takes 1", "f32(what(1))": "no function", "f32(rubbish)": "no number", "f32(1, 2)": "one expression", "f32(ulp(inf))": "finite", "1 + 1": "format around it",
		"f128(steps(1, 2))": "at most 64 bits", strings.Repeat("(", 100): "deeper", "f32(" + strings.Repeat("1+", 300) + "1)": "at most 400 bytes",
	} {
		if _, err := Eval(expression); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v does not say %q", expression, err, want)
		}
	}
}

// Every kind of task takes what is right, and says of anything else what is wrong with it.
func TestCheck(t *testing.T) {
	for _, c := range []struct{ task, right, wrong, says string }{
		{"ask: ?\n+ a | b\n- c | d", "1", "2", "d"},
		{"ask: ?\n+ a | b\n- c | d", "1", "3", "Choose one"},
		{"ask: ?\nnumber: f32(0.1 + 0.2) within 0 ulp\n- 0.25 | a quarter", "0.3", "0.25", "a quarter"},
		{"ask: ?\nnumber: f32(0.1 + 0.2) within 0 ulp", "0x3e99999a", "0x3e999999", "neighbour below"},
		{"ask: ?\nnumber: f32(0.1 + 0.2) within 2 ulp", "0x3e99999c", "0x3e99999d", "3 ulp too high"},
		{"ask: ?\nnumber: f32(2^-24)", "2^-24", "-2^-24", "Only the sign"},
		{"ask: ?\nnumber: f32(2^-24)", "5.9604644775390625e-8", "2^-23", "twice as much"},
		{"ask: ?\nnumber: f32(16777216)", "16777216", "16777217", "no number of binary32"},
		{"ask: ?\nnumber: f64(3)", "6/2", "1.5", "half"},
		{"ask: ?\nnumber: f64(3)", "3", "rubbish", "At character 1"},
		{"ask: ?\nnumber: f64(3)", "3", "", "At character 1"},
		{"ask: ?\nnumber: f64(3)", "3", "nan", "not a number"},
		{"ask: ?\nnumber: f64(3)", "3", "1e400", "too high"},
		{"ask: ?\nnumber: f64(3)", "3", "3." + strings.Repeat("0", 1200), "at most 1,200 signs"},
		{"ask: ?\nbits: e4m3(6)", "4c", "cc", "Only the sign"},
		{"ask: ?\nbits: e4m3(6)", "4c", "44", "Only the exponent"},
		{"ask: ?\nbits: e4m3(6)", "4c", "4e", "the significand is not"},
		{"ask: ?\nbits: e4m3(6)", "4c", "zz", "Choose the bits"},
		{"ask: ?\ndirection: f32(1 + 2^-24) gives f32(1 + 2^-23)", "4", "1", "roundTiesToEven gives"},
		{"ask: ?\ndirection: f32(1 + 2^-24) gives f32(1 + 2^-23)\n- rz | toward zero", "2", "3", "toward zero"},
		{"ask: ?\nequal: f32(0.1 + 0.2)\n* x | f32(0.3)\n* y | f32(nextup(0.3))", "1", "2", "neighbour above"},
		{"ask: ?\nlargest:\n* x | f32(-3)\n* y | f64(2)", "1", "2", "another is larger"},
	} {
		l, err := Read(small(c.task))
		if err != nil {
			t.Errorf("%q: %v", c.task, err)
			continue
		}
		task := l.Steps[0].Task
		if v := task.Check(c.right); !v.Right {
			t.Errorf("%q: %q is wrong: %s", c.task, c.right, v.Reason)
		}
		if v := task.Check(c.wrong); v.Right || !strings.Contains(v.Reason, c.says) {
			t.Errorf("%q: of %q is said %q, want %q", c.task, c.wrong, v.Reason, c.says)
		}
		if v := task.Check(Asked); v.Right || v.Reason == "" {
			t.Errorf("%q: the answer is not told", c.task)
		}
	}
}

func TestText(t *testing.T) {
	for s, want := range map[string]string{
		"a < b & `x*y` *now* 2^-24":   "a &lt; b &amp; <code>x*y</code> <em>now</em> 2<sup>−24</sup>",
		"2 * 3 * 4":                   "2 * 3 * 4",
		"{f32(0.5)}, {hex e4m3(448)}": `<span class="num">0.5</span>, <span class="num">0x7e</span>`,
		"{binary e4m3(1)}":            `<span class="num">0 0111 000</span>`,
		"{short f32(0.1)}":            `<span class="num">0.1</span>`,
		"x^y <b>":                     "x^y &lt;b&gt;",
	} {
		if got, err := inline(s); err != nil || got != want {
			t.Errorf("%q becomes %q, %v", s, got, err)
		}
	}
	for s, want := range map[string]string{"`a": "has no", "{f32(0.1)": "has no", "{0.1}": "format around it", "{hex}": "format"} {
		if _, err := inline(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v does not say %q", s, err, want)
		}
	}
}

// What is wrong with a lesson is said with its line.
func TestHostile(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "title: …",
		"== S":                             "line 1: the first line should be",
		"title:":                           "line 1: “title:” has nothing",
		"title: T":                         "no step",
		"title: T\nText":                   "line 2: “Text” stands before the first step",
		"title: T\nshow: #/f32":            "line 2: “show: #/f32” belongs to a step",
		"title: T\n==":                     "line 2: “==” is followed",
		"title: T\n== S\nText":             "the step of line 2: “show:” is missing",
		small("show: http://x"):            "line 7: “http://x” is no link",
		small("show: #/<script>"):          "line 7: “#/<script>” is no link",
		small("+ a | b"):                   "“ask:” is missing",
		small("ask: ?\n+ a\n- b"):          "line 9: a wrong answer needs its reason",
		small("ask: ?\n+ a\n+ b"):          "2 right ones of 2",
		small("ask: ?\n* a | f32(1)\n+ b"): "line 8: here an answer has the form",
		small("ask: ?\nask: ?"):            "line 8: a step has one task",
		small("ask: ?\nMore text.\n\n"):    "line 8: “More text.” stands after the task",
		small("ask: ?\nnumber: 3"):         "line 8: “3” needs a format",
		small("ask: ?\nnumber: f32(3) within x ulp"):                     "line 8: “within x ulp”",
		small("ask: ?\nnumber: f32(3)\nbits: f32(3)"):                    "line 9: a task has one answer",
		small("ask: ?\nnumber: f32(3)\n- 3 | no"):                        "line 9: “3” is the right answer",
		small("ask: ?\nnumber: f32(3)\n- x | no"):                        "line 9: ",
		small("ask: ?\ndirection: f32(1)"):                               "line 8: a direction needs",
		small("ask: ?\ndirection: f32(1) gives f32(1)"):                  "right in 5 of 5",
		small("ask: ?\ndirection: f32(1/3) gives f32.rz(1/3)\n- up | x"): "line 9: “up” is none",
		small("ask: ?\nequal: f32(1)\n* a\n* b | f32(2)"):                "line 9: “* a” lacks",
		small("check: f32(1) = f32(2)"):                                  "line 7: this does not hold: f32(1) is 1, not 2",
		small("check: f32(1)"):                                           "line 7: a check is an equation",
		small("ask: {f32(}"):                                             "line 7: {f32(}",
		small("ask: ?" + strings.Repeat("\n- a | b", 7)):                 "at most 6",
		small("because: x"):                                              "“ask:” is missing",
		"title: T\n" + strings.Repeat("== S\nshow: #/f32/1\n", 25):       "at most 24 steps",
		strings.Repeat("x", MostBytes+1):                                 "at most 32 KB",
		"title: \xff":                                                    "line 1: this is no text in UTF-8; save the lesson as plain text, in UTF-8",
		small("Eine \xdcbung."):                                          "line 7: this is no text in UTF-8",
		"\xff\xfet\x00i\x00t\x00":                                        "line 1: this is no text in UTF-8",
		small("Text {f32(1} more"):                                       "line 6: {f32(1}: the bracket",
		small("ask: ?"):                                                  "the step of line 4: the task has no answers: “+ right”",
		small("ask: ?\n+ a"):                                             "the step of line 4: a task to choose has at least one right and one wrong answer: this has 1 right one of 1",
		small("ask: ?\n-b | c"):                                          "line 8: “-b | c” stands after the task",
		small("ask: ?\nnumber: f64(10^10^10^10)"):                        "line 8: “10^10^10^10” is no number",
		small("ask: ?\nnumber: f64(" + strings.Repeat("2*", 500) + "2)"): "line 8: an expression has at most 400 bytes",
		small("<b>{<b>}</b>"):                                            "line 6: {<b>}: a number or a function is missing",
		"<html><body>Lesson</body></html>":                               "line 1: the first line should be “title: …”",
		"Title: T\n== S":                                                 "line 1: the first line should be “title: …”",
		small(strings.Repeat("word ", 1000)):                             "at most 4000 bytes",
	} {
		if _, err := Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v does not say %q", clip(text), err, want)
		}
	}
}

func TestProgress(t *testing.T) {
	p := Progress("").With("rounding", 1).With("encodings", 6).With("rounding", 4)
	if p != "rounding.5 encodings.6" || p.Of("rounding") != 5 || p.Of("round") != 0 {
		t.Errorf("%q", p)
	}
	if got := p.And("fma.3 rounding.2 x encodings.zz <b>.1 =.1"); got.Of("fma") != 3 || got.Of("rounding") != 7 || got.Of("encodings") != 6 || strings.Contains(string(got), "<") {
		t.Errorf("%q", got)
	}
}

// FuzzRead: any text is a lesson or has an error, and every task of a lesson judges any answer.
func FuzzRead(f *testing.F) {
	for _, task := range []string{"ask: ?\n+ a | b\n- c | d", "ask: ?\nnumber: f32(0.1 + 0.2) within 1 ulp\n- 0.25 | {f32(1)}", "ask: ?\nbits: e4m3(6)", "ask: ?\ndirection: f32(1 + 2^-24) gives f32(1)\n- rp | x",
		"ask: ?\nequal: f32(0.1 + 0.2)\n* x | f32(0.3) | r\n* y | f32(ulp(1))", "ask: ?\nlargest:\n* x | f32(-3)\n* y | f64(steps(1, 2))", "check: f16(fma(1, 2, 3)) = f16(5)\nreveal: #/f32/2"} {
		f.Add(small(task), "1")
	}
	f.Fuzz(func(t *testing.T, text, answer string) {
		l, err := Read(text)
		if (err == nil) != (l != nil) {
			t.Fatal("neither a lesson nor an error, or both")
		}
		if l == nil {
			return
		}
		for _, s := range l.Steps {
			if s.Task == nil {
				continue
			}
			if v := s.Task.Check(answer); !v.Right && v.Reason == "" {
				t.Errorf("nothing is said of %q", answer)
			}
			s.Task.Check(Asked)
		}
	})
}
