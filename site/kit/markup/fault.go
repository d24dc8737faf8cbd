package markup

// What the page says where something could not be computed.
const (
	Fault       = "This could not be computed"
	FaultKept   = "What you typed is kept, and the rest of the page goes on."
	FaultRest   = "What you typed is kept, and the rest of the page goes on; back brings the last state."
	FaultReport = "Copy the link to report it"
	ResetView   = "Reset this view"
)

// Guarded returns what f makes, or a note with the reason if f panics.
func Guarded(f func() Node) (n Node) {
	defer func() {
		if r := recover(); r != nil {
			n = El("div", Class("failed"), Attr("role", "alert"), El("p", Text(Fault+": "+Reason(r)+". "+FaultRest)), WaysOn(false))
		}
	}()
	return f()
}

// Reason is what a panic says.
func Reason(r any) string {
	switch v := r.(type) {
	case error:
		return v.Error()
	case string:
		return v
	}
	return "an unexpected fault"
}

// WaysOn are what a reader can do where something could not be computed.
func WaysOn(readOnly bool, more ...Node) Node {
	return El("p", Class("row"), List(append([]Node{
		El("button", Attr("type", "button"), Flag("disabled", readOnly), Data("act", "reset"), Text(ResetView)),
		Act("share", FaultReport, "Copy the link of what is shown")}, more...)))
}

// Act is a button for what the page does by itself (share, save, reset), not an action on the state of a view.
func Act(name, label, title string) Node {
	return El("button", Attr("type", "button"), Class("plain"), Data("act", name), Attr("title", title), Text(label))
}
