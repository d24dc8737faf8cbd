package programs

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Missing says why a test cannot call a compiler: it is not on this machine. It is empty where the compiler is there;
// with CI set in the environment it panics instead, for there every test runs.
func Missing(compiler string) string {
	if _, err := exec.LookPath(compiler); err == nil {
		return ""
	}
	if os.Getenv("CI") != "" {
		panic(compiler + " is not here, and CI is set: this test must not be skipped there")
	}
	return compiler + " is not on this machine"
}

// Run compiles File of the programs, in the folder dir, with the command and its flags, and returns the bits of every
// result: one list for each program, one value for each of its rows.
func Run(dir string, list []Program, rows [][][]uint64, command string, flags ...string) ([][]uint64, error) {
	src, bin := filepath.Join(dir, "programs.cpp"), filepath.Join(dir, "programs")
	if err := os.WriteFile(src, []byte(File(list, rows)), 0o600); err != nil {
		return nil, err
	}
	if out, err := exec.Command(command, append(flags, "-w", "-o", bin, src, "-lm")...).CombinedOutput(); err != nil {
		return nil, errors.New(command + ": " + string(out[:min(len(out), 4000)]))
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		return nil, err
	}
	lines := bytes.Fields(out)
	results := make([][]uint64, len(list))
	for i := range list {
		for range rows[i] {
			if len(lines) == 0 {
				return nil, errors.New("the program printed fewer lines than it has rows")
			}
			x, err := strconv.ParseUint(strings.TrimSpace(string(lines[0])), 16, 64)
			if err != nil {
				return nil, err
			}
			results[i], lines = append(results[i], x), lines[1:]
		}
	}
	return results, nil
}
