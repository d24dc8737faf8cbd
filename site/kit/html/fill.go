package html

import (
	"strings"

	"ulplab/site/kit/words"
)

// Fill puts texts into HTML, one after another: each sign # becomes the next one, escaped, and each ~ the next one as it is,
// which is HTML itself.
func Fill(html string, parts ...string) string {
	s := ""
	for _, p := range parts {
		i := strings.IndexAny(html, "#~")
		if i < 0 {
			break
		}
		if html[i] == '#' {
			p = words.Escape(p)
		}
		s += html[:i] + p
		html = html[i+1:]
	}
	return s + html
}
