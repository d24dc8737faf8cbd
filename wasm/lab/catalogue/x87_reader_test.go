//go:build !js && !opening

package catalogue

import "testing"

// The first example: one sum rounded twice.
func TestX87DoubleRounding(t *testing.T) {
	p := read(t, "#/v1/x87")
	p.contains(".x87-results", "SSE ≈1.0000000000000002", "0x3ff0000000000001", "x87 1 0x3ff0000000000000", "inexact")
	p.contains("#x87-twice", "makes a tie of the exact value", "rounded once, from the exact value: ≈1.0000000000000002", "rounded twice, through 64 bits: 1", "midpoint")
	p.contains("#x87-stack", "faddp", "st(1)", "biased exponent", "1.000000000000000111")
	p.contains(".x87-compare", "unequal")
	p.linked("#/v1/x87")
}

// Figures 1, 5 and 6 of the white paper on x86.
func TestX87PaperFigures(t *testing.T) {
	p := read(t, "#/v1/x87")
	p.pick("#x87-example", "figure1")
	p.contains(".x87-results", "SSE 0 0x00000000", "SSE with FMA3", "0x28800000")
	p.contains(".x87-columns", "vfmadd213ss", "fmulp")
	p.pick("#x87-example", "figure5")
	p.contains(".x87-results", "0x3d653510", "x87 ≈0.055958751589059830 0x3d653501")
	p.contains(".x87-ways", "x87, every value stored", "-ffloat-store")
	p.click(`[data-tap="x87:way:5"]`)
	p.contains(".x87-results", "x87 ≈0.055958807468414307 0x3d653510")
	p.contains(".x87-columns", "fstp m32")
	p.pick("#x87-example", "cosine")
	p.contains(".x87-cos", "3.320904615e−07", "3.320904692e−07", "0x3e9649454bade22a", "0x3e964945545d8d8d", "3814979", "3.243f6a8885a308d3", "66 bits of π")
	p.contains(".x87-columns", "call cos", "fcos")
}

// Formula, spills, control word and player; the link and going back.
func TestX87Editing(t *testing.T) {
	p := read(t, "#/v1/x87")
	p.click(`[data-bits="x87.cw"] [data-bit="8"]`)
	p.contains(".x87-words", "0x027F", "53 bits")
	p.contains(".x87-results", "x87 ≈1.0000000000000002")
	p.back()
	p.contains(".x87-words", "0x037F")
	p.fill("#x87-formula", "a+b*")
	p.contains("#x87-formula-problem", "At character 5: The formula ends where a value is expected.")
	p.contains(".x87-results", "x87 1 0x3ff0000000000000")
	p.fill("#x87-formula", "(a+b)-a")
	p.contains(".x87-results", "x87 ≈1.1102230246251565e−16")
	p.click(`[data-tap="x87:spill:2"]`)
	p.contains(".x87-results", "x87 0 0x0000000000000000")
	p.click(`[data-tap="x87:show:3"]`)
	p.contains("#x87-stack", "instruction 3 of")
	p.click(".x87-steps button:nth-child(3)")
	p.contains("#x87-stack", "instruction 4 of", "fstp m64", "rounded to the 53 bits of binary64")
	p = p.reopened(t, "main")
	p.pick("#x87-example", "trap")
	p.contains(".x87-results", "stops", "divideByZero is not masked")
	p.pick("#x87-example", "flush")
	p.contains(".x87-words", "0x9FC0", "tiny results become zero")
	p.contains(".x87-table", "in the instruction: .rn .rz .rm .rp", "documented, Intel SDM 1, 8.1.5", "measured, AMD EPYC")
}
