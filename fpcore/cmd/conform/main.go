// Command conform compares the lab with recorded results.
//
//	conform FILE...
//
// reads vector files, gzip or plain (package conform tells their form), and prints one line an operation with its
// passed, failed and unsupported cases, and the first mismatches. Of a module of PTX (.ptx) it runs the kernels and
// compares what they write with the results that lie beside it.
//
//	conform -testfloat f32_add [-direction tiesToEven] [-tininess after] [-exact] [-precision 80] [-checkNaNs]
//
// reads lines in TestFloat's format on standard input: operands, result and flags in hexadecimal.
//
// The exit status is 1 if a case failed, and 2 if the arguments or a file could not be used.
package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ulplab/fpcore/cmd/command"
	"ulplab/fpcore/conform"
	"ulplab/fpcore/round"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

func run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := command.Flags("conform", errs, "conform FILE...", "conform -testfloat FUNCTION [options] < LINES")
	function := flags.String("testfloat", "", "read TestFloat lines of this `function` on standard input")
	direction := flags.String("direction", "tiesToEven", "rounding direction: tiesToEven tiesToAway towardZero towardPositive\n"+
		"towardNegative toOdd, or near_even near_maxMag minMag max min odd")
	tininess := flags.String("tininess", "after", "when a result is tiny: before or after rounding")
	precision := flags.Int("precision", 80, "rounding precision of extF80: 32, 64 or 80")
	exact := flags.Bool("exact", false, "rounding to an integer signals inexact")
	notExact := flags.Bool("notexact", false, "rounding to an integer does not signal inexact (the default)")
	checkNaNs := flags.Bool("checkNaNs", false, "NaN results must agree bit for bit with x86's rules")
	if flags.Parse(args) != nil {
		return 2
	}
	if *function == "" {
		if flags.NArg() == 0 {
			flags.Usage()
			return 2
		}
		return files(flags.Args(), out, errs)
	}
	opt := conform.Options{Precision: *precision, Exact: *exact && !*notExact, CheckNaNs: *checkNaNs}
	var known bool
	if opt.Direction, known = conform.Directions[*direction]; !known {
		fmt.Fprintf(errs, "conform: no rounding direction %q\n", *direction)
		return 2
	}
	switch *tininess {
	case "after":
		opt.Tininess = round.AfterRounding
	case "before":
		opt.Tininess = round.BeforeRounding
	default:
		fmt.Fprintf(errs, "conform: tininess is detected before or after rounding, not %q\n", *tininess)
		return 2
	}
	if p := *precision; p != 32 && p != 64 && p != 80 || flags.NArg() > 0 {
		flags.Usage()
		return 2
	}
	return lines(*function, opt, in, out, errs)
}

// files compares vector files.
func files(names []string, out, errs io.Writer) int {
	status := 0
	var total conform.Report
	const form = "%-44s %9d passed %6d failed %8d unsupported\n"
	const order = "%-44s %9d equal %7d wrong %9d not claimed\n"
	for _, name := range names {
		reports, err := file(name)
		for _, r := range reports {
			line := form
			if r.Order {
				line = order
			}
			fmt.Fprintf(out, line, r.Name, r.Passed, r.Failed, r.Unsupported)
			for _, m := range r.Mismatches {
				fmt.Fprintln(out, "   ", m)
			}
			if r.Reason != "" {
				fmt.Fprintln(out, "   ", r.Reason)
			}
			total.Passed += r.Passed
			total.Failed += r.Failed
			total.Unsupported += r.Unsupported
		}
		if err != nil {
			fmt.Fprintf(errs, "conform: %s: %v\n", name, err)
			status = 2
		}
	}
	fmt.Fprintf(out, form, "total", total.Passed, total.Failed, total.Unsupported)
	if total.Failed > 0 {
		return 1
	}
	return status
}

func file(name string) ([]conform.Report, error) {
	if base := strings.TrimSuffix(name, ".gz"); strings.HasSuffix(base, ".ptx") {
		full, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		root := filepath.VolumeName(full) + string(filepath.Separator)
		return conform.CheckPTX(os.DirFS(root), filepath.ToSlash(strings.TrimPrefix(full, root)))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return conform.Check(f)
}

// lines compares TestFloat lines.
func lines(function string, opt conform.Options, in io.Reader, out, errs io.Writer) int {
	start := time.Now()
	s, err := conform.TestFloat(in, function, opt)
	seconds := time.Since(start).Seconds()
	for _, m := range s.Mismatches {
		fmt.Fprintln(out, "   ", m)
	}
	for _, b := range s.BadLines {
		fmt.Fprintf(out, "    line %d is no case: %q\n", b.Line, b.Text)
	}
	fmt.Fprintf(out, "%s: %d cases, %d passed, %d failed, %d bad lines, %.2f million cases a second\n",
		function, s.Cases, s.Passed, s.Failed, s.Bad, float64(s.Cases)/seconds/1e6)
	switch {
	case err != nil:
		fmt.Fprintf(errs, "conform: %v\n", err)
		return 2
	case s.Failed > 0:
		return 1
	case s.Cases == 0:
		fmt.Fprintln(errs, "conform: no cases")
		return 2
	}
	return 0
}
