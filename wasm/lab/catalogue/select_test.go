//go:build !js && !opening

package catalogue

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// node is a piece where it stands in the page.
type node struct {
	*piece
	parent *node
	before *node // the element before it in its parent
	number int   // among the elements of its parent, from 1
	same   int   // among those of its tag
}

// nodes is every element of the pieces, in the order of the page.
func nodes(pieces []*piece) (all []*node) {
	var walk func(pieces []*piece, parent *node)
	walk = func(pieces []*piece, parent *node) {
		number, same := 0, map[string]int{}
		var before *node
		for _, p := range pieces {
			if p.tag == "" {
				continue
			}
			number++
			same[p.tag]++
			n := &node{p, parent, before, number, same[p.tag]}
			before = n
			all = append(all, n)
			walk(p.kids, n)
		}
	}
	walk(pieces, nil)
	return all
}

// closest is the value of an attribute of the element or of its nearest ancestor that has it, "" for none.
func (n *node) closest(name string) string {
	for ; n != nil; n = n.parent {
		if v, ok := n.attr[name]; ok {
			return v
		}
	}
	return ""
}

// sel is a CSS selector as the tests write them: tags, #id, .class, [name], [name="value"], [name^="value"],
// [name*="value"], :nth-child(n), :nth-of-type(n), :not(…), descendants, children (>), the element behind (+) and alternatives (,).
type sel struct {
	tests []func(n *node) bool
	with  byte // how it stands to what the selector before it finds: ' ' in it, '>' directly in it, '+' right behind it
	up    *sel
}

func (s *sel) matches(n *node) bool {
	for _, test := range s.tests {
		if !test(n) {
			return false
		}
	}
	if s.up == nil {
		return true
	}
	if s.with == '+' {
		return n.before != nil && s.up.matches(n.before)
	}
	for n = n.parent; n != nil; n = n.parent {
		if s.up.matches(n) {
			return true
		}
		if s.with == '>' {
			return false
		}
	}
	return false
}

// selectors reads a selector; what it does not know is a panic.
func selectors(text string) (list []*sel) {
	rest := text
	until := func(signs string) (s string) {
		at := strings.IndexAny(rest, signs)
		if at < 0 {
			at = len(rest)
		}
		s, rest = rest[:at], rest[at:]
		return s
	}
	// inside takes what stands between a sign and its end, where quotes keep the end from counting.
	inside := func(end byte) string {
		quoted := false
		for i := 1; i < len(rest); i++ {
			switch {
			case rest[i] == '"' || rest[i] == '\'':
				quoted = !quoted
			case rest[i] == end && !quoted:
				s := rest[1:i]
				rest = rest[i+1:]
				return s
			}
		}
		panic("the selector " + text + " does not end")
	}
	now := &sel{}
	add := func(f func(n *node) bool) { now.tests = append(now.tests, f) }
	for rest != "" {
		const signs = " >+,.#[:"
		switch rest[0] {
		case ' ', '>', '+', ',':
			with := strings.TrimSpace(until(".#[:*abcdefghijklmnopqrstuvwxyz"))
			switch with {
			case "", ">", "+":
				now = &sel{up: now, with: (with + " ")[0]}
			case ",":
				list, now = append(list, now), &sel{}
			default:
				panic("unknown combination " + with + " in " + text)
			}
		case '.':
			rest = rest[1:]
			class := until(signs)
			add(func(n *node) bool { return slices.Contains(strings.Fields(n.attr["class"]), class) })
		case '#':
			rest = rest[1:]
			id := until(signs)
			add(func(n *node) bool { return n.attr["id"] == id })
		case '[':
			name, value, valued := strings.Cut(inside(']'), "=")
			value = strings.Trim(value, `"'`)
			how := name[len(name)-1]
			name = strings.TrimRight(name, "^*$")
			add(func(n *node) bool {
				v, ok := n.attr[name]
				switch {
				case !ok || !valued:
					return ok
				case how == '^':
					return strings.HasPrefix(v, value)
				case how == '$':
					return strings.HasSuffix(v, value)
				case how == '*':
					return strings.Contains(v, value)
				}
				return v == value
			})
		case ':':
			rest = rest[1:]
			name := until("( >+,.#[:")
			argument := ""
			if strings.HasPrefix(rest, "(") {
				argument = inside(')')
			}
			count, _ := strconv.Atoi(argument)
			switch name {
			case "not":
				not := selectors(argument)
				add(func(n *node) bool { return !slices.ContainsFunc(not, func(s *sel) bool { return s.matches(n) }) })
			case "nth-child":
				add(func(n *node) bool { return n.number == count })
			case "nth-of-type":
				add(func(n *node) bool { return n.same == count })
			case "last-child":
				add(func(n *node) bool {
					return n.parent != nil && n.piece == lastElement(n.parent.kids)
				})
			default:
				panic("unknown :" + name + " in " + text)
			}
		default:
			tag := until(signs)
			add(func(n *node) bool { return tag == "*" || n.tag == tag })
		}
	}
	return append(list, now)
}

func lastElement(pieces []*piece) *piece {
	for _, p := range slices.Backward(pieces) {
		if p.tag != "" {
			return p
		}
	}
	return nil
}

// TestSelectors: what a selector finds, and what not.
func TestSelectors(t *testing.T) {
	all := nodes(fromHTML(`<main id="m"><p class="a b">1</p><div data-x="y:z,1"><b>2</b><p class="b">3</p><i></i><p class="c" hidden>4</p></div></main><p>5</p>`))
	for text, want := range map[string]string{
		"p": "1345", "main p": "134", "main > p": "1", "#m .b": "13", ".a.b": "1", "p.c[hidden]": "4", `[data-x="y:z,1"] p`: "34", `[data-x^="y:"] > b`: "2",
		`[data-x*="z,"] b`: "2", `[data-x$="z"] b`: "", "div > :nth-child(2)": "3", "div p:nth-of-type(2)": "4", "p:not(.b)": "45", "b, .c": "24", "i p": "", "q": "",
		"div > :last-child": "4", "p + i": "", "i + p": "4", "b + p.b": "3", "i + .b": "", "main > b": "", "p:not([hidden])": "135",
	} {
		got := ""
		for _, n := range all {
			if slices.ContainsFunc(selectors(text), func(s *sel) bool { return s.matches(n) }) {
				for _, k := range n.kids {
					got += k.text
				}
			}
		}
		if got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
}
