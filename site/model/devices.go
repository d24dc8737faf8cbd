//go:build !opening

package model

import (
	"strings"

	"ulplab/fpcore/gpu"
	"ulplab/fpcore/target"
	"ulplab/site/prose"
)

// DevColumn is a machine of the timeline: a profile, or a unit of x86.
type DevColumn struct {
	ID     string // of the target without flags
	Label  string
	Family string
	Band   int // index into prose.DevBands
}

// DevColumns lists the machines from left to right.
func DevColumns() []DevColumn {
	var list []DevColumn
	for _, p := range gpu.Profiles() {
		band := 2
		switch {
		case p.CC < 13:
			band = 0
		case p.CC == 13:
			band = 1
		}
		cc := p.CC.String()
		list = append(list, DevColumn{cc, cc, p.Family, band})
	}
	return append(list, DevColumn{"sse", "SSE2", "", 3}, DevColumn{"fma3", "FMA3", "", 3}, DevColumn{"x87", "x87", "", 3})
}

// DevBase returns the ID of a target without its flags.
func DevBase(id string) string {
	base, _, _ := strings.Cut(id, "-")
	return base
}

// DevProfile returns the profile of a target; ok is false for x86.
func DevProfile(id string) (gpu.Profile, bool) {
	base := DevBase(id)
	for _, p := range gpu.Profiles() {
		if p.CC.String() == base {
			return p, true
		}
	}
	return gpu.Profile{}, false
}

// DevFact is a fact with the number of its source in gpu.Sources, counted from 1.
type DevFact struct {
	gpu.Fact
	Note int
}

func devFact(f gpu.Fact) DevFact {
	for i, s := range gpu.Sources {
		if s.ID == f.Source {
			return DevFact{f, i + 1}
		}
	}
	return DevFact{f, 0}
}

// DevFeature is a row of the table of features: the fact of A and of B where they have a profile.
type DevFeature struct {
	Feature gpu.Feature
	Facts   [2]DevFact
	Has     [2]bool
	Differ  bool
}

// DevFeatures compares two targets feature by feature.
func DevFeatures(a, b string) (rows []DevFeature, differ int) {
	var p [2]gpu.Profile
	var has [2]bool
	for i, id := range [2]string{a, b} {
		p[i], has[i] = DevProfile(id)
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

// DevRun is a stretch of neighbouring capabilities that share a fact.
type DevRun struct {
	First, Last int // indices into gpu.Profiles
	From, To    string
	Fact        DevFact
	New         bool // the value differs from that of the stretch before; otherwise only kind or source does
}

// DevRuns cuts the values of a feature into stretches.
func DevRuns(f gpu.Feature) []DevRun {
	var runs []DevRun
	for i, p := range gpu.Profiles() {
		fact := p.Facts[f]
		n := len(runs)
		if n > 0 && runs[n-1].Fact.Fact == fact {
			runs[n-1].Last, runs[n-1].To = i, p.CC.String()
			continue
		}
		cc := p.CC.String()
		runs = append(runs, DevRun{i, i, cc, cc, devFact(fact), n == 0 || runs[n-1].Fact.Value != fact.Value})
	}
	return runs
}

// DevVariant is a choice of options of a machine.
type DevVariant struct{ ID, Label string }

// The options offered beside a machine: of nvcc from 2.0 on, of SSE's and of x87's control register.
const (
	devGPUOptions = " ftz nodiv nosqrt nofma ftz-nofma fast fast-nofma fastmath"
	devSSEOptions = " ftz daz daz-ftz rz ru rd"
	devX87Options = " store pc53 pc53-store pc24 pc24-store rz ru rd"
)

// DevVariants lists the options of the target's machine; the target's own are among them.
func DevVariants(id string) (list []DevVariant) {
	base, own := DevBase(id), false
	options := devGPUOptions
	switch {
	case base == "x87":
		options = devX87Options
	case base == "sse" || base == "fma3":
		options = devSSEOptions
	default:
		if p, _ := DevProfile(id); p.CC < 20 {
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
			label = prose.DevDefaults
		}
		list = append(list, DevVariant{t.ID(), label})
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
