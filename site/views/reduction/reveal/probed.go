package reveal

import (
	"strconv"
	"strings"

	"ulplab/fpcore/reduce"
	"ulplab/fpcore/summation"
)

// Bounds of what read reads.
const (
	probeText = 32 << 10
	probeMost = 1 << 10 // elements
)

// found is what a probe printed.
type found struct {
	Of, By  string
	Double  bool
	N       int
	Probes  int
	Check   uint64 // bits of the sum of the numbers that the probe adds at the end
	Checked bool
	Varies  bool // the sum was not the same each time
	None    string
	Tree    reduce.FreeTree
	Problem string // what is wrong with the text, in words
}

// read reads what a probe printed: lines "word text" from "ulplab-tree 1" to "end". What stands before, such as a
// shell's prompt, is passed over; unknown lines are ignored.
func read(t string) (p found) {
	bad := func(words string) found { return found{Problem: words} }
	if len(t) > probeText {
		return bad("This is more than " + strconv.Itoa(probeText>>10) + " KB; a probe prints less.")
	}
	i := strings.Index(t, "ulplab-tree")
	if i < 0 {
		return bad("The line “ulplab-tree 1”, with which a probe begins, is not there.")
	}
	lines := strings.Split(t[i:], "\n")
	if first := strings.TrimSpace(lines[0]); first != "ulplab-tree 1" {
		return bad("This is “" + clipped(first) + "”; the lab reads “ulplab-tree 1”.")
	}
	seen := map[string]string{}
	ended := false
	for at, l := range lines[1:] {
		word, rest, _ := strings.Cut(strings.TrimSpace(l), " ")
		rest = strings.TrimSpace(rest)
		if word == "" {
			continue
		}
		if word == "end" {
			ended = true
			break
		}
		if _, twice := seen[word]; twice {
			return bad("Line " + strconv.Itoa(at+2) + ": “" + clipped(word) + "” stands there twice.")
		}
		seen[word] = rest
	}
	if !ended {
		return bad("The last line, “end”, is not there: copy all that the probe printed.")
	}
	for _, word := range [...]string{"of", "format", "elements", "probes", "tree"} {
		if seen[word] == "" {
			return bad("The line “" + word + " …” is not there.")
		}
	}
	p.Of, p.By = clipped(seen["of"]), clipped(seen["by"])
	switch seen["format"] {
	case "binary32":
	case "binary64":
		p.Double = true
	default:
		return bad("The format is “" + clipped(seen["format"]) + "”, neither binary32 nor binary64.")
	}
	var err error
	if p.N, err = strconv.Atoi(seen["elements"]); err != nil || p.N < 2 || p.N > probeMost {
		return bad("“elements " + clipped(seen["elements"]) + "” is no number from 2 to " + strconv.Itoa(probeMost) + ".")
	}
	if p.Probes, err = strconv.Atoi(seen["probes"]); err != nil || p.Probes < 0 || p.Probes > probeMost*probeMost {
		return bad("“probes " + clipped(seen["probes"]) + "” is no number of probes.")
	}
	switch c := seen["check"]; c {
	case "":
	case "varies":
		p.Varies = true
	default:
		bits := 32
		if p.Double {
			bits = 64
		}
		if p.Check, err = strconv.ParseUint(c, 16, bits); err != nil || len(c) != bits/4 {
			return bad("“check " + clipped(c) + "” is no code of " + strconv.Itoa(bits/4) + " hexadecimal digits.")
		}
		p.Checked = true
	}
	if why, none := strings.CutPrefix(seen["tree"], "none"); none {
		p.None = clipped(strings.TrimPrefix(why, ": "))
		return p
	}
	tree, wrong := reduce.ParseTree(seen["tree"], p.N, []string{})
	if wrong != nil {
		return bad("The tree, at its byte " + strconv.Itoa(wrong.Pos) + ": " + wrong.Msg + ".")
	}
	p.Tree = tree
	return p
}

// clipped cuts a word of a reader's for a message.
func clipped(s string) string {
	s = strings.ToValidUTF8(s, "")
	if len(s) > 120 {
		s = strings.ToValidUTF8(s[:120], "") + "…"
	}
	return s
}

// Sum returns the bits of the check by the tree; ok is false where there is none, or a sum of more than two is in it.
func (p *found) Sum() (bits uint64, ok bool) {
	if p.None != "" {
		return 0, false
	}
	return summation.Check(&p.Tree, p.Double)
}
