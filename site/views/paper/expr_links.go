package paper

// exprLinks are the links of the statements of section 5.4 and chapter 6, as those of paperLinks.
const exprLinks = `#sameops
2 / 3 on SSE and 9.0;devices?a=40000000&b=40400000&o=a~2fb&p=sse&q=9.0
2 / 3 step by step;op?a=40000000&b=40400000&f=f32&o=div&ta=2&tb=3
#gpufma
a * a + b on six targets;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
FMA3 beside 9.0;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=fma3&q=9.0
#rearrange
a thousand elements in every order;sum
four elements, three orders;dot
#reference
2 / 3 on SSE and 9.0;devices?a=40000000&b=40400000&o=a~2fb&p=sse&q=9.0
#higher
x87 kept, x87 stored, SSE;expr?p=gcc~20x87~20x87-store~209.0~20exact&v=a~3d1~09b~3d2~5e-24&x=~28a~20~2b~20b~29~20-~20a
rounded twice;x87
#notidentical
errors of cosf;functions?k=cosf&p=measured
#notwrong
release, debug and CPU, with their errors;expr
where such differences grow;iter
#adequate
float, double and exact;expr?p=gcc~209.0~20strict~20exact&v=b~3d94906.27~09a~3d47453.13~09c~3d47453.14&x=b~2ab~20-~204~2aa~2ac
#notequivalent
in double, rounded once;expr?p=gcc~209.0~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=~28float~29~28~28double~29a~2aa~20~2b~20b~29
in float throughout;expr?p=9.0~209.0-nofma~209.0-debug~20gcc~20gcc-fma~20exact&v=a~3d0x3f800001~09b~3d0xbf800002&x=a~2aa~20~2b~20b
#x87compare
Figure 5 in registers;x87?a=3ff42c76&b=bf6f7cee&c=bf494494&d=bf3106da&e=3f92db19&f=3fdcbb70&g=3f75dcc9&h=bf35b25d&x=a~2ab~2bc~2ad~2be~2af~2bg~2ah&y=float
the same sum on seven targets;expr?p=1.2~209.0~209.0-debug~20gcc~20gcc-fma~20x87~20exact&v=a~3d0x3ff42c76~09b~3d0xbf6f7cee~09c~3d0xbf494494~09d~3d0xbf3106da~09e~3d0x3f92db19~09f~3d0x3fdcbb70~09g~3d0x3f75dcc9~09h~3d0xbf35b25d&x=a~2ab~20~2b~20c~2ad~20~2b~20e~2af~20~2b~20g~2ah
#usefma
Figure 1;fma
#cpufma
FMA3 beside 9.0;devices?a=3f800001&b=3f800001&c=bf800002&o=a~2ab~2bc&p=fma3&q=9.0
#careful
every order, every launch;sum
(A + B) + C and A + (B + C);dot?x=40000001.3f800001.41000001
#capabilities
every capability;devices?n=0
#c99
functions with their bounds;functions?p=measured
#appendix
bounds and measured errors;functions?p=measured
#compromise
errors of cosf;functions?k=cosf&p=measured
with -use_fast_math;flags?a=4ab6e0d6&b=3f800000&c=3f800000&o=cos&r=fastmath
`
