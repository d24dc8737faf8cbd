package ptx

import "ulplab/site/kit/example"

const header = `.version 8.7
.target sm_90
.address_size 64
`

// contract begins both texts of the first example.
const contract = `// r[i] = a[i] * b[i] + c[i];
` + header + `.file 1 "axpb.cu"

.visible .entry axpb(.param .u64 a, .param .u64 b,
                     .param .u64 c, .param .u64 r)
{
    .reg .b32 %i;
    .reg .f32 %a, %b, %c, %p, %r;
    .reg .b64 %pa, %pb, %pc, %pr, %o;
    .loc 1 4 0
    mov.u32 %i, %tid.x;
    mul.wide.u32 %o, %i, 4;
    ld.param.u64 %pa, [a];    add.s64 %pa, %pa, %o;
    ld.param.u64 %pb, [b];    add.s64 %pb, %pb, %o;
    ld.param.u64 %pc, [c];    add.s64 %pc, %pc, %o;
    ld.param.u64 %pr, [r];    add.s64 %pr, %pr, %o;
    .loc 1 5 0
    ld.global.f32 %a, [%pa];
    ld.global.f32 %b, [%pb];
    ld.global.f32 %c, [%pc];
`

const contractFused = contract + `    fma.rn.f32 %r, %a, %b, %c;
    st.global.f32 [%pr], %r;
    ret;
}
`

const contractSeparate = contract + `    mul.rn.f32 %p, %a, %b;
    add.rn.f32 %r, %p, %c;
    st.global.f32 [%pr], %r;
    ret;
}
`

const expHead = `// y[i] = expf(x[i]);
` + header + `.file 1 "exp.cu"

.visible .entry exponential(.param .u64 x, .param .u64 y)
{
    .reg .b32 %i, %n;
    .reg .f32 %x, %y, %t, %k, %r, %s;
    .reg .b64 %px, %py, %o;
    .loc 1 3 0
    mov.u32 %i, %tid.x;
    mul.wide.u32 %o, %i, 4;
    ld.param.u64 %px, [x];    add.s64 %px, %px, %o;
    ld.param.u64 %py, [y];    add.s64 %py, %py, %o;
    ld.global.f32 %x, [%px];
    .loc 1 4 0
`

const expEnd = `    st.global.f32 [%py], %y;
    ret;
}
`

const expDefault = expHead + `    // k = round(x log2 e), as the lower bits of a float
    fma.rn.f32 %t, %x, 0f3BBB989D, 0f3F000000;
    cvt.sat.f32.f32 %t, %t;
    fma.rm.f32 %k, %t, 0f437C0000, 0f4B400001;
    add.rn.f32 %t, %k, 0fCB40007F;
    neg.f32 %t, %t;
    // r = x log2 e - k, log2 e in two pieces
    fma.rn.f32 %r, %x, 0f3FB8AA3B, %t;
    fma.rn.f32 %r, %x, 0f32A57060, %r;
    // y = 2^r * 2^k
    mov.b32 %n, %k;
    shl.b32 %n, %n, 23;
    mov.b32 %s, %n;
    ex2.approx.ftz.f32 %t, %r;
    mul.rn.f32 %y, %t, %s;
` + expEnd

const expFast = expHead + `    mul.ftz.f32 %t, %x, 0f3FB8AA3B;
    ex2.approx.ftz.f32 %y, %t;
` + expEnd

const reduceHead = header + `.file 1 "sum.cu"

.visible .entry total(.param .u64 x, .param .u64 s)
{
`

const reduceShuffle = `// each warp by shuffles, then the warps through shared memory
` + reduceHead + `    .reg .pred %p;
    .reg .b32 %t, %l, %b, %w, %a;
    .reg .f32 %v, %u;
    .reg .b64 %x, %s, %o;
    .shared .align 4 .b8 part[8];
    ld.param.u64 %x, [x];
    ld.param.u64 %s, [s];
    mov.u32 %t, %tid.x;
    mul.wide.u32 %o, %t, 4;
    add.s64 %x, %x, %o;
    ld.global.f32 %v, [%x];
    .loc 1 9 0
    mov.u32 %l, 16;
LANES:
    mov.b32 %b, %v;
    shfl.sync.down.b32 %b, %b, %l, 31, -1;
    mov.b32 %u, %b;
    add.f32 %v, %v, %u;
    shr.u32 %l, %l, 1;
    setp.ne.u32 %p, %l, 0;
    @%p bra LANES;
    .loc 1 11 0
    and.b32 %l, %t, 31;
    setp.ne.u32 %p, %l, 0;
    shr.u32 %w, %t, 3;
    mov.u32 %a, part;
    add.u32 %a, %a, %w;
    @!%p st.shared.f32 [%a], %v;
    bar.sync 0;
    .loc 1 13 0
    setp.ne.u32 %p, %t, 0;
    @%p bra END;
    ld.shared.f32 %v, [part];
    ld.shared.f32 %u, [part+4];
    add.f32 %v, %v, %u;
    st.global.f32 [%s], %v;
END:
    ret;
}
`

const reduceLoop = `// one thread adds them one after the other
` + reduceHead + `    .reg .pred %p;
    .reg .b32 %t, %k;
    .reg .f32 %v, %u;
    .reg .b64 %x, %s;
    ld.param.u64 %x, [x];
    ld.param.u64 %s, [s];
    mov.u32 %t, %tid.x;
    setp.ne.u32 %p, %t, 0;
    @%p bra END;
    mov.u32 %k, 1;
    ld.global.f32 %v, [%x];
NEXT:
    add.s64 %x, %x, 4;
    ld.global.f32 %u, [%x];
    add.f32 %v, %v, %u;
    add.u32 %k, %k, 1;
    setp.lt.u32 %p, %k, 64;
    @%p bra NEXT;
    st.global.f32 [%s], %v;
END:
    ret;
}
`

// lanes joins a register of all lanes of a warp in five steps of shuffles.
func lanes(with string) string {
	s := ""
	for _, k := range []string{"16", "8", "4", "2", "1"} {
		s += "    mov.b32 %b, %v;\n    shfl.sync.bfly.b32 %b, %b, " + k + ", 31, -1;\n    mov.b32 %u, %b;\n    " + with + " %v, %v, %u;\n"
	}
	return s
}

// rowHead begins a kernel of one warp a row of n numbers: %x and %y point at the row.
func rowHead(name, more string) string {
	return `// one warp a row of n numbers
` + header + `.file 1 "` + name + `.cu"

.visible .entry ` + name + `(.param .u64 x, .param .u64 y, .param .u32 n` + more + `)
{
    .reg .pred %p;
    .reg .b32 %t, %n, %k, %b, %row;
    .reg .f32 %v, %u, %e, %m, %s, %q, %w, %c, %d, %h;
    .reg .b64 %x, %y, %o, %at, %pw, %pb;
    ld.param.u64 %x, [x];
    ld.param.u64 %y, [y];
    ld.param.u32 %n, [n];
    mov.u32 %t, %tid.x;
    mov.u32 %row, %ctaid.x;
    mul.lo.s32 %row, %row, %n;
    mul.wide.s32 %o, %row, 4;
    add.s64 %x, %x, %o;
    add.s64 %y, %y, %o;
`
}

// loop runs over the numbers of the row, each lane every 32nd: %o is the place in bytes.
func loop(label, body string) string {
	return "    mov.u32 %k, %t;\n" + label + ":\n    mul.wide.s32 %o, %k, 4;\n    add.s64 %at, %x, %o;\n    ld.global.f32 %u, [%at];\n" + body +
		"    add.s32 %k, %k, 32;\n    setp.lt.s32 %p, %k, %n;\n    @%p bra " + label + ";\n"
}

func softmax() string {
	return rowHead("softmax", "") + "    .loc 1 6 0\n    mov.f32 %v, 0fFF800000;\n" + loop("MOST", "    max.f32 %v, %v, %u;\n") + lanes("max.f32") +
		"    .loc 1 8 0\n    mul.f32 %m, %v, 0f3FB8AA3B;\n    mov.f32 %v, 0f00000000;\n" +
		loop("SUM", "    mul.f32 %q, %u, 0f3FB8AA3B;\n    sub.f32 %e, %q, %m;\n    ex2.approx.ftz.f32 %e, %e;\n    add.f32 %v, %v, %e;\n    add.s64 %at, %y, %o;\n    st.global.f32 [%at], %e;\n") + lanes("add.f32") +
		"    .loc 1 11 0\n    mov.f32 %s, %v;\n    mov.b64 %x, %y;\n" + loop("WRITE", "    div.full.f32 %e, %u, %s;\n    st.global.f32 [%at], %e;\n") + "    ret;\n}\n"
}

func layernorm() string {
	return rowHead("layernorm", ",\n    .param .u64 weight, .param .u64 bias") + `    ld.param.u64 %pw, [weight];
    ld.param.u64 %pb, [bias];
    .loc 1 6 0
    mov.f32 %v, 0f00000000;
` + loop("MEAN", "    add.f32 %v, %v, %u;\n") + lanes("add.f32") + `    cvt.rn.f32.s32 %c, %n;
    div.full.f32 %m, %v, %c;
    .loc 1 8 0
    mov.f32 %v, 0f00000000;
` + loop("VARIANCE", "    sub.f32 %e, %u, %m;\n    mul.f32 %q, %e, %e;\n    add.f32 %v, %v, %q;\n") + lanes("add.f32") + `    div.full.f32 %v, %v, %c;
    add.f32 %v, %v, 0f3727C5AC;
    rsqrt.approx.f32 %s, %v;
    .loc 1 11 0
` + loop("WRITE", `    sub.f32 %e, %u, %m;
    mul.f32 %e, %e, %s;
    add.s64 %at, %pw, %o;
    ld.global.f32 %w, [%at];
    add.s64 %at, %pb, %o;
    ld.global.f32 %h, [%at];
    mul.f32 %d, %e, %w;
    add.f32 %e, %d, %h;
    add.s64 %at, %y, %o;
    st.global.f32 [%at], %e;
`) + "    ret;\n}\n"
}

// Examples lists the named examples; the first is what the view opens on.
var Examples = func() example.List[State] {
	launch := func(text, second, grid, block string, against Against, args ...Arg) State {
		s := State{Input: Input{Modules: [2]Module{{Text: text}, {Text: second}}, Grid: grid, Block: block, Against: against}}
		copy(s.Args[:], args)
		return s
	}
	differ := func(s State) State {
		s.Differ = true
		return s
	}
	numbers := func(list string) Arg { return Arg{Kind: List, Type: "f32", Text: list} }
	zeros := func(n string) Arg { return Arg{Kind: Zero, Type: "f32", N: n} }
	drawn := func(n, seed string) Arg { return Arg{Kind: "normal", Type: "f32", N: n, Seed: seed} }
	whole := func(n string) Arg { return Arg{Kind: Value, Type: "u32", Text: n} }
	return example.List[State]{
		{ID: "contract", State: launch(contractFused, contractSeparate, "1", "4", OtherText,
			numbers("0x3f800800 0.1 3 1.5"), numbers("0x3f800800 10 1/3 2.5"), numbers("-1.00048828125 -1 -1 0.25"), zeros("4"))},
		{ID: "exp", State: launch(expDefault, expFast, "1", "6", OtherText, numbers("0.5 1 -3.25 10 40 88.5"), zeros("6"))},
		{ID: "reduce", State: launch(reduceShuffle, reduceLoop, "1", "64", OtherText, drawn("64", "1"), zeros("1"))},
		{ID: "softmax", State: differ(launch(softmax(), "", "4", "32", OtherReading, drawn("1024", "2"), zeros("1024"), whole("256")))},
		{ID: "layernorm", State: differ(launch(layernorm(), "", "4", "32", OtherReading, drawn("1024", "3"), zeros("1024"), whole("256"), drawn("256", "4"), drawn("256", "5")))},
	}
}()
