package tree

import (
	"strings"
	"testing"
	"ulplab/site/views/reduction/sum"
)

// What is wrong with the reader's tree is said where it is.
func TestSumReadTree(t *testing.T) {
	for text, want := range map[string]string{
		"(0 1": "opened at character 1 is not closed", "((0 1) (2 3))": "4 is missing", "(0 1 2 3 4 5 6)": "not so many", "(0 0 1 2 3 4 5)": "already", "[0 1 2 3 4 5]": "Square brackets", "((0 1) ? 2)": "no operand",
	} {
		problem, at := readTree(text, 6)
		if !strings.Contains(problem, want) || at > len(text) {
			t.Errorf("%q: %q at %d", text, problem, at)
		}
	}
	if problem, _ := readTree("(0 1)", 65); problem == "" {
		t.Error("65 elements")
	}
}

// No tree of a reader's is read in part: one that is too long is refused.
func TestTooLong(t *testing.T) {
	if problem, _ := readTree(strings.Repeat("(", 2000), 4); problem == "" {
		t.Error("a tree of 2000 characters")
	}
	tree := Type{Text: "((0 1) (2 3))" + strings.Repeat(" ", 1020)}.Apply(sum.First()).Tree
	if problem, _ := readTree(tree, 4); !strings.Contains(problem, "1024 characters") {
		t.Errorf("a tree cut at its limit: %q", problem)
	}
}
