// Package words is how the lab writes numbers, names and text, in one way everywhere.
package words

import "strings"

// Escape makes text safe inside HTML and SVG, in content and in attributes with double quotes.
func Escape(s string) string {
	if !strings.ContainsAny(s, `&<>"'`) {
		return s
	}
	// A loop of our own: strings.Replacer adds 15 KB to the program.
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '&':
			b = append(b, "&amp;"...)
		case '<':
			b = append(b, "&lt;"...)
		case '>':
			b = append(b, "&gt;"...)
		case '"':
			b = append(b, "&#34;"...)
		case '\'':
			b = append(b, "&#39;"...)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// Unescape undoes Escape.
func Unescape(s string) string {
	for _, c := range [...][2]string{{"&lt;", "<"}, {"&gt;", ">"}, {"&#34;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}} {
		s = strings.ReplaceAll(s, c[0], c[1])
	}
	return s
}

// Plain is the text of a piece of HTML that the lab made: without its tags, with white space folded.
func Plain(html string) string {
	b := make([]byte, 0, len(html))
	in := false
	for i := 0; i < len(html); i++ {
		switch c := html[i]; {
		case c == '<':
			in = true
		case c == '>' && in:
			in = false
		case !in:
			b = append(b, c)
		}
	}
	return Unescape(strings.Join(strings.Fields(string(b)), " "))
}
