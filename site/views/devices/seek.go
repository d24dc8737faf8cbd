package devices

import (
	"ulplab/fpcore/target"
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// sought is what a search depends on.
type sought struct {
	t      [2]string
	op     string
	double bool
	want   target.Reason
}

// few is how many steps of a search a step of the work takes.
const few = 500

// tasks has the operands searched that a state asks for.
func tasks(d State) []lab.Task {
	if d.Seek.Phase != Seeking {
		return nil
	}
	return []lab.Task{lab.Slices[*target.Search]{Name: "dev.seek", In: sought{d.T, d.Op, d.Double, d.Seek.Want},
		Begin: func(*target.Search) *target.Search {
			return target.NewSearch(d.Target(0), d.Target(1), d.Operation(), d.Double, d.Seek.Want, 1, target.DefaultBudget)
		},
		Step: func(s *target.Search) bool { return s.Next(few) },
		Done: func(s *target.Search) markup.Action {
			r := s.Result()
			phase := [...]SeekPhase{target.Found: SeekFound, target.SameCode: SeekNone, target.SameRules: SeekNone, target.NoBits: SeekMute, target.NotFound: SeekLost}[r.Verdict]
			return Sought{Seek: Seek{Phase: phase, Why: r.Why}, X: r.X}
		}}.Task()}
}
