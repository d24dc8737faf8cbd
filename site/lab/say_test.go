package lab_test

import (
	"strconv"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/labtest"
	"ulplab/site/lab/link"
)

// field is the state of a view with a field and a long task.
type field struct {
	Text string
	Slow bool
	Lit  bool
}

type turn struct {
	lab.Once
	to field
}

func (a turn) Apply(field) field { return a.to }

// made is what the long task has made.
type made struct{ left int }

// spoken is a view that says its text; what begins with ? is not understood, and of what is slow it says nothing until it is there.
func spoken(p **labtest.Page) lab.Entry {
	v := lab.View[field]{
		Info:   lab.Info{ID: "field", Title: "Field", About: "what is said"},
		First:  func() field { return field{Text: "0"} },
		Encode: func(s field, w *link.Writer) { w.Put("t", s.Text, "0"); w.PutBit("s", s.Slow, false) },
		Decode: func(r *link.Reader, s *field) { s.Text, _ = r.Take("t") },
		Tasks: func(s field) []lab.Task {
			if !s.Slow {
				return nil
			}
			return []lab.Task{lab.Slices[*made]{Name: "field.slow", In: s, Begin: func(*made) *made { return &made{40} },
				Step: func(m *made) bool { (*p).Spend(100); m.left--; return m.left == 0 }}.Task()}
		},
		Says: func(s field) []string {
			if m, _ := lab.Made[*made]("field.slow"); m != nil && m.left > 0 && !strings.HasSuffix(s.Text, "!") {
				return []string{""}
			}
			return []string{"It is " + s.Text + "."}
		},
		Page: func(s field, _ bool) markup.Node {
			problem := ""
			if strings.HasPrefix(s.Text, "?") {
				problem = "not a number"
			}
			return markup.El("div", markup.Field(markup.Entry{ID: "f", Label: "Text", Shown: s.Text, Problem: problem, Typed: func(t string) markup.Action { return turn{to: field{Text: t}} }}))
		},
	}
	return v.Entry()
}

// TestSaid: what is read out after a change, and when: once, after a pause, nothing on loading, nothing twice, of what takes long its end, of what
// cannot be read that it cannot.
func TestSaid(t *testing.T) {
	var p *labtest.Page
	v := spoken(&p)
	p = labtest.Open("#/v1/field?t=1", v)
	heard := func(want string) {
		t.Helper()
		_, after, _ := strings.Cut(p.HTML(), `role="status"`)
		_, after, _ = strings.Cut(after, ">")
		if got, _, _ := strings.Cut(after, "<"); got != want {
			t.Errorf("what is read out is %q, want %q", got, want)
		}
	}
	to := func(s field) { p.Do(turn{to: s}) }
	p.Pass(5000)
	heard("") // on loading
	for i := range 5 {
		to(field{Text: strconv.Itoa(10 + i)})
		p.Pass(200)
		heard("") // while typing
	}
	p.Pass(700)
	heard("It is 14.")
	renders := p.Renders()
	to(field{Text: "14", Lit: true}) // another state of which the same is said
	p.Pass(2000)
	heard("It is 14.")
	if n := p.Renders() - renders; n != 1 {
		t.Errorf("%d renders where nothing new is said", n)
	}
	to(field{Text: "?"})
	p.Pass(1000)
	heard("Text: not a number")
	to(field{Text: "14"})
	p.Pass(1000)
	heard("It is 14.") // again, since something else was said meanwhile
	to(field{Text: "15", Slow: true})
	p.Pass(2000)
	heard("It is 14.") // still at work
	p.Pass(9000)
	heard("It is 15.")
	to(field{Text: "15!", Slow: true}) // an answer at once, and work beside it
	p.Pass(1000)
	heard("It is 15!.")
	p.Pass(9000)
	heard("Done.")
	p.Go("#/v1/field?t=2")
	p.Pass(1000)
	heard("It is 2.")
	lab.Say("Copied")
	heard("Copied")
	p.Pass(3000)
	heard("")
}
