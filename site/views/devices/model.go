package devices

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
)

// Column is a machine of the timeline: a profile, or a unit of x86.
type Column struct {
	ID     string // of the target without flags
	Label  string
	Family string
	Band   int // index into devBands
}

// columns lists the machines from left to right.
func columns() []Column {
	var list []Column
	for _, p := range gpu.Profiles() {
		band := 2
		switch {
		case p.CC < 13:
			band = 0
		case p.CC == 13:
			band = 1
		}
		cc := p.CC.String()
		list = append(list, Column{cc, cc, p.Family, band})
	}
	return append(list, Column{"sse", "SSE2", "", 3}, Column{"fma3", "FMA3", "", 3}, Column{"x87", "x87", "", 3})
}

// base returns the ID of a target without its flags.
func base(id string) string {
	base, _, _ := strings.Cut(id, "-")
	return base
}

// profile returns the profile of a target; ok is false for x86.
func profile(id string) (gpu.Profile, bool) {
	base := base(id)
	for _, p := range gpu.Profiles() {
		if p.CC.String() == base {
			return p, true
		}
	}
	return gpu.Profile{}, false
}

// Fact is a fact with the number of its source in gpu.Sources, counted from 1.
type Fact struct {
	gpu.Fact
	Note int
}

func devFact(f gpu.Fact) Fact {
	for i, s := range gpu.Sources {
		if s.ID == f.Source {
			return Fact{f, i + 1}
		}
	}
	return Fact{f, 0}
}

// DevFeature is a row of the table of features: the fact of A and of B where they have a profile.
type DevFeature struct {
	Feature gpu.Feature
	Facts   [2]Fact
	Has     [2]bool
	Differ  bool
}

// features compares two targets feature by feature.
func features(a, b string) (rows []DevFeature, differ int) {
	var p [2]gpu.Profile
	var has [2]bool
	for i, id := range [2]string{a, b} {
		p[i], has[i] = profile(id)
	}
	for f := range p[0].Facts {
		r := DevFeature{Feature: gpu.Feature(f), Has: has}
		for i := range p {
			if has[i] {
				r.Facts[i] = devFact(p[i].Facts[f])
			}
		}
		r.Differ = has[0] && has[1] && r.Facts[0].Value != r.Facts[1].Value
		if r.Differ {
			differ++
		}
		rows = append(rows, r)
	}
	return rows, differ
}

// Run is a stretch of neighbouring capabilities that share a fact.
type Run struct {
	First, Last int // indices into gpu.Profiles
	From, To    string
	Fact        Fact
	New         bool // the value differs from that of the stretch before; otherwise only kind or source does
}

// runs cuts the values of a feature into stretches.
func runs(f gpu.Feature) []Run {
	var runs []Run
	for i, p := range gpu.Profiles() {
		fact := p.Facts[f]
		n := len(runs)
		if n > 0 && runs[n-1].Fact.Fact == fact {
			runs[n-1].Last, runs[n-1].To = i, p.CC.String()
			continue
		}
		cc := p.CC.String()
		runs = append(runs, Run{i, i, cc, cc, devFact(fact), n == 0 || runs[n-1].Fact.Value != fact.Value})
	}
	return runs
}

// Variant is a choice of options of a machine.
type Variant struct{ ID, Label string }

// The options offered beside a machine: of nvcc from 2.0 on, of SSE's and of x87's control register.
const (
	gpuOptions = " ftz nodiv nosqrt nofma ftz-nofma fast fast-nofma fastmath"
	sseOptions = " ftz daz daz-ftz rz ru rd"
	x87Options = " store pc53 pc53-store pc24 pc24-store rz ru rd"
)

// variants lists the options of the target's machine; the target's own are among them.
func variants(id string) (list []Variant) {
	base, own := base(id), false
	options := gpuOptions
	switch {
	case base == "x87":
		options = x87Options
	case base == "sse" || base == "fma3":
		options = sseOptions
	default:
		if p, _ := profile(id); p.CC < 20 {
			options = ""
		}
	}
	add := func(id string) {
		t, ok := target.ByID(id)
		if !ok {
			return
		}
		_, label, more := strings.Cut(t.Name(), ", ")
		if base == "sse" || base == "fma3" {
			_, label, more = strings.Cut(label, ", ")
		}
		if !more {
			label = defaults
		}
		list = append(list, Variant{t.ID(), label})
	}
	for _, o := range strings.Split(options, " ") {
		v := base
		if o != "" {
			v += "-" + o
		}
		add(v)
		own = own || list[len(list)-1].ID == id
	}
	if !own {
		add(id)
	}
	return list
}
