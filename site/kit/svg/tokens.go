package svg

import (
	"strings"
)

// token is one colour or font of the look: the name that drawings and assets/style.css use and its value in both
// themes. A test compares this table with the style sheet, so that a saved picture looks like the page.
type token struct{ Name, Light, Dark string }

var Tokens = []token{
	{"--bg", "#ffffff", "#14171a"},
	{"--ink", "#1b1e22", "#e8eaed"},
	{"--ink-2", "#555c66", "#a7afb9"},
	{"--line", "#d5d9de", "#363c44"},
	{"--tick", "#8a929c", "#767f8a"},
	{"--s", "#d55e00", "#ff8a3d"},
	{"--e", "#009e73", "#26c296"},
	{"--t", "#0072b2", "#5ab4f0"},
	{"--g", "#b87700", "#e69f00"},
	{"--x", "#b04c87", "#dd93bd"},
	{"--s-ink", "#a84600", "#ff9d5c"},
	{"--e-ink", "#00704f", "#3fd0a6"},
	{"--t-ink", "#005f96", "#7cc4f5"},
	{"--g-ink", "#845500", "#efb13c"},
	{"--x-ink", "#97396f", "#e6a5ca"},
	{"--s-tint", "#fdeee2", "#3a2313"},
	{"--e-tint", "#e0f4ed", "#0f2f26"},
	{"--t-tint", "#e1f0fa", "#10293b"},
	{"--g-tint", "#fdf1d8", "#352808"},
	{"--x-tint", "#f9e8f2", "#371f2e"},
	{"--mono", "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace", ""},
	{"--sans", "ui-sans-serif,system-ui,sans-serif", ""},
}

// literal replaces the tokens in a drawing by their values in one theme.
func literal(svg string, dark bool) string {
	for _, t := range Tokens {
		v := t.Light
		if dark && t.Dark != "" {
			v = t.Dark
		}
		svg = strings.ReplaceAll(svg, "var("+t.Name+")", v)
	}
	return svg
}
