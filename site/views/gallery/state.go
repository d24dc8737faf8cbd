package gallery

import (
	"strings"

	"ulplab/site/kit/code"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/views/expression"
)

// Asked says where a question comes from.
type Asked uint8

// Where questions come from.
const (
	Posted Asked = iota // posted in public with these numbers
	Often               // asked often, the numbers are the lab's
	Ours                // the lab's own
)

// Entry is a question with a program that shows its answer.
type Entry struct {
	ID      string
	Topic   uint8 // an index of topics
	Asked   Asked
	Expr    expression.State // the program, its targets and inputs
	Explain string           // an ID of explain.Examples, "" if there is none
	Views   []lab.ID         // further views that answer it
}

// packed holds the questions: a line "#ID|topic|asked|type|targets|rows|explain|views", then the program. Rows are
// separated by semicolons, their cells by spaces.
const packed = `#debug|0|0|float|9.0 9.0-debug gcc exact|a=6708 b=3.75/65535 c=17278 d=0.25|fma|flags
a*(d + b*c)
#off|0|1|float|9.0 9.0-nofma gcc gcc-fma exact|a=0.1 b=0.7 c=0.1 d=0.7||flags fma
a*b - c*d
#mad|0|1|float|1.3 2.0 gcc exact|a[0]=0x3ff42c76 a[1]=0xbf494494 a[2]=0x3f92db19 a[3]=0x3f75dcc9 b[0]=0xbf6f7cee b[1]=0xbf3106da b[2]=0x3fdcbb70 b[3]=0xbf35b25d||devices dot
float a[4], b[4];
float t = 0;
for (int i = 0; i < 4; i++)
    t += a[i]*b[i];
#exp|1|0|double|strict exact|x=-0.534275388027487307951446;x=-0x1.118c8cp-1|exp|functions
float y = exp(x);
#nodouble|1|0|float|gcc 9.0 1.3 1.2||double|devices
double q = 1080.0/600.0;
printf("%.9g\n", q);
#equal|1|2|float|gcc 9.0 1.2|x=0.1||enc
x == 0.1
#counter|1|2|float|9.0 gcc|x=16777215;x=16777216;x=16777218||enc op
x + 1
#bfloat|1|2|float|9.0|x=255;x=256;x=258||enc
__nv_bfloat16 s = x;
s = s + (__nv_bfloat16)1;
#half|1|2|float|9.0 gcc|x=65504;x=65519;x=65520||enc
__float2half(x)
#fp8|1|0|float|9.0|x=464;x=465;x=1000;x=inf|fp8|enc
(__nv_fp8_e4m3)x
#tf32|1|0|float|9.0|a=1024.5 b=1|tie|enc
float plain = a*b;
float product = __float_to_tf32(a)*__float_to_tf32(b);
printf("binary32 %g, TF32 %g\n", plain, product);
#zsz|1|0|float|9.0|z=3.14|zsz|enc
float plain = z*z;
float product = z*__float_to_tf32(z);
printf("binary32 %.5g, TF32 %.5g\n", plain, product);
#dot|2|0|float|gcc 9.0 exact||dot|sum dot
float a[52], b[52], s = 0;
for (int i = 0; i < 52; i++) {
    a[i] = 2080 + i;
    b[i] = 2112 + i;
    s += a[i]*b[i];
}
s
#atomics|2|0|float|9.0 gcc|a=16777216 b=1 c=-16777216|atomic|sum
float first = (a + b) + c;
float second = (a + c) + b;
printf("a b c: %g, a c b: %g\n", first, second);
#shape|2|1|float|9.0 gcc|a=16777216 b=1 c=1 d=1||sum dot
float serial = ((a + b) + c) + d;
float pairs = (a + b) + (c + d);
printf("serial %.9g, in pairs %.9g\n", serial, pairs);
#clamp|3|1|float|9.0 gcc|x=-1;x=5e9;x=nan||
(unsigned)x
#payload|3|1|float|9.0 gcc|x=0x7fc12345;x=0xffc00000||enc op
x + 1
#subnormal|3|1|float|9.0 9.0-ftz gcc exact|x=0x1p-126;x=0x1p-149||flags enc
x*0.5f
#firstnan|3|1|float|9.0 gcc|x=1 y=2;x=2 y=1||
float d = x*x - y*y;
float r = sqrtf(d);
r/x + 1
#fmin|3|2|float|9.0 gcc|a=nan b=1;a=1 b=nan||op
fminf(a, b)
#x87|4|1|double|gcc x87 x87-store exact|a=1.1 b=3.3 c=2.7 d=0.9|x87|x87
double re = a*c - b*d;
#fastdiv|4|2|float|9.0 9.0-fast 9.0-fastmath gcc|x=0x1p126 y=0x1p127;x=0x1p125 y=0x1p126;x=5 y=3||flags
x/y
#fastcos|4|2|float|9.0-fastmath exact|x=5992555;x=1||functions
cosf(x)
#toolkit|4|0|float|exact|x=-4.75|library|functions
expf(x)
#orbit|4|1|float|9.0 gcc|x=-1.5 y=0.04 cx=-1.5 cy=0.04||iter
x*x - y*y + cx
`

// Entries lists the questions in the order of the view.
var Entries = func() (list []Entry) {
	for _, block := range strings.Split(packed, "#")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		f := strings.Split(head, "|")
		e := Entry{ID: f[0], Topic: f[1][0] - '0', Asked: Asked(f[2][0] - '0'), Explain: f[6]}
		e.Expr = expression.State{Text: strings.TrimSuffix(text, "\n"), Double: f[3] == "double", Targets: f[4],
			Rows: strings.ReplaceAll(strings.ReplaceAll(f[5], ";", "\n"), " ", "\t"), Sweep: expression.Sweep{N: 101}}
		for _, v := range strings.Fields(f[7]) {
			e.Views = append(e.Views, lab.ID(v))
		}
		list = append(list, e)
	}
	return list
}()

// State is what the Gallery view shows: a question, by its ID; "" is the first.
type State struct {
	ID   string
	Row  uint8  // of its inputs
	Find string // words that the questions of the list have; "" for all
}

// Index returns the number of the question shown.
func (g State) Index() int {
	for i := range Entries {
		if Entries[i].ID == g.ID {
			return i
		}
	}
	return 0
}

// Open shows a question.
type Open struct {
	lab.Navigation

	lab.Once
	ID string
}

func (a Open) Apply(s State) State {
	for i := range Entries {
		if Entries[i].ID == a.ID {
			s = State{ID: a.ID, Find: s.Find}
			if i == 0 {
				s.ID = ""
			}
		}
	}
	return s
}

// Find limits the list to the questions that have all words of a text.
type Find struct {
	lab.Navigation
	Text string
}

func (Find) Gesture() string { return "gallery.find" }

func (a Find) Apply(s State) State {
	s.Find = operand.Cut(a.Text, 60) // a longer text is in no question
	return s
}

// Row looks at a row of the inputs.
type Row struct {
	lab.Navigation
	Row int
}

func (Row) Gesture() string { return "gallery.row" }

func (a Row) Apply(s State) State {
	if n := len(code.Inputs(Entries[s.Index()].Expr.Rows)); a.Row >= 0 && a.Row < n {
		s.Row = uint8(a.Row)
	}
	return s
}
