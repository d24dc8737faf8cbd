//go:build !js && !opening

package catalogue

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/views/start"
)

// routes are questions as they were posted, the state of the lab that answers each, and what it says there. serve/e2e walks some of
// them in a browser.
var routes = []struct{ asked, link, answer string }{
	{"release differs from CPU, -G matches", "#/v1/gallery", "-fmad=false"},
	{"matmul by 1 turns 1024.5 into 1025", "#/v1/gallery?q=tf32", "ties away from zero"},
	{"9.8616 against 9.8596", "#/v1/gallery?q=zsz", "3.140625"},
	{"52-element float dot is off by 6", "#/v1/gallery?q=dot", "nearest to the exact sum"},
	{"exp is too imprecise on the GPU", "#/v1/gallery?q=exp", "for two different arguments"},
	{"expf(-4.75) changed between toolkits", "#/v1/gallery?q=toolkit", "code of the toolkit"},
	{"464 becomes 448 but 465 NaN", "#/v1/gallery?q=fp8", "saturate"},
	{"1080/600 is 1.79999995", "#/v1/gallery?q=nodouble", "no double precision"},
	{"a different sum at every run", "#/v1/gallery?q=atomics", "order in which threads arrive"},
	{"same kernel differs between a 1.x and a 2.x device", "#/v1/gallery?q=mad", "truncates the product"},
	{"float to unsigned conversion out of range", "#/v1/gallery?q=clamp", "The GPU clamps"},
	{"NaN payload lost", "#/v1/gallery?q=payload", "0x7FFFFFFF"},
	{"denormals become zero", "#/v1/gallery?q=subnormal", "-ftz=true"},
	{"where did my NaN first appear", "#/v1/gallery?q=firstnan", "no flags and no traps"},
	{"please let me switch FMA off", "#/v1/gallery?q=off", "-ffp-contract=off"},
	{"mandelbrot cannot be graded by equality", "#/v1/gallery?q=orbit", "Compare single steps"},
	{"the 32-bit build differs from the 64-bit build", "#/v1/gallery?q=x87", "x87 registers"},
	{"is a tensor-core fp16 product with fp32 accumulation the same as an fp32 matmul", "#/v1/mma", "truncated"},
	{"batch size changes my model's answer", "#/v1/gallery?q=shape", "another kernel"},
	{"32-bit build prints 0", "#/v1/x87?a=3fb999999999999a&b=4024000000000000&ta=0.1&tb=10&x=a~2ab-1&y=double", "x87"},
	// What others than programmers of GPUs type.
	{"kahan summation", "#/v1/sum?o=kahan", "Kahan"},
	{"pairwise summation", "#/v1/sum?o=pairwise", "pairwise, neighbours"},
	{"numpy sum vs torch sum", "#/v1/sum?o=numpy.sum", "numpy.sum"},
	{"int8 overflow", "#/v1/mma?c=7ffffd78&g=90&h=80&ta=127~20x16~20-128~20x16&tb=127~20x32&tc=2147483000&u=mma.m16n8k32.s32.s8.s8.s32.satfinite&v=mma.m16n8k16.s32.s8.s8.s32.satfinite", "clamp"},
	{"float to hex converter", "#/v1/enc?b=4048f5c3&f=f32&t=3.14", "0x4048f5c3"},
	{"e4m3 vs e5m2 range", "#/v1/enc?b=7b&f=e5m2&t=57344", "57344"},
	{"half precision", "#/v1/enc?b=3dcd&f=bf16&t=0.1", "bfloat16"},
	{"exercises for students", "#/v1/enc?les=all", "Encoding"},
	{"presentation mode", "#/v1/op?present=1", "0.1"},
	{"H100", "#/v1/devices?p=9.0", "9.0"},
	{"__fadd_rz", "#/v1/devices", "__fadd"},
	{"fp64 rate", "#/v1/devices?n=19", "binary64 results per clock"},
	{"worst case of exp", "#/v1/functions", "53 bits"},
	{"llm nondeterminism", "#/v1/gallery?q=shape", "another kernel"},
	{"lyapunov", "#/v1/iter", "differ"},
}

// TestRoutes: each question, typed as it was posted, has its answer first, and Enter leads to it: two actions.
func TestRoutes(t *testing.T) {
	for _, r := range routes {
		p := read(t, "")
		p.fill("#start-find", r.asked)
		p.focus("#start-find")
		p.press("Enter")
		if p.link() != r.link {
			t.Errorf("%s: leads to %s, want %s", r.asked, p.link(), r.link)
			continue
		}
		if s := p.text("main"); !strings.Contains(s, r.answer) {
			t.Errorf("%s: %s does not say %q", r.asked, r.link, r.answer)
		}
	}
}

// phrasings are questions in other words than those of the lab, as students and programmers of GPUs type them, and what the link of an
// answer holds.
var phrasings = []struct{ asked, link string }{
	{"0.1 + 0.2 = 0.30000000000000004", "#/v1/op"},
	{"gpu and cpu give slightly different results", "#/v1/explain"},
	{"cuda kernel not matching cpu reference off by 1e-7", "#/v1/explain"},
	{"why do I get 0.30000000000000004 in javascript", "#/v1/op"},
	{"compare cuda output with numpy reference", "#/v1/explain"},
	{"is -use_fast_math safe", "#/v1/flags?r=fastmath"},
	{"-ffast-math", "#/v1/flags?r=fastmath"},
	{"how to turn off fused multiply add", "#/v1/gallery?q=off"},
	{"nvcc --fmad=false", "#/v1/gallery?q=off"},
	{"atomicAdd gives different results each run", "#/v1/gallery?q=atomics"},
	{"torch results not reproducible on gpu", "#/v1/gallery?q=atomics"},
	{"why is my parallel reduction not deterministic", "#/v1/sum"},
	{"pytorch matmul different on cpu and gpu", "#/v1/gallery?q=tf32"},
	{"why does tf32 change my results", "#/v1/gallery?q=tf32"},
	{"fp16 overflow to inf", "#/v1/gallery?q=half"},
	{"bf16 vs fp16", "f=bf16"},
	{"__sinf error for large arguments", "#/v1/gallery?q=fastcos"},
	{"what is flush to zero", "#/v1/gallery?q=subnormal"},
	{"how to compare floats in unit test", "#/v1/gemm"},
	{"float equality check fails", "#/v1/gallery?q=equal"},
	{"relative tolerance for gpu test", "#/v1/gemm"},
	{"float to binary converter", "#/v1/enc?b=4048f5c3"},
	{"32 bit vs 64 bit program different result", "#/v1/gallery?q=x87"},
	{"x87 extended precision excess precision", "#/v1/gallery?q=x87"},
	{"kahan sum compiler optimization", "#/v1/sum?o=kahan"},
	{"integer division 5/9", "#/v1/explain?"},
	{"casting negative float to unsigned", "#/v1/gallery?q=clamp"},
	{"where does nan come from in my training", "#/v1/gallery?q=firstnan"},
	{"fp16 matmul fp32 accumulate accuracy", "#/v1/mma"},
	{"counter stuck at 16777216", "#/v1/gallery?q=counter"},
	{"adding 1 to a big float does nothing", "#/v1/gallery?q=counter"},
	{"round half to even", "b=33800000"},
	{"catastrophic cancellation", "b=40490fda"},
	{"n-body simulation diverges", "#/v1/iter"},
	{"what does printf %.9g", "#/v1/enc"},
	{"float accumulation error in a loop", "#/v1/sum"},
	{"cuBLAS gives different results for different batch sizes", "#/v1/gallery?q=shape"},
	{"int8 vs fp8 quantization", "#/v1/quant"},
	{"what is fp8 max value", "f=e5m2"},
	{"why is 1/3 not exact", "t=1~2f3"},
	{"money calculations floats cents", "t=1~2f3"},
	{"why NaN is not equal to NaN", "o=cmp"},
	{"sqrt of negative number", "o=sqrt"},
	{"infinity divided by infinity", "o=sqrt"},
	{"ieee 754 calculator", "#/v1/enc?b=4048f5c3"},
	{"why is sin(pi) not zero", "s=sin"},
	{"mean of a large array is inaccurate", "#/v1/sum"},
	{"how many digits can a float hold", "#/v1/enc"},
	{"smallest positive double", "b=7f7fffff"},
	{"is negative zero equal to zero", "b=80000000"},
	{"how is a floating point number stored in memory", "b=3f800000"},
	{"loss becomes nan in mixed precision", "#/v1/gallery?q=firstnan"},
	{"does tensor core round or truncate", "#/v1/mma"},
	{"softmax overflow", "#/v1/ptx?m=softmax"},
	{"banker's rounding", "b=33800000"},
	{"teach floating point in class", "les=all"},
	{"use it without internet", "fig=foot"},
}

// TestPhrasings: each has an answer among the first three that the search finds.
func TestPhrasings(t *testing.T) {
	for _, a := range phrasings {
		p := read(t, "")
		p.fill("#start-find", a.asked)
		var first []string
		for i := range 3 {
			for _, h := range p.all(fmt.Sprintf(`.start-hits [data-bit="%d"]`, i)) {
				first = append(first, h.attr["href"])
			}
		}
		if !slices.ContainsFunc(first, func(link string) bool { return strings.Contains(link, a.link) }) {
			t.Errorf("%s: finds %q, want %s", a.asked, first, a.link)
		}
	}
}

// TestDoors: each door opens the view of its link, at a state that is whole.
func TestDoors(t *testing.T) {
	views := Views()
	answers := [len(start.Doors)]string{"0.3000000000000000", "FMA contraction", "-prec-div=false", "cuBLAS", "448", "The white paper, computed again"}
	for i, d := range start.Doors {
		s := views.Decode(d.Link, "")
		if got := views.Encode(s); got != d.Link || s.Problems != "" {
			t.Errorf("%s: its link is %s, %s", d.Question, got, s.Problems)
		}
		p := read(t, "")
		p.follow(d.Link)
		p.contains("main", answers[i])
	}
}

// TestIndex: every entry opens a state of the lab without a complaint, and says what it is.
func TestIndex(t *testing.T) {
	views, n := Views(), 0
	for line := range strings.Lines(Index(assetText)) {
		if strings.ContainsAny(line[:1], "=-") {
			continue
		}
		n++
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 4 || f[0] == "" || f[2] == "" {
			t.Errorf("the entry is not whole: %q", line)
			continue
		}
		if s := views.Decode(f[1], ""); s.Problems != "" || views.Encode(s) != f[1] || len(f[1]) < 7 {
			t.Errorf("%s: %s opens %s, %s", f[2], f[1], views.Encode(s), s.Problems)
		}
	}
	if n < 650 {
		t.Errorf("only %d entries", n)
	}
}

// TestIndexMade: what the whole program makes by itself of the files that it asks for is what the packer writes for the opening one.
func TestIndexMade(t *testing.T) {
	there := map[string]string{}
	data := func(name string) string { return there[name] }
	for n := -1; n < len(there); {
		n = len(there)
		for _, name := range lessonFiles(data) {
			there[name] = assetText(name)
		}
	}
	var b strings.Builder
	next := made(data)
	for line, ok := next(); ok; line, ok = next() {
		b.WriteString(line + "\n")
	}
	if b.String() != Index(assetText) {
		t.Error("the index made is not that of the packer")
	}
}

// TestStart: the picture moves, and the search answers as it is typed.
func TestStart(t *testing.T) {
	p := read(t, "")
	p.contains(".start-said", "0.1 is stored as 0.100000001490116119384765625, 0.2 ulp above")
	for to, want := range map[string]string{
		"50": "is a float and stored as it is", "30": "the tie goes to the even significand", "29": "0.099999994039535522460937", "100": "0.100000008940696716308593",
		"x": "", "-7": "0.25 ulp above",
	} {
		p.slide("#start-at", to)
		p.contains(".start-said", want)
	}
	p.fill("#start-find", "nan")
	p.contains(".start-hits", "My NaN lost its payload", "Question")
	p.lacks(".start-hits .problem")
	if p.shows(".start-doors") {
		t.Error("the doors stand below what is found")
	}
	// Down from the field into the list, through it and back, and the link under the focus is one.
	p.focus("#start-find")
	p.press("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp")
	p.focused("#start-find")
	p.press("ArrowDown")
	p.focused(`[data-keys="start.hit"][data-bit="0"]`)
	p.fill("#start-find", "zyzzogeton")
	p.contains(".start-hits", "Nothing here has these words", "What can be searched")
	p.fill("#start-find", "0x7fc00001")
	p.contains(`.start-hits [data-bit="0"]`, "Number")
	p.focus("#start-find")
	p.press("Enter")
	p.links("#/f32/0x7fc00001")
	p.follow("#/v1/start")
	p.fill("#start-find", "zyzzogeton nan")
	p.contains(".start-hits", "No entry has all of these words")
	p.links("q=zyzzogeton~20nan")
	p.fill("#start-find", "")
	if !p.shows(".start-doors") {
		t.Error("the doors are gone")
	}
	// From any other view, but not from within a field.
	p.follow("#/v1/op")
	p.focus("#main")
	p.press("/")
	p.focused("#start-find")
	p.links("#/v1/start")
	p.follow("#/v1/op")
	p.focus("#op-a")
	p.press("/")
	p.links("#/v1/op")
	// Single keys can be turned off, for who speaks to the machine, and the browser remembers it.
	lab.Dispatch(lab.SetKeys{Off: true})
	p.focus("#main")
	p.press("/", "p")
	p.links("#/v1/op")
}
