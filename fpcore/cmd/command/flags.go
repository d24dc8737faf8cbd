// Package command holds what the commands have in common.
package command

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// Flags returns an empty set of a command's options, which writes to errs how the command is used, a line each, and the options.
func Flags(name string, errs io.Writer, usage ...string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: "+strings.Join(usage, "\n       "))
		flags.PrintDefaults()
	}
	return flags
}
