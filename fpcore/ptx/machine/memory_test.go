package machine

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"ulplab/fpcore/ptx"
)

// TestHostileMemory: a text that asks for much memory ends with a sentence, or runs its first steps within 256 MB, all that was
// allocated meanwhile counted, freed or not.
func TestHostileMemory(t *testing.T) {
	const most = 256 << 20
	doubling := kernel("call f0;")
	for k := 17; k >= 0; k-- {
		doubling = strings.Replace(doubling, ".visible", fmt.Sprintf(".func f%d() { call f%d; call f%d; ret; }\n.visible", k, k+1, k+1), 1)
	}
	doubling = strings.Replace(doubling, ".func f17", ".func f18() { ret; }\n.func f17", 1)
	launch := func(text string, block int) (err error) {
		m, err := ptx.Read(text)
		if err != nil {
			return err
		}
		buffer := func() Argument { return Argument{Buffer: &Buffer{Data: make([]byte, 1<<16)}} }
		x, err := Start(m, Launch{Grid: [3]int{1 << 16, 1, 1}, Block: [3]int{block, 1, 1}, Arguments: []Argument{buffer(), buffer()}})
		if err == nil {
			_, err = x.Step(300_000)
		}
		return err
	}
	many := func(n int, line string) string { return strings.Repeat(line, n) }
	for name, text := range map[string]string{
		"a million registers":              kernel(".reg .b64 %z<1000000>; mov.b64 %z999999, 1;"),
		"a thousand million registers":     kernel(".reg .b64 %z<1000000000>;"),
		"registers in many declarations":   kernel(many(20_000, ".reg .b64 %z<60000>;\n")),
		"a huge array in local memory":     kernel(".local .b8 big[4000000000]; st.local.b8 [big], 1;"),
		"arrays in local memory":           kernel(".local .b8 big[500000]; st.local.b8 [big+499999], 1; L: bra L;"),
		"a huge array in shared memory":    kernel(".shared .b8 big[4000000000]; st.shared.b8 [big], 1;"),
		"many arrays in shared memory":     kernel(many(1000, "{ .shared .b8 big[40000]; st.shared.b8 [big], 1; }\n")),
		"a huge global array":              ".version 8.0\n.target sm_90\n.address_size 64\n.global .b8 big[4000000000];\n" + kernel("ret;"),
		"a global array of a huge product": ".version 8.0\n.target sm_90\n.address_size 64\n.global .b64 big[60000][60000][60000];\n" + kernel("ret;"),
		"many instructions":                kernel(many(100_000, "add.u32 %r1, %t, 3;\n")),
		"as many instructions as may be":   kernel(many(65_000, "add.u32 %r1, %t, 3;\n")),
		"many blocks within each other":    kernel(many(50_000, "{") + many(50_000, "}")),
		"calls that double":                doubling,
		"one endless line":                 kernel(many(8_000_000, "(")),
		"many parameters":                  strings.Replace(kernel("ret;"), "(", "("+many(100_000, ".param .u64 z,\n"), 1),
	} {
		for _, block := range []int{32, 1024} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := launch(text, block)
			runtime.ReadMemStats(&after)
			if n := after.TotalAlloc - before.TotalAlloc; n > most {
				t.Errorf("%s, %d threads: %d MB (%v)", name, block, n>>20, err)
			} else if testing.Verbose() {
				t.Logf("%s, %d threads: %d MB (%v)", name, block, n>>20, err)
			}
		}
	}
}
