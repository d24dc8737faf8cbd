package sweep

import (
	"errors"
	"strconv"
	"strings"
)

// Plan is a job cut into parts of equal length: which are finished, which are being worked on, and the sum of the
// results so far.
type Plan struct {
	Job   Job
	Total Runner
	chunk uint64
	parts []byte // waiting, running or finished
	first int    // no part before it is waiting
}

const (
	waiting = iota
	running
	finished
)

// maxParts bounds the number of parts.
const maxParts = 1 << 14

// NewPlan cuts a job into parts of chunk patterns, or more if there would be too many parts.
func NewPlan(j Job, chunk uint64) *Plan {
	lo, hi := j.Range()
	chunk = max(1, chunk, (hi-lo+maxParts-1)/maxParts)
	return &Plan{Job: j, Total: j.Start(), chunk: chunk, parts: make([]byte, (hi-lo+chunk-1)/chunk)}
}

// Next returns the number of a part that nobody works on, and its text for Parse.
func (p *Plan) Next() (part int, text string, ok bool) {
	for ; p.first < len(p.parts); p.first++ {
		if p.parts[p.first] == waiting {
			p.parts[p.first] = running
			return p.first, p.part(p.first).String(), true
		}
	}
	return 0, "", false
}

func (p *Plan) part(i int) Job {
	lo, _ := p.Job.Range()
	lo += uint64(i) * p.chunk
	return p.Job.Part(lo, lo+p.chunk)
}

// Accept adds the result of a part that Next gave out. A part that is not running any more, or that has another number of
// patterns, is refused.
func (p *Plan) Accept(part int, result string) error {
	if part < 0 || part >= len(p.parts) || p.parts[part] != running {
		return errors.New("no result of part " + strconv.Itoa(part) + " is expected")
	}
	r := p.part(part).Start()
	if err := r.Merge(result); err != nil {
		return err
	}
	if lo, hi := p.part(part).Range(); r.Done() != hi-lo {
		return errors.New("the result of part " + strconv.Itoa(part) + " is not that of all its patterns")
	}
	if err := p.Total.Merge(result); err != nil {
		return err
	}
	p.parts[part] = finished
	return nil
}

// GiveUp returns a part to those waiting: its worker was stopped.
func (p *Plan) GiveUp(part int) {
	if 0 <= part && part < len(p.parts) && p.parts[part] == running {
		p.parts[part] = waiting
		p.first = min(p.first, part)
	}
}

// Progress returns the number of patterns finished and of all.
func (p *Plan) Progress() (done, all uint64) {
	lo, hi := p.Job.Range()
	return p.Total.Done(), hi - lo
}

// Finished reports whether no part is left.
func (p *Plan) Finished() bool {
	done, all := p.Progress()
	return done == all
}

// Encode writes down the plan, to be resumed later: the job, the length of a part, a letter for 6 parts each of which
// says which of them are finished, and the sum of their results. Parts being worked on will be waiting again.
func (p *Plan) Encode() string {
	b := []byte(p.Job.String() + "\n" + strconv.FormatUint(p.chunk, 36) + "\n")
	for i := 0; i < len(p.parts); i += 6 {
		c := byte(0)
		for k := i; k < min(i+6, len(p.parts)); k++ {
			if p.parts[k] == finished {
				c |= 1 << (k - i)
			}
		}
		b = append(b, '0'+c)
	}
	return string(b) + "\n" + p.Total.Encode()
}

// Resume reads what Encode wrote.
func Resume(text string) (*Plan, error) {
	lines := strings.Split(text, "\n")
	if len(text) > 2*maxText || len(lines) != 4 {
		return nil, errors.New("this is not a plan")
	}
	j, err := Parse(lines[0])
	if err != nil {
		return nil, err
	}
	chunk, err := strconv.ParseUint(lines[1], 36, 33)
	if err != nil {
		return nil, errors.New("this is not a plan")
	}
	p := NewPlan(j, chunk)
	if p.chunk != chunk || len(lines[2]) != (len(p.parts)+5)/6 {
		return nil, errors.New("the parts of this plan do not make up its job")
	}
	done := uint64(0)
	for i := range p.parts {
		c := lines[2][i/6] - '0'
		if c > 63 {
			return nil, errors.New("this is not a plan")
		}
		if c>>(i%6)&1 != 0 {
			lo, hi := p.part(i).Range()
			done += hi - lo
			p.parts[i] = finished
		}
	}
	if err := p.Total.Merge(lines[3]); err != nil {
		return nil, err
	}
	if p.Total.Done() != done {
		return nil, errors.New("the result of this plan is not that of its finished parts")
	}
	return p, nil
}
