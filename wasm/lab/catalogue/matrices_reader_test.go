//go:build !js && !opening

package catalogue

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"testing"

	"ulplab/site/lab/link"
)

// Two recipes, the block looked at by slider and by a press, numbers typed and numbers that are none.
func TestQuantize(t *testing.T) {
	p := read(t, "#/v1/quant")
	p.contains("#quant-verdict", "MXFP4", "NVFP4", "with 4.25 bits an element")
	p.contains(".quant-formats", "MXINT8", "E5M2, a scale for each row")
	p.slide("#quant-at", "32")
	p.contains(".quant-scale", "elements 32 to 63")
	p.click(`[data-tap="quant:40"]`)
	p.pick("#quant-b-scheme", "mxint8")
	p.contains("#quant-verdict", "MXINT8")
	p.click(`[data-tap="quant:bmxfp4"]`)
	p.pick("#quant-b-rule", "max")
	p.contains(".quant-facts", "B: MXFP4, largest to largest")
	p.linked("#/v1/quant?b=mxfp4.max&i=40")
	p.pick("#quant-kind", "own")
	p.fill("#quant-own", "one")
	p.contains("#quant-own-problem", "no number in the text")
	p.fill("#quant-own", "6, 1, -0.1")
	p.contains("#quant-verdict", "Signal to noise")
	p.contains(".quant-about", "3 numbers")
}

// The dot product of two rows of NVFP4 and MXINT8: exactly, and on the units that take them; another row, and none.
func TestQuantizedDot(t *testing.T) {
	p := read(t, "#/v1/quant?k=own&w=4&a=nvfp4&b=mxint8&x="+link.Escape("1 2 3 4\n0.5 0.5 0.5 0.5"))
	p.click("#quant-dot-ask")
	p.contains(".quant-dots", "A: NVFP4, exactly", "A: NVFP4, on 10.0", "kind::mxf4nvf4", "on 12.0", "B: no tensor instruction takes MXINT8", "Exact Σ x·y 5")
	p.fill("#quant-row2", "0")
	p.contains(".quant-dots", "Exact Σ x·y 30")
	p.fill("#quant-row2", "one")
	p.contains("#quant-row2-problem", "whole number from 0")
	p.reopened(t, ".quant-dots")
}

// A matrix unit: an example, a field with a good and a bad text, and what pointer and keyboard say of places.
func TestMatrixUnit(t *testing.T) {
	p := read(t, "#/v1/mma")
	p.contains(".results", "9.0 Hopper", "0x3f800004", "8.0 Ampere", "0x3f800000", "−4.00000")
	p.pick("#mma-example", "truncate")
	p.contains("main", "0.750000 ulp off")
	p.fill("#mma-a", "1 abc")
	p.contains("#mma-a-problem", "Number 2, “abc”: ")
	p.fill("#mma-a", "1 2^-12 x3")
	p.is("#mma-a-problem", "")
	p.pick("#mma-ta", "bf16")
	p.contains("main", "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", "bfloat16")
	p.click(bitAt("mma.B", 74))
	p.contains(".mma-lives", "B, k = 9, column 2: lane 8, its element 3")
	p.focus(".mma-lives")
	p.press("c", "ArrowDown", "ArrowRight")
	p.contains(".mma-lives", "C and D, row 1, column 1: lane 4, its element 1")
	p = p.reopened(t, ".results")
	p.contains(".mma-lives", "row 1, column 1")
	p.pick("#mma-example", "wrap")
	p.contains(".results", "−2146967521", "−4294967296", "2147483647", "−516128")
	p.contains("main", "2147999775", "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", "wrapped", "clamped", "documented", "measured")
	p.fill("#mma-b", "1 128")
	p.contains("#mma-b-problem", "Number 2, “128”: This is not a signed integer of 8 bits")
	p.fill("#mma-b", "-1 0x80 x31")
	p.fill("#mma-C", "1e3")
	p.contains("#mma-C-problem", "signed integer of 32 bits")
	p.fill("#mma-C", "-2147483648")
	p.pick("#mma-ta", "b1")
	p.contains("main", ".and.popc", "registers of 32 bits")
	p.pick("#mma-s", "xor")
	p = p.reopened(t, ".results")
	p.contains("main", "m8n8k128.row.col.s32.b1.b1.s32.xor.popc")
	p.pick("#mma-ta", "s16")
	p.contains("main", "dp2a.lo.s32.s32")
	p.pick("#mma-ta", "f16")
	p.contains("main", "Correctly rounded")
}

// An element of a matrix product and its explanation lead to each other, with the same row, column, call and result.
func TestElementExplained(t *testing.T) {
	p := read(t, "#/v1/explain")
	p.pick("#explain-example", "matmul")
	p.contains(".explain-element", "The second result is an element of a matrix product.", "torch.mm, float16 to float32: one accumulator, blocks of 16, 25 fraction bits, truncated; result binary32.")
	p.click(".explain-element a")
	p.contains(".gemm-targets", "torch.mm, float16 to float32", "0x40c044e3", "FMA chain", "Why this element differs")
	p.click(".gemm-targets a[href*=explain]")
	p.contains(".explain-element", "torch.mm, float16 to float32: one accumulator, blocks of 16, 25 fraction bits, truncated; result binary32.")
	p.contains(".explain-answer", "Rounding, explained")
	for call, said := range map[string]string{"e4m3_fast": "use_fast_accum=True: one accumulator, blocks of 32, 13 fraction bits", "e4m3_slow": "use_fast_accum=False: 8 parts of 128 products", "bf16": "bfloat16: one accumulator, blocks of 16",
		"f32_tf32": "TF32 allowed: ", "f64": "torch.matmul, float64: "} {
		p := read(t, "#/v1/gemm?k=1024&p="+call)
		p.click(".gemm-targets a[href*=explain]")
		p.contains(".explain-element", said)
	}
}

// A row and a column from files: two columns of one, then a matrix for A and one for B, of which the element is chosen; a
// row that is not there, files of different length, and a link to files that this page does not have.
func TestProductOfFiles(t *testing.T) {
	p := read(t, "#/v1/gemm?p=f32")
	p.pick("#gemm-data", "file")
	p.contains("main", "Open a file: two columns")
	p.drop(".gemm .drop", "ab.csv", "1 4\n2 5\n3 6\n")
	p.contains(".gemm-targets", "FMA chain", "Exact Σ a·b 32")
	p.drop(".gemm .drop", "b.csv", "1,0,2\n0,1,0\n")
	p.contains("main", "A: ab.csv; B: b.csv", "The row of A has 2 numbers and the column of B 3.")
	p.drop(".gemm .drop", "a.csv", "1 2 3\n4 5 6\n")
	p.drop(".gemm .drop", "b.csv", "1,0,2\n0,1,0\n")
	p.contains(".gemm-targets", "Exact Σ a·b 7")
	p.fill("#gemm-i", "1")
	p.contains(".gemm-targets", "Exact Σ a·b 16")
	p.fill("#gemm-j", "1")
	p.contains(".gemm-targets", "Exact Σ a·b 5")
	p.fill("#gemm-i", "2")
	p.contains("main", "The file of A has 2 rows: row 2 is not there.")
	p.fill("#gemm-i", "0")
	for _, text := range []string{"1 2 3\n4 5 6\n", "1,0,2\n0,1,0\n"} { // the column 1 is the second line of B
		p.fire(p.one("#gemm-paste"), "paste", text)
		p.settle()
	}
	p.contains(".gemm .drop", "A: A.txt; B: B.txt")
	p.contains(".gemm-targets", "Exact Σ a·b 2")
	p.contains(".gemm-code", `A, B = lines("A.txt"), lines("B.txt")`)
	p.pick("#gemm-layout", "NN")
	p.contains("main", "The row of A has 3 numbers and the column of B 2.")
	p.contains("#gemm-whole", "The row of A has 3 numbers and the column of B 2.")
	q := read(t, "#/v1/gemm?d=file&fa=0123456789abcdef%20x.npy")
	q.contains("main", "x.npy", "digest 0123456789abcdef")
}

// npy is a matrix of binary32 as numpy saves it.
func npy(rows, cols int, at func(i, j int) float32) string {
	header := "{'descr': '<f4', 'fortran_order': False, 'shape': (" + strconv.Itoa(rows) + ", " + strconv.Itoa(cols) + "), }"
	header += strings.Repeat(" ", 117-len(header)) + "\n"
	b := append([]byte("\x93NUMPY\x01\x00\x76\x00"), header...)
	for i := range rows {
		for j := range cols {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(at(i, j)))
		}
	}
	return string(b)
}

// Matrices from files: M, N and K are theirs, every element's error is computed, also after its link, and the program reads
// them; a size that was not measured has no picture, and no row is there beyond the last.
func TestMatricesOfFiles(t *testing.T) {
	p := read(t, "#/v1/gemm?p=f32")
	p.pick("#gemm-data", "file")
	p.drop(".gemm .drop", "a.npy", npy(64, 128, func(i, j int) float32 { return float32(i*j%17) / 7 }))
	p.contains("main", "This file is A: open a second one, B.")
	p.drop(".gemm .drop", "w.npy", npy(48, 128, func(i, j int) float32 { return float32(i-j) * 0x1p-130 }))
	p.has("#gemm-m", "value", "64")
	p.has("#gemm-n", "value", "48")
	p.has("#gemm-k", "value", "128")
	p.contains(".gemm-code", "M, N, K = 64, 48, 128", `A, B = np.load("a.npy"), np.load("w.npy")`, "cuda().T  # column by column", "assert A.shape == (M, K) and B.shape == (K, N)", "error / size")
	p.contains("#gemm-whole", "3,072 elements of 128 products each")
	p.click("#gemm-all-start")
	p.contains("#gemm-all-progress", "3,072 of 3,072 elements, done")
	p.contains("#gemm-whole figcaption", "The largest of 3,072 is about 2")
	p = p.reopened(t, "#gemm-whole")
	p.fill("#gemm-i", "63")
	p.contains(".gemm-code", "C[63, 0]")
	p.fill("#gemm-i", "64")
	p.contains("main", "The file of A has 64 rows: row 64 is not there.")
	p.fill("#gemm-i", "0")
	p.pick("#gemm-layout", "NN")
	p.contains("main", "The row of A has 128 numbers and the column of B 48.")
	p.drop(".gemm .drop", "a.npy", npy(3, 5, func(i, j int) float32 { return float32(i + j) }))
	p.drop(".gemm .drop", "b.csv", "x,y\n1,2\n3,4\n5,6\n7,8\n9,10\n")
	p.contains(".gemm-code", "M, N, K = 3, 2, 5", `A, B = np.load("a.npy"), lines("b.csv")`, "[row for row in rows if row][1:]")
	p.contains("#gemm-whole", "No order was measured for this size.")
}
