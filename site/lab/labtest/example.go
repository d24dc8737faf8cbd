package labtest

import (
	"strings"
	"testing"

	"ulplab/site/kit/example"
	"ulplab/site/kit/words"
)

// Example returns the example of an ID.
func Example[S comparable](t testing.TB, list example.List[S], id string) S {
	t.Helper()
	s, ok := list.Find(id)
	if !ok {
		t.Fatalf("no example %q", id)
	}
	return s
}

// Worded reports examples whose words, one a line, are missing, wanting, or in another order.
func Worded[S comparable](t *testing.T, list example.List[S], lines string) {
	t.Helper()
	said := strings.Split(lines, "\n")
	if len(said) != len(list) {
		t.Errorf("%d examples have words, %d exist", len(said), len(list))
	}
	for i, e := range list {
		if w := words.ExampleOf(lines, e.ID, ""); i < len(said) && !strings.HasPrefix(said[i], e.ID+"|") || w.Name == "" || w.Note == "" {
			t.Errorf("example %s has no words, or in another place", e.ID)
		}
	}
}
