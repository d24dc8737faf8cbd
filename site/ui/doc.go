// Package ui holds the Vecty components of the page. Importing Vecty natively panics at start-up, so everything worth
// testing lives in state, route, model, draw and prose; this package only joins them. Its own test (every_test.go) tells
// Vecty that it is tested, and tries links, edits, keys and timers of every view on the page as it is, without a browser.
//
// # The way of a change
//
//	event -> dispatch(Action) -> state.Update -> route.Encode -> history, and one Rerender of the root
//	-> view component, skipped unless its part of State changed -> model.Build… -> draw -> elements
//
// There is one dispatch, one Rerender and one listener each for clicks (clicked), keys (key) and drags (paint), all
// in app.go and keys.go. Components hold no state of their own: what is shown is what State says.
//
// # How to add a view
//
// Say it is named op, title Operation.
//
//  1. state/op.go: a comparable struct Op with its first example firstOp(); its actions, each a small struct with apply
//     and gesture (embed once for actions that stand alone in the history; give drags, typing and stepping a gesture
//     name). In views.go the constant Operation and one line; in views_more.go the field Op Op and one line.
//  2. route/op.go: encodeOp and decodeOp with keys of one to three letters; floats as bits; leave out what equals the
//     first example; every value that cannot be read becomes Reader.Problem with a sentence. In more.go one line.
//  3. model/op.go: BuildOp(state.Op) returns what is shown as numbers and words. Pure, tested natively.
//  4. draw/op.go: Picture and HTML text from the model, with pen, NumberLine, Bits, Term, Copy, Digits and Escape.
//     Golden tests (draw/golden_test.go, -update).
//  5. prose/op.go: titles, captions, notes, examples' names.
//  6. ui/op.go: type opView struct{ vecty.Core; In state.Op; ReadOnly bool } with
//     SkipRender comparing both, and Render. In more.go one line in views; keys and bit toggles: one line each in its maps.
//
// All these files begin with //go:build !opening, which leaves them out of the small program that a first visit loads.
// (The views of that program have their lines in state.go, views_opening.go, route.go, app.go and keys.go.)
//
// # Idioms
//
// All elements come from the helpers of markup.go: el, has, class, attr, flag, data, text, list, slot, raw, panel,
// button, choose, field; bitEditor and figure are shared components. The rules behind them:
//
//   - An element holds always text, always children or always raw text, never one and later another.
//   - A component that skips its render sits alone in a permanent element (panel, slot); its neighbours keep their
//     number and order. Conditional parts are hidden (flag("hidden", …)) or stand in a slot of their own.
//   - Output of more than a few elements is one string from draw in raw: it costs nothing while it is unchanged.
//     In such strings: links "#/v1/…" made by route.Encode navigate, data-copy="text" copies, data-bit inside
//     data-bits toggles, data-act="svg" and the like do what acts says. Class names style them; no style attributes,
//     which the Content-Security-Policy forbids.
//   - A field under the caret is never rewritten: each key stroke becomes state.Draft, and the field shows the draft
//     while it is On.
//   - Headings: root makes the one h1 of the page, views begin with h2. A figure whose body is a drawing is best made
//     by draw.Figure inside raw text, with exported(id, …) for saving; the component figure is for live bodies.
//   - What changes its height with the value stands below what is clicked, so that nothing moves under the pointer.
//   - A component that never changes with the value (menus, steps, headings) belongs in a panel: comparing an element
//     costs 15 µs, skipping a panel nothing.
//   - Keep a view below about 150 elements; pictures with many marks are one SVG string.
package ui
