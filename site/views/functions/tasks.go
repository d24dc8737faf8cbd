package functions

import (
	"ulplab/site/lab"
	"ulplab/site/work"
)

// The tasks of the view.
const (
	figures  = "fn.accuracy"
	sweeping = "fn.sweep"
)

// tasks are the recorded figures, and the sweep that was asked for.
func tasks(s State) []lab.Task {
	list := []lab.Task{lab.Data[*Accuracy]{Name: figures, File: "accuracy.txt",
		Read: func(data []byte) (*Accuracy, error) { return parseAccuracy(string(data)) }}.Task()}
	if r := s.Run; r.Subject != "" {
		list = append(list, lab.Parts[*Swept]{Name: sweeping, In: r, Job: func() string { return sweepText(r.Subject, r.Lo, r.Hi) },
			Begin: func(*Swept) *Swept { return nil },
			Read: func(before *Swept, report work.Report) *Swept {
				if s := parseSwept(r.Subject, r.Lo, r.Hi, report.Result); s != nil {
					return s
				}
				return before
			}}.Task())
	}
	return list
}

// swept is what the sweep has found, nil for nothing, and how far it is.
func swept() (*Swept, lab.Progress) { return lab.Made[*Swept](sweeping) }

// sweptOf returns what the sweep found of the function and mode shown, nil if there is nothing.
func sweptOf(s State) *Profile {
	if w, _ := swept(); w != nil && w.Subject == sweepJob(s.Pick, int(s.Mode)) {
		return &w.Profile
	}
	return nil
}
