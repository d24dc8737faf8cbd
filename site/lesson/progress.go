package lesson

import (
	"strconv"
	"strings"
)

// Progress says which steps of which lessons were done: "encodings.1f rounding.3", the steps of a lesson as the bits of a
// hexadecimal number, the first step the lowest.
type Progress string

// mostProgress is how many lessons are kept.
const mostProgress = 100

// Of returns the steps of a lesson that were done.
func (p Progress) Of(name string) (steps uint64) {
	for _, one := range strings.Fields(string(p)) {
		if hex, ok := strings.CutPrefix(one, name+"."); ok {
			steps, _ = strconv.ParseUint(hex, 16, MostSteps)
		}
	}
	return steps
}

// With adds steps of a lesson.
func (p Progress) With(name string, steps uint64) Progress {
	if steps |= p.Of(name); steps == 0 {
		return p
	}
	kept := []string{name + "." + strconv.FormatUint(steps, 16)}
	for _, one := range strings.Fields(string(p)) {
		if other, _, _ := strings.Cut(one, "."); other != name && len(kept) < mostProgress {
			kept = append(kept, one)
		}
	}
	return Progress(strings.Join(kept, " "))
}

// And joins two.
func (p Progress) And(q Progress) Progress {
	for _, one := range strings.Fields(string(q)) {
		name, hex, _ := strings.Cut(one, ".")
		if steps, err := strconv.ParseUint(hex, 16, MostSteps); err == nil && IsName(name) {
			p = p.With(name, steps)
		}
	}
	return p
}

// IsName reports whether a text can be the name of a lesson: up to 32 small letters, digits and hyphens.
func IsName(s string) bool {
	return s != "" && len(s) <= 32 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}
