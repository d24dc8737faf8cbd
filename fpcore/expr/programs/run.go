package programs

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Missing says why a test cannot call a compiler with the given flags: it is not on this machine, or does not make programs
// with them. It is empty where it does; with CI set in the environment it panics instead, for there every test runs.
func Missing(compiler string, flags ...string) string {
	why := ""
	if _, err := exec.LookPath(compiler); err != nil {
		why = compiler + " is not on this machine"
	} else if len(flags) > 0 {
		why = refused(compiler, flags)
	}
	if why != "" && os.Getenv("CI") != "" {
		panic(why + ", and CI is set, where no test is left out: install it (Debian: apt-get install g++ g++-multilib)")
	}
	return why
}

// refused says why a compiler does not make an empty program with the flags, "" if it does.
func refused(compiler string, flags []string) string {
	dir, err := os.MkdirTemp("", "compiler")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, "program.cpp")
	if err := os.WriteFile(src, []byte("#include <math.h>\nint main() {}\n"), 0o600); err != nil {
		return err.Error()
	}
	line := append(slices.Clone(flags), "-o", filepath.Join(dir, "program"), src)
	if out, err := exec.Command(compiler, line...).CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return compiler + " " + strings.Join(flags, " ") + " makes no program on this machine (" + first + ")"
	}
	if err := Execute(filepath.Join(dir, "program"), nil, nil); err != nil {
		return "this machine does not run what " + compiler + " " + strings.Join(flags, " ") + " makes (" + err.Error() + "; Debian: apt-get install qemu-user)"
	}
	return ""
}

// Execute runs a program, one for 32-bit x86 by qemu-i386 where the system runs none of those. What it writes goes to out and to said.
func Execute(file string, out, said io.Writer) error {
	run := func(name string, arguments ...string) error {
		c := exec.Command(name, arguments...)
		c.Stdout, c.Stderr = out, said
		return c.Run()
	}
	err := run(file)
	if errors.Is(err, syscall.ENOEXEC) {
		err = run("qemu-i386", file)
	}
	return err
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
	var out bytes.Buffer
	if err := Execute(bin, &out, nil); err != nil {
		return nil, err
	}
	lines := bytes.Fields(out.Bytes())
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
