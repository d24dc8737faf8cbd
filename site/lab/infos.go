package lab

// InfoOf returns what the header says of a view.
func InfoOf(id ID) (Info, bool) {
	if i := app.views.index(id); i >= 0 {
		return app.views[i].info(), true
	}
	return Info{}, false
}

// Part returns the state of the view whose state type is S.
func Part[S comparable](s State) (part S) {
	for _, p := range s.parts {
		if p, ok := p.(S); ok {
			return p
		}
	}
	return part
}

// With returns the opening page with another state of one view.
func (c Catalogue) With(part any) State {
	s := c.Default()
	for i, v := range c {
		if h, ok := v.(interface{ holds(any) bool }); ok && h.holds(part) {
			s.parts[i] = part
		}
	}
	return s
}

func (v View[S]) holds(part any) bool { _, ok := part.(S); return ok }
