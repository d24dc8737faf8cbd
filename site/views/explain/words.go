package explain

import (
	"strconv"
	"strings"

	"ulplab/fpcore/explain"
)

// Words of the Explain view.
const (
	note             = "Paste the program as it stands in the source, the inputs, and the results of two machines. The lab goes through the evaluations that compilers and machines may choose and keeps those that give exactly these bits."
	explainText      = "Program, in C or CUDA C: an expression, statements, or functions"
	second           = "The second result’s program, if it differs, or the PTX that its GPU ran"
	explainRows      = "Inputs: name = value, or one row of numbers for each run"
	seen1            = "First result"
	seen2            = "Second result"
	seenHint         = "9.8616 or 0x4601D3FF"
	known            = "Machine"
	explainLayout    = "Print format (printf)"
	explainFormat    = "Hex width"
	said             = "What was said of the machines and formats"
	explainFree      = "Type of undeclared variables"
	columns          = "Result columns"
	progress         = "Progress of the search"
	explainCause     = "Answer"
	explainUndefined = "Operations that C does not define"
	remedy           = "What removes the difference"
	explainTruth     = "Which result is closer"
	explainTolerance = "A tolerance for a test"
	explainPlace     = "First difference"
	explainFound     = "Evaluations that give these results"
	one              = "An input that tells them apart"
	explainCaution   = "Comparing with a double reference"
	explainArrays    = "Two columns of results"
	arraysNote       = "Element by element: how many are equal, how far the others are apart, and which are the worst. Paste them, or open a file with two columns, or two files one after the other: CSV, NPY or raw little-endian numbers."
	pair             = "Two columns, or two lists in brackets"
	explainClose     = "Close the files"
)

// ExplainExamples are the titles and notes of the examples, by their IDs.
var examples = map[string][2]string{
	"fma":     {"One bit between release and debug build", "A product and a sum in one expression: the optimised GPU build differs from the CPU in the last bit, the debug build does not."},
	"tie":     {"A product by 1 changes the number", "A matrix product on a GPU turns 1024.5 into 1025."},
	"zsz":     {"9.8616 for 9.8596", "A quadratic form with the identity matrix: the first step is a matrix product, the last one a dot product."},
	"dot":     {"A dot product of whole numbers is off by 6", "52 products of integers, exact sum 234038038; single precision gives 234038032."},
	"exp":     {"exp is off by one bit", "The host evaluates exp of a long literal, the device of a float variable."},
	"library": {"expf changed with the toolkit", "The same argument, the same GPU, two versions of CUDA."},
	"fp8":     {"464 becomes 448, 465 becomes NaN", "Four casts to FP8 E4M3, in two libraries."},
	"double":  {"1080/600 is 1.79999995", "Double precision in the source, a very old GPU."},
	"matmul":  {"One element of my matmul differs from the CPU", "A row and a column of binary16, their element of a GPU’s matrix product and that of a loop on a CPU: which call, which chain, which accumulator."},
	"ptx":     {"The PTX says what was fused", "A difference of two products. The second result’s bits fit a fused multiply-add, and an evaluation in double too: the PTX of its kernel, as nvcc 13.0 printed it and an H200 ran it, leaves one cause."},
	"atomic":  {"Another sum at every run", "24 numbers added by atomics: two runs, two results."},
	"x87":     {"The 32-bit build differs", "Complex product, real part, on a PC: 64-bit and 32-bit build."},
}

// example returns the title and the note of an example.
func example(id string) (title, note string) {
	e, ok := examples[id]
	if !ok {
		return "Your own question", ""
	}
	return e[0], e[1]
}

// verdict is the answer in a sentence.
func verdict(a *explain.Answer) string {
	var titles []string
	for i := range a.Causes {
		if c := &a.Causes[i]; c.Rank == a.Causes[0].Rank {
			titles = append(titles, lower(c.Title()))
		}
	}
	switch a.Verdict {
	case explain.Same:
		return "The same value"
	case explain.NotRounding:
		return "Not rounding: look for a bug"
	case explain.WithinBound:
		return "Within the bound of rounding; the cause is open"
	case explain.CannotTell:
		if len(titles) > 0 && a.Causes[0].ID == explain.CauseDigits {
			if a.Causes[0].Fn == explain.InputDigits {
				return "Cannot be told: the inputs have too few digits"
			}
			return "Cannot be told: too few digits were printed"
		}
		return "Cannot be told from what was given"
	}
	kind := "Rounding, explained"
	if len(titles) > 0 {
		switch a.Causes[0].ID {
		case explain.CauseConversion, explain.CauseNaN, explain.CauseIntegerDivision:
			kind = "Explained"
		}
	}
	switch n := len(titles); {
	case n == 1:
		return kind + ": " + titles[0]
	case n > 1 && n == a.Joined:
		return kind + ": " + strings.Join(titles[:n-1], ", ") + " and " + titles[n-1]
	case n > 1:
		return kind + "; " + spelled(n) + " causes fit: " + strings.Join(titles[:n-1], ", ") + " or " + titles[n-1]
	}
	return "Explained: an evaluation gives this result"
}

// spelled writes a small number as a word.
func spelled(n int) string {
	if n < 11 {
		return [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}[n]
	}
	return strconv.Itoa(n)
}

// lower writes the first letter small, unless an abbreviation or a name begins with it.
func lower(s string) string {
	if len(s) < 2 || 'A' <= s[1] && s[1] <= 'Z' {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// family is a word for the kind of a candidate.
func family(f explain.Family) string {
	return [...]string{"compiler and flags", "hypothesis: instructions", "hypothesis: types", "hypothesis: operands", "hypothesis: conversion",
		"hypothesis: order", "hypothesis: association", "hypothesis: storage", "hypothesis: library"}[f]
}

// level says how near a result comes to what was printed.
func level(level int) string {
	return [...]string{"exactly", "as printed with six digits", "as printed with the digits given"}[level]
}

// groups says how many evaluations give a result.
func groups(n int) string {
	switch n {
	case 0:
		return "no evaluation that was tried gives this result"
	case 1:
		return "one evaluation gives this result"
	}
	return strconv.Itoa(n) + " different evaluations give this result; the most plausible comes first"
}
