package paper

import (
	"strings"

	"ulplab/site/lab"
)

// linksOf returns the links of a statement to other views.
func linksOf(id string) (links []PaperLink) {
	_, after, found := strings.Cut(paperLinks+exprLinks, "#"+id+"\n")
	if !found {
		return nil
	}
	block, _, _ := strings.Cut(after, "#")
	for _, line := range strings.Split(strings.TrimSuffix(block, "\n"), "\n") {
		label, to, _ := strings.Cut(line, ";")
		view, _, _ := strings.Cut(to, "?")
		links = append(links, PaperLink{Label: label, View: lab.ID(view), Href: "#/v1/" + to})
	}
	return links
}

// paperLinks has the links of each statement: a label, a semicolon, and the state as its view writes it.
// The tests open every one.
const paperLinks = `#choosing
compare the orders;dot?x=40000001.3f800001.41000001
#audience
orders of libraries;sum
#overview
both side by side;fma
#reserved
infinity;enc?b=7f800000&f=f32&x=0
a NaN;enc?b=7fc00000&f=f32&x=0
#nearesteven
1 + 2^-24 step by step;op?a=3f800000&b=33800000&f=f32&o=add&ta=0x3f800000&tb=0x33800000
#samesystems
the loop, node by node;dot
#generations
every capability;devices?n=0
#encoded
every capability;devices?n=0
#mixing
Figure 6, digit by digit;functions?c=1&p=figure6
#semantics
fcos beside the correct cosine;x87?a=4156dc1ac0000000&ta=5992555.0&x=cos~28a~29&y=double
#widths
float;enc?b=c3400000&f=f32&x=0
double;enc?b=c068000000000000&f=f64&x=0
#minus192
-192;enc?b=c3400000&f=f32&x=0
#exponent7
float;enc?b=c3400000&f=f32&x=0
double;enc?b=c068000000000000&f=f64&x=0
#minus192float
-192 as float;enc?b=c3400000&f=f32&x=0
#minus192double
-192 as double;enc?b=c068000000000000&f=f64&x=0
#thirdsfloat
2/3 as float;enc?b=3f2aaaab&f=f32&x=0
#thirdsdouble
2/3 as double;enc?b=3fe5555555555555&f=f64&x=0
#required
2 ÷ 3 step by step;op?a=40000000&b=40400000&f=f32&o=div&ta=2&tb=3
√2 step by step;op?a=40000000&f=f32&o=sqrt&ta=2
#sumexact
A;enc?b=40000001&f=f32&x=0
B;enc?b=3f800001&f=f32&x=0
C;enc?b=41000001&f=f32&x=0
#sumrounded
A + B in the microscope;op?a=40000001&b=3f800001&f=f32&o=add&ta=0x40000001&tb=0x3f800001
both orders as graphs;dot?x=40000001.3f800001.41000001
#closer
compare the orders;dot?x=40000001.3f800001.41000001
#roundings
both side by side;fma
#decimalsquare
the decimal machine;fma?m=dec
#decimalresults
the decimal machine;fma?m=dec
#decimalerrors
the decimal machine;fma?m=dec
#binary
where the bits are lost;fma
the fused step in the microscope;op?a=3f800001&b=3f800001&c=bf800002&f=f32&o=fma&ta=0x3f800001&tb=0x3f800001&tc=0xbf800002
#mathematical
the result's bits;enc?b=28800000&f=f32&x=0
#output
Figure 1, both machines;fma
the whole listing, run;expr?v=&x=union~20~7b~0a~20~20~20~20float~20f~3b~0a~20~20~20~20unsigned~20int~20i~0a~7d~20a~2c~20b~3b~0afloat~20r~3b~0a~0aa.i~20~3d~200x3F800001~3b~0ab.i~20~3d~200xBF800002~3b~0ar~20~3d~20a.f~20~2a~20a.f~20~2b~20b.f~3b~0a~0aprintf~28~22a~20~25.8g~5cn~22~2c~20a.f~29~3b~0aprintf~28~22b~20~25.8g~5cn~22~2c~20b.f~29~3b~0aprintf~28~22r~20~25.8g~5cn~22~2c~20r~29~3b&z=~09~09~09101
#semicolon
the listing as the HTML editions print it;expr?v=&x=union~20~7b~0a~20~20~20~20float~20f~3b~0a~20~20~20~20unsigned~20int~20i~0a~7d~20a~2c~20b~3b~0afloat~20r~3b~0a~0aa.i~20~3d~200x3F800001~3b~0ab.i~20~3d~200xBF800002~3b~0ar~20~3d~20a.f~20~2a~20a.f~20~2b~20b.f~3b~0a~0aprintf~28~22a~20~25.8g~5cn~22~2c~20a.f~29~3b~0aprintf~28~22b~20~25.8g~5cn~22~2c~20b.f~29~3b~0aprintf~28~22r~20~25.8g~5cn~22~2c~20r~29~3b&z=~09~09~09101
#cpus
both results;fma
a * a + b on six targets;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
#figure2
the graph, node by node;dot
#figure3
the graph, node by node;dot?o=fma
#figure4
the graph, node by node;dot?o=parallel
#vectors
the recovered vectors;dot
#printedvectors
as printed, 1.147311;dot?a=3ff42c77.bf494495.3f92db16.3f75dcca&b=bf6f7cee.bf3106da.3fdcbb6f.bf35b25e
as printed, 1.148311;dot?a=3ff42c77.bf494495.3f92fbdb.3f75dcca&b=bf6f7cee.bf3106da.3fdcbb6f.bf35b25e
#dotexact
every digit;dot
#dotexacthex
these 40 bits;enc?b=3d65350156&f=e8m31&x=0
#dotbits
serial;dot
FMA;dot?o=fma
parallel;dot?o=parallel
#dotdigits
serial;enc?b=3d653510&f=f32&x=0
#ranking
an example where parallel is worse;dot?a=3f800000.4b7fffff.4b800000.3f000000&b=3f800000.3f800000.bf800000.3f800000
64 random elements;dot?a=3d9c35a0.be21f5c8.3f815dc5.3f183642.3fe9e9e8.bcce5640.3fd78afb.3e85a85c.3eccc5ac.3e1c8bb8.3ea8d764.3fad9f20.3fe138e3.bf1a3454.be916c84.3f599f2e.3edfa1fc.3facc28f.3fac5d4e.3e831930.3f2dce44.3f8401df.bf3550de.3f5c4686.3f4f71e0.3ef5981c.3fbb16b2.3fe45593.bebfa24c.3fbb04f0.3fcc9639.3f1728fa.bf74b5d4.bdcd2fd0.3ec55d7c.3fa512c3.bf63a2fe.3f132866.bee4ff94.3f3ef986.bf124f00.bf7cd636.bf0c254c.bce0a200.bf25d54e.3f63c0de.be1b1058.3fa2f90a.3ed44e88.3e0f6d18.3f8640eb.3ea34340.3f78691c.bf5f8482.bf08145e.bf0b9a8a.3ec61314.bea438b0.3f4d9c74.bd7b7a00.bf2574d4.3ff8826f.3f9f3547.be8f3da4&b=bf519210.3f85b945.bf717f78.3e4f7958.3e4ebb18.bf74b188.bf5669e6.3ff11a56.becd5c14.3f3fe1b0.3ec6072c.bd8cd110.3e7c6018.3f34c642.bf775894.3fa526f5.bec794c8.3f8827e5.bf1a3222.3f93e6cb.3f249604.3fff9dc9.bf475d3a.3ff5b933.bf4cf666.3f8dcfe8.bf0bc40e.3fb91b95.3ffc276c.bea16698.bf5ffa2a.3e72c0d8.bd92de20.3eb38b10.bf503ee6.3fdcdc66.3fd2a399.3faf2f13.bf77f862.bf02b0f4.3f2bd3b0.3e4b33d0.3fee9a4e.3eb0abb8.bf208d32.3e2d48f0.3f8d0dbf.3f52215e.3f31b75c.bf2d142c.3f43518c.3eee3fc8.beb0a4d8.3f458088.3f3d0d7c.be607368.3f8ec146.3ff1f58f.3da99ad0.bf235b8a.3f76be4c.3e8cd7d0.3e807164.3ff6c7c4
#usually
many vectors, dot products;sum?d=1
many vectors, sums;sum
where it does not hold;sum?k=alternating&n=4096
#fmamore
serial with FMA, 4,096 elements;sum?d=1&n=4096
where it helps: Figure 1;fma
#singleonly
1.2 beside 1.3;devices?a=3fb999999999999a&b=3fc999999999999a&d=1&o=a~2bb&p=1.2&q=1.3
formats of every capability;devices?n=0
0.1 + 0.2 as a float;enc?b=3e99999a&f=f32&x=0
as a double;enc?b=3fd3333333333334&f=f64&x=0
#notall
FMAD beside FMA;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=1.2
a * b + c of every capability;devices
the vectors of Figure 5;dot
the result of FMAD;enc?b=3d653500&f=f32&x=0
#flushed
1.2 beside 2.0;devices?a=00c00000&b=00800000&o=a-b&p=1.2
subnormals of every capability;devices?n=9
2^-127;enc?b=00400000&f=f32&x=0
#notnearest
division;devices?n=11
square root of every capability;devices?n=12
the closest: 2 ÷ 3;op?a=40000000&b=40400000&f=f32&o=div&ta=2&tb=3
#both13
rates of double operations;devices?n=19
#double13
1 / 3 on 1.3 and x86;devices?a=3ff0000000000000&b=4008000000000000&d=1&o=a~2fb&q=sse
√2 step by step;op?a=40000000&f=f32&o=sqrt&ta=2
#single13
what differs between 1.2 and 1.3;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=1.2&q=1.3
#fma13
1.3 beside SSE;devices?a=3ff0000000000001&b=3ff0000000000001&c=bff0000000000002&d=1&o=a~2ab~2bc&q=sse
the fused result;enc?b=3970000000000000&f=f64&x=0
#nofma13
1.3 beside 2.0;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc
1.3 beside SSE;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&q=sse
fused and separate;fma
#boards
last toolkit of every capability;devices?n=23
formats;devices?n=0
tensor cores;devices?n=22
how a tensor core adds;mma
a library’s matrix product;gemm
numbers with block scales;quant
#both20
2.0 beside 9.0;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=2.0&q=9.0
9.0 beside FMA3;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=9.0&q=fma3
Figure 1;fma
the loop, fused;dot?o=fma
#nearest20
2 / 3 on 2.0 and SSE;devices?a=40000000&b=40400000&o=a~2fb&p=2.0&q=sse
2 ÷ 3 step by step;op?a=40000000&b=40400000&f=f32&o=div&ta=2&tb=3
√2 step by step;op?a=40000000&f=f32&o=sqrt&ta=2
#denormals20
1.3 beside 2.0;devices?a=00800000&b=00400000&o=a-b
2^-127;enc?b=00400000&f=f32&x=0
#fourmodes
choose a direction;op?a=40000001&b=3f800001&f=f32&o=add&ta=0x40000001&tb=0x3f800001
#cudafour
rounding modes of every capability;devices?n=5
#interpretation
1 + 2^-24 in the live table;devices?ita=1&itb=2~5e-24&itc=1
-1 - 2^-24;devices?ita=-1&itb=-2~5e-24&itc=1
#floattable
type x, y and z;devices?itb=3&itc=1
2 ÷ 3 in every direction;op?a=40000000&b=40400000&f=f32&o=div&ta=2&tb=3
#doubletable
type x, y and z;devices?itb=3&itc=1
#moreaccurate
Figure 1;fma
errors of both, operation by operation;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
#merged
fma.rn beside mul.rn and add.rn;ptx
with and without -fmad;flags?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&r=01100
both ways;fma
a * a + b, six ways to compile;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
#independent
the loop, not fused;dot
__fadd_rn and __fmul_rn, step by step;expr?p=9.0~209.0-nofma&v=a~3d0x3f800001~09b~3d0xbf800002&x=__fadd_rn~28__fmul_rn~28a~2c~20a~29~2c~20b~29
#fortran
-fmad=true beside -fmad=false;flags?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&r=01100
by -fmad=false, -G and without -mfma;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
#modes
both modes side by side;flags?a=40a00000&b=40c00000&c=3f800000
#threeflags
-use_fast_math;flags?a=3f800000&b=7ec00000&c=3f800000&r=fastmath
expf by default and with it;ptx?m=exp
cosf with it;flags?a=4ab6e0d6&b=3f800000&c=3f800000&o=cos&r=fastmath
errors of cosf with it;functions?k=cosf&m=fast&p=measured
#ftzflag
with and without -ftz;flags?a=00c00000&b=00800000&c=3f800000&o=a-b&r=11110
#fastdivision
with and without -prec-div;flags?a=40a00000&b=40c00000&c=3f800000&r=00110
#fastroot
with and without -prec-sqrt;flags?a=40a00000&b=3f800000&c=3f800000&o=sqrt&r=01010
#noeffect
the modes on doubles;flags?a=3ff0000000000000&b=4008000000000000&c=3ff0000000000000&d=1
#directions
choose a direction;op?a=40000001&b=3f800001&f=f32&o=add&ta=0x40000001&tb=0x3f800001
rounding modes of every capability;devices?n=5
#noflags
1 / 3 on SSE and 9.0;devices?a=3f800000&b=40400000&o=a~2fb&p=sse&q=9.0
#precisions
1 / 3 with 64;x87?a=3ff0000000000000&b=4008000000000000&ta=1&tb=3&x=a~2fb&y=double
53;x87?a=3ff0000000000000&b=4008000000000000&cw=27f&ta=1&tb=3&x=a~2fb&y=double
24 bits;x87?a=3ff0000000000000&b=4008000000000000&cw=7f&ta=1&tb=3&x=a~2fb&y=double
x87 beside SSE;devices?a=3ff0000000000000&b=4008000000000000&d=1&o=a~2fb&p=x87&q=sse
#simple
the bits of √2 that decide;functions?f=f32&fn=sqrt&x=40000000
errors of sqrtf;functions?k=sqrtf&p=measured
√2 step by step;op?a=40000000&f=f32&o=sqrt&ta=2
#dilemma
the hard argument, bit by bit;functions?f=f64&fn=exp&x=3e09e9cbbfd6080b
an easy one;functions?f=f32&fn=exp&x=3f800000
#giveup
errors of cosf;functions?k=cosf&p=measured
#sinbound
bounds and measured errors;functions?p=measured
#mostinputs
the same for sinf;functions?p=measured
#figure6
Figure 6, digit by digit;functions?c=1&p=figure6
fcos beside the correct cosine;x87?a=4156dc1ac0000000&ta=5992555.0&x=cos~28a~29&y=double
the first result;enc?b=3e9649454bade22a&f=f64&x=0
the second;enc?b=3e964945545d8d8d&f=f64&x=0
#library
π of 66 bits;functions?c=1&p=figure6
of 64 bits;functions?c=1&p=figure6&pi=64
of 53 bits;functions?c=1&p=figure6&pi=53
fcos on 5992555;x87?a=4156dc1ac0000000&ta=5992555.0&x=cos~28a~29&y=double
#slightly
errors of cosf;functions?k=cosf&p=measured
Figure 6;functions?c=1&p=figure6
#widths87
the registers;x87?a=3ff0000000000000&b=4008000000000000&ta=1&tb=3&x=a~2fb&y=double
#spill
kept in a register;x87?a=6974e718d7d7625a&b=6974e718d7d7625a&ta=1e200&tb=1e200&x=a~2aa~2fb&y=double
every value stored;x87?a=6974e718d7d7625a&b=6974e718d7d7625a&sp=all&ta=1e200&tb=1e200&x=a~2aa~2fb&y=double
#defaultunit
rounded twice;x87
SSE beside x87;devices?a=3ff0000000000000&b=3ca0000000000001&d=1&o=a~2bb&p=sse&q=x87
#ssefollows
SSE beside 9.0;devices?a=00c00000&b=00800000&o=a-b&p=sse&q=9.0
SSE with FTZ and DAZ;devices?a=00c00000&b=00800000&o=a-b&p=sse&q=sse-daz-ftz
#floatstore
with every value stored;x87?sp=all
#controlword
the sum with 53 bits;x87?cw=27f
what 53 bits do not repair;x87?a=3fc999999999999a&b=0020aebe5e509706&cw=27f&ta=0.2&tb=4.64e-308&x=a~2ab&y=double
53 bits beside SSE;devices?a=3ff0000000000000&b=3ca0000000000001&d=1&o=a~2bb&p=x87-pc53&q=sse
#choices
1,000 elements in every order;sum?d=1
#blocks
every launch at once;sum
a million elements;sum?n=1048576
#gpucpu
sliders for both;sum
256 threads, 7 beside them;sum?cp=7&t=256
`
