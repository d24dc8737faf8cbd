package programs

import "strconv"

// expr returns an expression of a floating-point type.
func (g *Gen) expr(t string, depth int) string {
	if depth <= 0 || g.one(6) {
		return g.leaf(t)
	}
	switch g.intn(24) {
	case 0, 1, 2, 3, 4:
		return g.part(t, depth) + " + " + g.part(t, depth)
	case 5, 6, 7, 8:
		return g.part(t, depth) + " - " + g.part(t, depth)
	case 9, 10, 11, 12, 13, 14:
		return g.part(t, depth) + " * " + g.part(t, depth)
	case 15:
		return g.part(t, depth) + " / " + g.part(t, depth)
	case 16, 17:
		return g.part(t, depth) + " * " + g.part(t, depth) + " + " + g.part(t, depth)
	case 18:
		return "-" + g.part(t, depth)
	case 19, 20:
		return "(" + g.condition(1) + " ? " + g.expr(t, depth-1) + " : " + g.expr(t, depth-1) + ")"
	case 21:
		if g.has(Library) {
			return g.library(t, depth)
		}
	case 22:
		for _, h := range g.helpers {
			// What a call sets must not be read elsewhere in the same expression.
			if h.result != "" && !g.isStruct(h.result) && !sets(h) && g.one(2) {
				if c := g.callOf(h, depth-1); c != "" {
					return c
				}
			}
		}
	}
	return g.leaf(t)
}

func sets(h helper) bool {
	last := h.params[0][len(h.params[0])-1]
	return last == '&' || last == '*'
}

// part returns an operand that needs no parentheses of its own beside any operator.
func (g *Gen) part(t string, depth int) string {
	if g.one(3) {
		return g.leaf(t)
	}
	return "(" + g.expr(t, depth-1) + ")"
}

func (g *Gen) library(t string, depth int) string {
	f := "f"
	if t == "double" {
		f = ""
	}
	switch g.intn(4) {
	case 0:
		return "sqrt" + f + "(fabs" + f + "(" + g.expr(t, depth-1) + "))"
	case 1:
		return "fma" + f + "(" + g.expr(t, 1) + ", " + g.expr(t, 1) + ", " + g.expr(t, 1) + ")"
	}
	return "fabs" + f + "(" + g.expr(t, depth-1) + ")"
}

// leaf returns a variable or a number.
func (g *Gen) leaf(t string) string {
	if g.one(8) {
		s := g.pick("0.5", "1.0", "2.0", "0.1", "3.0", "1.5", "0.25", "1e-3", "7.0")
		if t == "float" && !(g.has(Mixed) && g.one(4)) {
			s += "f"
		}
		return s
	}
	v := g.pickVariable(func(v variable) bool { return v.typ != "int" || g.one(4) })
	switch {
	case v.name == "":
		return "1.0f"
	case v.length > 0:
		return v.name + "[" + g.index(v.length) + "]"
	case g.isStruct(v.typ):
		return v.name + "." + g.pick("x", "y")
	case v.typ == "int":
		return "(" + t + ofType + ")" + v.name + use
	case v.name[0] == '(':
		return v.name
	}
	return v.name + use
}

// condition returns a comparison, or several.
func (g *Gen) condition(depth int) string {
	if depth > 1 {
		switch g.intn(6) {
		case 0:
			return "(" + g.condition(depth-1) + ") && (" + g.condition(depth-1) + ")"
		case 1:
			return "(" + g.condition(depth-1) + ") || (" + g.condition(depth-1) + ")"
		case 2:
			return "!(" + g.condition(depth-1) + ")"
		}
	}
	v := g.pickVariable(func(v variable) bool { return v.typ == "int" })
	if v.name != "" && g.one(4) {
		return v.name + use + " " + g.pick("<", ">", "==", "!=", "<=", ">=") + " " + strconv.Itoa(g.intn(5)-1)
	}
	t := g.float()
	return g.expr(t, 1) + " " + g.pick("<", ">", "<=", ">=", "<", ">", "==", "!=") + " " + g.expr(t, 1)
}
