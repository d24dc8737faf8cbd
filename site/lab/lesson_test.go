package lab_test

import (
	"strings"
	"testing"

	"ulplab/site/lab"
	"ulplab/site/lab/lessons"
	"ulplab/site/lab/link"
)

// A lesson of the reader's own goes along in links while it is short; one that is too long stays in the page, and a link that
// is only kept while the page is loaded again holds it.
func TestOwnLesson(t *testing.T) {
	c := lab.Catalogue{counter("count").Entry()}
	long := "title: Long\n" + strings.Repeat("# filler\n", 2000)
	for _, text := range []string{"title: Short\n", long} {
		s := c.Update(c.Default(), lab.OpenLesson{Text: text})
		next := c.Update(s, lab.Open{State: c.Decode(strings.Replace(c.Encode(s), "les=own", "les=own.2", 1), "")})
		if next.Lesson.Text != text || next.Lesson.Step != 2 || next.Problems != "" {
			t.Errorf("%.20q became step %d of %.20q, %s", text, next.Lesson.Step, next.Lesson.Text, next.Problems)
		}
	}
	kept := c.Decode("#/v1/count?les=own&own="+link.Escape(long), "")
	s := c.Update(c.Update(c.Default(), lab.Open{State: kept}), lab.Open{State: c.Decode("#/v1/count?les=own.1&n=3", "")})
	if s.Lesson.Text != long || s.Problems != "" {
		t.Errorf("%.20q, %s", s.Lesson.Text, s.Problems)
	}
	if s = c.Update(s, lab.Open{State: c.Decode("#/v1/count", "")}); s.Lesson != (lessons.Place{}) {
		t.Errorf("a link without a lesson leaves %+v", s.Lesson.Name)
	}
}
