package operand_test

import (
	"fmt"
	"testing"

	"ulplab/fpcore/format"
	"ulplab/fpcore/wide"
	"ulplab/site/kit/operand"
)

// A decimal is rounded once in each format; a bit pattern is another number there, so its value is converted.
func ExampleEntered_Refit() {
	var x, y operand.Entered
	x.Type("0.1", operand.Reader(format.F16))
	y.Type("0x2e66", operand.Reader(format.F16))
	x.Refit(format.F16, format.F32, operand.Reader(format.F32))
	y.Refit(format.F16, format.F32, operand.Reader(format.F32))
	fmt.Printf("%08x %q, %08x %q\n", x.Bits.Lo, x.Text.Text, y.Bits.Lo, y.Text.Text)
	// Output: 3dcccccd "0.1", 3dccc000 ""
}

// TestType: what cannot be read stays in the field and leaves the code as it was; a step takes the value, not the text.
func TestType(t *testing.T) {
	var x operand.Entered
	x.Type("1", operand.Reader(format.F32))
	x.Type("1x", operand.Reader(format.F32))
	if x.Bits != wide.From64(0x3f800000) || x.Text.Text != "1x" {
		t.Errorf("%x %q", x.Bits, x.Text.Text)
	}
	x.Step(format.F32, true)
	if x.Bits != wide.From64(0x3f800001) || x.Text.On {
		t.Errorf("%x %q", x.Bits, x.Text.Text)
	}
	x.Step(format.F32, false)
	x.Step(format.F32, false)
	if x.Bits != wide.From64(0x3f7fffff) {
		t.Errorf("%x", x.Bits)
	}
}
