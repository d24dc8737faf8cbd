package lab_test

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
	"ulplab/site/work"
)

// plan is the state of a view that computes: what each of its tasks is to do, in letters, "" for no task of that kind.
type plan struct{ Sum, Other, Job, Play, File string }

// put replaces the state.
type put struct {
	lab.Once
	to plan
}

func (a put) Apply(plan) plan { return a.to }

// played is a step of what plays.
type played struct{ lab.Once }

func (played) Apply(s plan) plan { s.Play = strings.TrimPrefix(s.Play, "p"); return s }

// tally counts to 100, a step a millisecond.
type tally struct {
	of string
	n  int
}

// computing is that view. Its page says what each task has made and in which state it is.
func computing(p **labtest.Page, log *[]string) lab.View[plan] {
	count := func(name, in string) lab.Task {
		return lab.Slices[*tally]{Name: name, In: in,
			Wait: func(before *tally) int {
				if strings.HasPrefix(in, "late") {
					return 200
				}
				return 0
			},
			Begin: func(before *tally) *tally {
				if in == "broken" {
					panic("broken at the beginning")
				}
				*log = append(*log, "begin "+name+" "+in)
				return &tally{of: in}
			},
			Step: func(c *tally) bool {
				if *p != nil {
					(*p).Spend(1)
				}
				if c.n++; in == "panics" && c.n == 50 {
					panic("broken at 50")
				}
				return c.n >= 100
			},
			Done: func(c *tally) markup.Action {
				*log = append(*log, "done "+name+" "+c.of)
				return nil
			}}.Task()
	}
	return lab.View[plan]{
		Info:  lab.Info{ID: "plan", Title: "Plan"},
		First: func() plan { return plan{} },
		Encode: func(s plan, w *link.Writer) {
			if s != (plan{}) {
				w.Set("s", strings.Join([]string{s.Sum, s.Other, s.Job, s.Play, s.File}, "."))
			}
		},
		Decode: func(r *link.Reader, s *plan) {
			if v, ok := r.Take("s"); ok {
				f := strings.Split(v, ".")
				*s = plan{f[0], f[1], f[2], f[3], f[4]}
			}
		},
		Tasks: func(s plan) (list []lab.Task) {
			if s.Sum != "" {
				list = append(list, count("plan.sum", s.Sum))
			}
			if s.Other != "" {
				list = append(list, count("plan.other", s.Other))
			}
			if s.Job != "" {
				list = append(list, lab.Parts[string]{Name: "plan.job", In: s.Job, Job: func() string { return "job " + s.Job }, Late: 100,
					Begin: func(string) string { return "nothing of " + s.Job },
					Read: func(_ string, r work.Report) string {
						if r.Result == "odd" {
							panic("an odd result")
						}
						return r.Result
					}}.Task())
			}
			if s.Play != "" {
				list = append(list, lab.Later{Name: "plan.play", In: s.Play, Wait: 500, Do: func() markup.Action { return played{} }}.Task())
			}
			if s.File != "" {
				list = append(list, lab.Data[string]{Name: "plan.file", File: s.File, Read: func(b []byte) (string, error) { return string(b), nil }}.Task())
			}
			return list
		},
		Page: func(s plan, _ bool) markup.Node {
			said := "plays " + s.Play
			for _, name := range []string{"plan.sum", "plan.other"} {
				if c, at := lab.Made[*tally](name); c != nil {
					said += "; " + c.of + " " + strconv.Itoa(c.n) + " " + state(at)
				}
			}
			for _, name := range []string{"plan.job", "plan.file"} {
				if w, at := lab.Made[string](name); at.State != work.Idle {
					said += "; “" + w + "” " + state(at)
				}
			}
			return markup.El("p", markup.Text(said))
		},
	}
}

func state(at lab.Progress) string {
	s := [...]string{"idle", "running", "paused", "finished", "cancelled", "failed"}[at.State]
	if at.Total > 0 {
		s += " " + strconv.Itoa(int(at.Done)) + " of " + strconv.Itoa(int(at.Total))
	}
	if at.Problem != "" {
		s += " " + at.Problem
	}
	return s
}

// bench opens the view beside one that counts.
func bench(link string) (p *labtest.Page, log *[]string) {
	log = new([]string)
	p = labtest.Open(link, computing(&p, log).Entry(), counter("count").Entry())
	return p, log
}

func says(t *testing.T, p *labtest.Page, want string) {
	t.Helper()
	if got := p.HTML(); !strings.Contains(got, "<p>"+want+"</p>") {
		_, got, _ = strings.Cut(got, "<p>")
		got, _, _ = strings.Cut(got, "</p>")
		t.Errorf("the page says\n%s\nwant\n%s", got, want)
	}
}

// TestSlices: work begins before the page is drawn, goes on in slices of bounded time, is shown from time to time and at its
// end, and then nothing waits.
func TestSlices(t *testing.T) {
	p, log := bench("")
	says(t, p, "plays ")
	renders := p.Renders()
	p.Do(put{to: plan{Sum: "a"}})
	says(t, p, "plays ; a 13 running")
	p.Pass(1)
	says(t, p, "plays ; a 26 running")
	p.Pass(1000)
	says(t, p, "plays ; a 100 finished")
	if got := p.Renders() - renders; got != 2 {
		t.Errorf("drawn %d times, want at the beginning and at the end: 100 ms are no time to draw what is not complete", got)
	}
	if got := p.Waiting(); len(got) > 1 || len(got) == 1 && got[0] != "state" {
		t.Errorf("after the end %v wait", got)
	}
	if got := strings.Join(*log, ", "); got != "begin plan.sum a, done plan.sum a" {
		t.Error(got)
	}
	p.Do(put{to: plan{Sum: "a", File: "x"}})
	if got := strings.Join(*log, ", "); got != "begin plan.sum a, done plan.sum a" {
		t.Errorf("the same input was computed again: %s", got)
	}
}

// TestRestart: another input begins anew, no input ends, and what was made of the input before stands while a task waits.
func TestRestart(t *testing.T) {
	p, log := bench("#/v1/plan?s=a....")
	says(t, p, "plays ; a 100 finished") // while the page is opened the steps take no time
	p.Do(put{to: plan{Sum: "b"}})
	says(t, p, "plays ; b 13 running")
	p.Pass(1000)
	p.Do(put{to: plan{Sum: "late1"}})
	p.Pass(150)
	p.Do(put{to: plan{Sum: "late2"}})
	p.Pass(150)
	says(t, p, "plays ; b 100 running")
	p.Pass(60)
	if got := p.HTML(); !strings.Contains(got, "late2") {
		t.Errorf("after the wait the page says %s", got)
	}
	p.Pass(1000)
	p.Do(put{})
	says(t, p, "plays ")
	p.Do(put{to: plan{Sum: "b"}})
	p.Pass(1000)
	says(t, p, "plays ; b 100 finished")
	if got := strings.Join(*log, ", "); got != "begin plan.sum a, begin plan.sum b, done plan.sum b, begin plan.sum late2, done plan.sum late2, begin plan.sum b, done plan.sum b" {
		t.Error(got)
	}
}

// TestTurns: two tasks take turns, so that neither waits for the end of the other.
func TestTurns(t *testing.T) {
	p, log := bench("")
	p.Do(put{to: plan{Sum: "a", Other: "b"}})
	says(t, p, "plays ; a 13 running; b 1 running") // both in one slice
	p.Pass(1)
	p.Pass(1)
	says(t, p, "plays ; a 26 running; b 14 running")
	p.Pass(1000)
	says(t, p, "plays ; a 100 finished; b 100 finished")
	if got := strings.Join(*log, ", "); got != "begin plan.sum a, begin plan.other b, done plan.sum a, done plan.other b" {
		t.Error(got)
	}
}

// TestSteer: the reader pauses, resumes and cancels; on a read-only page not.
func TestSteer(t *testing.T) {
	p, _ := bench("")
	p.Do(put{to: plan{Sum: "a", Job: "j"}})
	for range 2 {
		p.Do(lab.Steer{Name: "plan.sum", Do: lab.Pause})
		p.Pass(1000)
		says(t, p, "plays ; a 13 paused; “nothing of j” running")
	}
	p.Do(lab.Steer{Name: "plan.sum", Do: lab.Resume})
	p.Pass(1)
	p.Do(lab.Steer{Name: "plan.sum", Do: lab.Cancel})
	p.Pass(1000)
	says(t, p, "plays ; a 26 cancelled; “nothing of j” running")
	p.Do(lab.Steer{Name: "plan.sum", Do: lab.Pause})
	p.Pass(1000)
	says(t, p, "plays ; a 26 cancelled; “nothing of j” running")
	p.Do(lab.Steer{Name: "plan.sum", Do: lab.Resume})
	says(t, p, "plays ; a 13 running; “nothing of j” running")
	p.Pass(1000)
	p.Do(lab.Steer{Name: "plan.sum", Do: lab.Cancel})
	says(t, p, "plays ; a 100 finished; “nothing of j” running")
	for do, want := range []string{lab.Pause: "pause", lab.Resume: "resume", lab.Cancel: "cancel"} {
		if p.Do(lab.Steer{Name: "plan.job", Do: lab.Steering(do)}); p.Jobs["plan.job"].Did != want {
			t.Errorf("the workers heard %q, want %q", p.Jobs["plan.job"].Did, want)
		}
	}
	p.Do(lab.Steer{Name: "none"})
	p, _ = bench("#/v1/plan?s=..j..&ro=1")
	p.Pass(0)
	if p.Do(lab.Steer{Name: "plan.job"}); p.Jobs["plan.job"].Did != "" {
		t.Error("the work of a read-only page was paused")
	}
}

// TestParts: workers get the job of the state, reports are shown, and those of an earlier input count no more.
func TestParts(t *testing.T) {
	p, _ := bench("#/v1/plan?s=..j..")
	says(t, p, "plays ; “nothing of j” running")
	p.Pass(0)
	job := p.Jobs["plan.job"]
	if job.Text != "job j" {
		t.Fatalf("the job is %q", job.Text)
	}
	job.Tell(work.Report{State: work.Running, Done: 3, Total: 9})
	says(t, p, "plays ; “nothing of j” running 3 of 9")
	job.Tell(work.Report{State: work.Running, Done: 4, Total: 9, Result: "four"})
	says(t, p, "plays ; “four” running 4 of 9")
	p.Do(put{to: plan{Job: "k"}})
	job.Tell(work.Report{State: work.Finished, Result: "nine"})
	says(t, p, "plays ; “four” running")
	if job.Did != "cancel" {
		t.Error("the work on an earlier input goes on")
	}
	p.Pass(99)
	says(t, p, "plays ; “four” running")
	p.Pass(1)
	says(t, p, "plays ; “nothing of k” running")
	p.Jobs["plan.job"].Tell(work.Report{State: work.Finished, Result: "all of k"})
	says(t, p, "plays ; “all of k” finished")
	for _, in := range []string{"x", "y", "l"} {
		delete(p.Jobs, "plan.job")
		if p.Do(put{to: plan{Job: in}}); p.Jobs["plan.job"] != nil {
			t.Error("workers are asked before all changes are there")
		}
	}
	p.Pass(0)
	p.Jobs["plan.job"].Tell(work.Report{State: work.Finished, Result: "soon"})
	p.Pass(1000)
	says(t, p, "plays ; “soon” finished")
	if p.Do(put{}); p.Jobs["plan.job"].Did != "" {
		t.Error("finished work was ended")
	}
	p.Do(put{to: plan{Job: "m"}})
	p.Pass(0)
	if p.Do(put{}); p.Jobs["plan.job"].Did != "cancel" {
		t.Error("the work that nobody asks for goes on")
	}
}

// TestPanic: a panic becomes a sentence, in the place of the page where nothing was made, and another input works again.
func TestPanic(t *testing.T) {
	p, _ := bench("")
	p.Do(put{to: plan{Sum: "panics", Other: "b"}})
	p.Pass(1000)
	says(t, p, "plays ; panics 50 failed broken at 50; b 100 finished")
	if got := strings.Join(p.Faults, ", "); got != "broken at 50" {
		t.Errorf("the faults are %q", got)
	}
	p.Do(put{to: plan{Sum: "broken"}})
	if got := p.HTML(); !strings.Contains(got, markup.Fault+": broken at the beginning") {
		t.Errorf("the page says %s", got)
	}
	p.Do(put{to: plan{Sum: "c", Job: "j"}})
	p.Pass(0)
	p.Jobs["plan.job"].Tell(work.Report{State: work.Running, Result: "odd"})
	p.Pass(1000)
	says(t, p, "plays ; c 100 finished; “nothing of j” failed an odd result")
}

// TestLeave: the work of a view that is left rests and goes on when the view is shown again, by a link or by going back.
func TestLeave(t *testing.T) {
	p, log := bench("")
	p.Do(put{to: plan{Sum: "a", Job: "j", Play: "pp"}})
	here := "#/v1/plan?s=a..j.pp."
	p.Pass(0)
	p.Go("#/v1/count")
	p.Pass(2000)
	if p.Jobs["plan.job"].Did != "pause" {
		t.Error("the workers of a view that was left go on")
	}
	p.Jobs["plan.job"].Tell(work.Report{State: work.Paused, Done: 3, Total: 9})
	p.Go(here)
	if p.Jobs["plan.job"].Did != "resume" {
		t.Error("the workers of a view that is shown again rest")
	}
	says(t, p, "plays pp; a 26 running; “nothing of j” running 3 of 9")
	p.Pass(3000)
	says(t, p, "plays ; a 100 finished; “nothing of j” running 3 of 9")
	if got := strings.Join(*log, ", "); got != "begin plan.sum a, done plan.sum a" {
		t.Error(got)
	}
	p.Go("#/v1/count")
	p.Go("#/v1/plan?s=b..k..")
	p.Pass(1000)
	says(t, p, "plays ; b 100 finished; “nothing of k” running")
	if p.Jobs["plan.job"].Text != "job k" {
		t.Error("another input does not begin anew after leaving")
	}
}

// TestLater: steps that come by themselves come one after the other, and end where they are no longer asked for.
func TestLater(t *testing.T) {
	p, _ := bench("#/v1/plan?s=...ppp.")
	p.Pass(499)
	says(t, p, "plays ppp")
	p.Pass(520)
	says(t, p, "plays p")
	p.Do(put{to: plan{Play: ""}})
	p.Pass(2000)
	says(t, p, "plays ")
}

// TestData: a file is fetched once; what cannot be had is said.
func TestData(t *testing.T) {
	p, _ := bench("#/v1/plan?s=....f")
	p.Pass(0)
	p.Loads["f"]([]byte("text"), "")
	says(t, p, "plays ; “text” finished")
	p.Do(put{to: plan{File: "g"}})
	p.Pass(0)
	p.Loads["g"](nil, "the server answered 404")
	says(t, p, "plays ; “” failed the server answered 404")
	p.Do(lab.Steer{Name: "plan.file", Do: lab.Resume})
	p.Pass(0)
	says(t, p, "plays ; “” running")
	p.Loads["g"]([]byte("at last"), "")
	says(t, p, "plays ; “at last” finished")
}
