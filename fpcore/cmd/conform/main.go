// Command conform compares the lab with recorded results.
//
//	conform FILE...
//
// reads vector files (package conform tells their form) and prints one line an operation: name, passed, failed and
// unsupported cases, and the first mismatches. It exits with status 1 if any case failed and 2 if a file could not
// be used.
package main

import (
	"fmt"
	"os"

	"ulplab/fpcore/conform"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(files []string) int {
	status := 0
	var total conform.Report
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			fmt.Println(err)
			return 2
		}
		reports, err := conform.Check(f)
		f.Close()
		for _, r := range reports {
			fmt.Printf("%-44s %8d passed %6d failed %8d unsupported\n", r.Name, r.Passed, r.Failed, r.Unsupported)
			for _, m := range r.Mismatches {
				fmt.Println("    " + m.String())
			}
			total.Passed += r.Passed
			total.Failed += r.Failed
			total.Unsupported += r.Unsupported
		}
		if err != nil {
			fmt.Println(name, err)
			status = 2
		}
	}
	fmt.Printf("%-44s %8d passed %6d failed %8d unsupported\n", "total", total.Passed, total.Failed, total.Unsupported)
	if total.Failed > 0 {
		status = 1
	}
	return status
}
