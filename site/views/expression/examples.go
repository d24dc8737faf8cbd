package expression

import (
	"strings"

	"ulplab/site/kit/example"
)

// packed holds the examples: a line "#ID|type|targets|rows|sweep", then the text. Rows are separated by semicolons,
// their cells by spaces; a sweep is name, from, step, number. PTX stands behind a line of dashes.
const packed = `#debug|float|9.0 9.0-debug gcc gcc-fma exact|a=6708 b=3.75/65535 c=17278 d=0.25;a=6708 b=3.75/65535 c=17000 d=0.25;a=3 b=0.1 c=0.1 d=-0.01|c 17278 1 101
a*(d + b*c)
#figure1|float|9.0 9.0-debug gcc gcc-fma exact||
union {
    float f;
    unsigned int i
} a, b;
float r;

a.i = 0x3F800001;
b.i = 0xBF800002;
r = a.f * a.f + b.f;

printf("a %.8g\n", a.f);
printf("b %.8g\n", b.f);
printf("r %.8g\n", r);
#discriminant|float|9.0 9.0-nofma gcc x87 strict exact|a=2048.5 b=4097 c=2048.5;a=2048 b=4097 c=2049;a=1 b=3 c=2|b 4097 1ulp 101
b*b - 4*a*c
#horner|float|9.0 gcc x87 strict exact|a=1 b=-3 c=3 d=-1 x=1.01;a=1 b=-3 c=3 d=-1 x=1.003|x 0.995 0.000025 401
((a*x + b)*x + c)*x + d
#norm|float|9.0 9.0-ftz 9.0-fastmath gcc x87 exact|x=0.1 y=0.2 z=0.3;x=3 y=4 z=12;x=1e20 y=1 z=1;x=1e-21 y=2e-21 z=0|x 0.1 1ulp 101
sqrtf(x*x + y*y + z*z)
#lerp|float|9.0 9.0-nofma gcc gcc-fma exact|a=10 b=10 t=0.41;a=5 b=5 t=0.34;a=1 b=100 t=0.9|t 0 0.01 101
(1 - t)*a + t*b
#complex|float|9.0 9.0-nofma gcc gcc-fma exact|a=0.1 b=0.7 c=0.1 d=-0.7;a=3 b=4 c=3 d=-4|a 0.1 0.01 101
// the imaginary part of (a + ib)(c + id), conjugates: zero
a*d + b*c
#cross|float|9.0 9.0-nofma gcc gcc-fma exact|ux=0.1 uy=0.3 vx=0.1 vy=0.3;ux=0.1 uy=0.3 vx=0.2 vy=0.6;ux=1 uy=3 vx=3 vy=9|ux 0.1 1ulp 101
// the z of a cross product: zero for parallel vectors
ux*vy - uy*vx
#distance|float|9.0 9.0-nofma 9.0-fastmath gcc x87 exact|x1=0.653 y1=0.754 x2=0.943 y2=0.821;x1=1e4 y1=1e4 x2=10000.1 y2=9999.9|x1 0.1 0.003 101
float dx = x1 - x2, dy = y1 - y2;
sqrtf(dx*dx + dy*dy)
#variance|float|9.0 9.0-nofma gcc x87 exact|a=10000.1 b=10000.2 c=10000.3;a=0.1 b=0.1 c=0.1;a=1 b=2 c=3|a 0.1 0.01 101
float mean = (a + b + c)/3;
(a*a + b*b + c*c)/3 - mean*mean
#heron|float|9.0 9.0-nofma gcc x87 strict exact|a=100000 b=99999.98 c=0.03;a=3 b=4 c=5;a=9 b=4.53 c=4.53|c 0.02 0.0005 101
float s = (a + b + c)/2;
sqrtf(s*(s - a)*(s - b)*(s - c))
#logistic|float|9.0 9.0-nofma gcc x87 exact|r=3.9 x=0.27;r=3.9 x=0.5;r=4 x=0.1|x 0.1 0.008 101
r*(x - x*x)
#literal|float|9.0 1.2 gcc x87 exact|x=3 y=7;x=0.7 y=0.1|x 0.1 0.01 101
x*0.1 + y*0.2
#division|float|9.0 9.0-ftz 9.0-fast 9.0-fastmath gcc exact|x=5 y=6;x=1 y=3;x=1 y=1.5e38|x 1 1 101
x/y + 1.0f/sqrtf(y)
#loop|float|1.2 9.0 9.0-debug gcc gcc-fma x87 exact|a[0]=0x3ff42c76 a[1]=0xbf494494 a[2]=0x3f92db19 a[3]=0x3f75dcc9 b[0]=0xbf6f7cee b[1]=0xbf3106da b[2]=0x3fdcbb70 b[3]=0xbf35b25d|a[0] 1.9 0.001 101
// Figure 5: a dot product of four elements
float a[4], b[4];
float t = 0;
for (int i = 0; i < 4; i++)
    t += a[i]*b[i];
printf("%.10f %a\n", t, t);
#ptx|float|9.0 9.0-nofma gcc exact|a=3 b=3 t=0.33;a=10 b=10 t=0.41;a=1 b=100 t=0.9|t 0 0.01 101
(1 - t)*a + t*b
----
.version 8.7
.target sm_90
.address_size 64
.visible .entry lerp(.param .f32 a, .param .f32 b, .param .f32 t, .param .u64 r)
{
    .reg .f32 %f<8>;
    .reg .b64 %rd<3>;
    ld.param.f32 %f1, [a];
    ld.param.f32 %f2, [b];
    ld.param.f32 %f3, [t];
    ld.param.u64 %rd1, [r];
    cvta.to.global.u64 %rd2, %rd1;
    sub.f32 %f4, 0f3F800000, %f3;
    mul.f32 %f5, %f4, %f1;
    mul.f32 %f6, %f3, %f2;
    add.f32 %f7, %f5, %f6;
    st.global.f32 [%rd2], %f7;
    ret;
}
`

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() (list example.List[State]) {
	for _, block := range strings.Split(packed, "#")[1:] {
		head, text, _ := strings.Cut(block, "\n")
		f := strings.Split(head, "|")
		text, ptx, _ := strings.Cut(text, "\n----\n")
		rows := strings.ReplaceAll(strings.ReplaceAll(f[3], ";", "\n"), " ", "\t")
		e := State{Text: strings.TrimSuffix(text, "\n"), PTX: ptx, Double: f[1] == "double", Targets: f[2], Rows: rows, Sweep: Sweep{N: 101}}
		if s := strings.Fields(f[4]); len(s) == 4 {
			e.Sweep.Name, e.Sweep.From, e.Sweep.Step = s[0], s[1], strings.ReplaceAll(s[2], "ulp", " ulp")
			if s[3] == "401" {
				e.Sweep.N, e.Sweep.On = 401, true
			}
		}
		if ptx != "" { // A is the first target, B the PTX
			e.Pair = [2]uint8{1, uint8(len(strings.Fields(e.Targets)) + 1)}
		}
		list = append(list, example.Named[State]{ID: f[0], State: e})
	}
	return list
}()

func First() State { return Examples[0].State }
