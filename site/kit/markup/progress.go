package markup

import "strconv"

// Progress is long work as every view shows it: how far it is, and what can be done about it now.
type Progress struct {
	ID      string // of its buttons, ID-start, ID-pause, ID-resume and ID-cancel, and of what it says, ID-progress
	Label   string // of the bar, for those who do not see it
	Words   string
	Word    string // on the button that starts, "" for Start
	At, Of  uint64 // the bar; none where Of is 0
	Classes string // of the row
	Off     bool   // nothing can be pressed
	// What can be done now, nil for what cannot: at most one of the first three.
	Start, Pause, Resume, Cancel Action
}

// Show is the work in a row. The button that starts is the one that pauses and resumes, so it keeps the focus.
func (p Progress) Show() *Element {
	first, what, label := p.Start, "start", "Start"
	if p.Word != "" {
		label = p.Word
	}
	switch {
	case p.Pause != nil:
		first, what, label = p.Pause, "pause", "Pause"
	case p.Resume != nil:
		first, what, label = p.Resume, "resume", "Resume"
	}
	button := func(a Action, what, label string) *Element {
		return Button(label, a, Attr("id", p.ID+"-"+what), Flag("hidden", a == nil), Prop("disabled", p.Off))
	}
	bar := All{Attr("max", "1000"), Attr("aria-label", p.Label), Flag("hidden", p.Of == 0)}
	if p.Of > 0 {
		bar = append(bar, Attr("value", strconv.FormatUint(min(p.At, p.Of)*1000/p.Of, 10)))
	}
	return El("div", Class("row work "+p.Classes), Flag("hidden", p.Words == "" && first == nil),
		button(first, what, label), button(p.Cancel, "cancel", "Cancel"),
		El("progress", bar),
		El("span", Class("dim num"), Attr("id", p.ID+"-progress"), Passing(), Text(p.Words)))
}
