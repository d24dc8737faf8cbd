package programs

import "strconv"

// statement writes one statement.
func (g *Gen) statement() {
	if g.budget--; g.budget < 0 {
		return
	}
	g.indent()
	switch n := g.intn(20); {
	case n < 6:
		g.local()
	case n < 10:
		g.assign()
	case n < 14 && g.depth < 3:
		g.branch()
	case n < 16 && g.depth < 3 && g.has(Loops) && g.passes <= 6:
		g.loop()
	case n < 17 && g.has(Returns) && g.depth < 4:
		g.write("if (", g.condition(2), ") ")
		g.give()
	case n < 18 && g.loops > 0 && g.has(Breaks):
		g.write("if (", g.condition(1), ") ", g.leave(), ";\n")
	case n < 19 && g.call():
	default:
		g.assign()
	}
}

// leave returns what ends a pass. In a while or do, continue would pass over the count.
func (g *Gen) leave() string {
	if g.inFor {
		return g.pick("break", "continue")
	}
	return "break"
}

// local declares a variable with its value.
func (g *Gen) local() {
	n, t := g.name(), g.float()
	switch {
	case g.has(Arrays) && g.one(6):
		length := 2 + g.intn(3)
		g.write(g.typeMark(t), " ", n, "[", g.pick("", strconv.Itoa(length)), "] = {")
		for i := range length {
			g.write(comma(i), g.element(t))
		}
		g.write("};\n")
		g.scope = append(g.scope, variable{name: n, typ: t, length: length})
	case len(g.structs) > 0 && g.one(4):
		s := g.structs[0]
		g.write(s, " ", n, " = ", g.structValue(s), ";\n")
		g.scope = append(g.scope, variable{name: n, typ: s})
	default:
		g.write(g.pick("", "", "const "), g.typeMark(t), " ", n, " = ", g.expr(t, 3), ";\n")
		g.scope = append(g.scope, variable{name: n, typ: t, counter: true})
		if s := g.text.String(); !constant(s, n) {
			g.scope[len(g.scope)-1].counter = false
		}
	}
}

// constant reports whether the last declaration of the text, that of n, says const.
func constant(s, n string) bool {
	at := len(s) - 1
	for at > 0 && s[at-1] != '\n' {
		at--
	}
	for at < len(s) && s[at] == ' ' {
		at++
	}
	return len(s) > at+5 && s[at:at+5] == "const"
}

// structValue returns what initialises a structure.
func (g *Gen) structValue(s string) string {
	var list []string
	if v := g.pickVariable(func(v variable) bool { return v.typ == s }); v.name != "" {
		list = append(list, v.name)
	}
	for _, h := range g.helpers {
		if h.result == s {
			if c := g.callOf(h, 1); c != "" {
				list = append(list, c)
			}
		}
	}
	if len(list) > 0 && !g.one(3) {
		return g.pick(list...)
	}
	return "{" + g.member() + ", " + g.member() + "}"
}

// element returns a value of the type for braces, where C++ does not convert double to float.
func (g *Gen) element(t string) string {
	if g.has(Mixed) {
		return "(" + t + ofType + ")(" + g.expr(t, 1) + ")"
	}
	return g.expr(t, 1)
}

// member returns a value for a structure's member, which must not be narrowed in braces.
func (g *Gen) member() string {
	if g.has(Mixed) {
		return "(float)(" + g.expr("float", 2) + ")"
	}
	return g.expr(g.float(), 2)
}

// target returns a floating-point variable that can be set, with its type.
func (g *Gen) target() (string, string) {
	v := g.pickVariable(func(v variable) bool { return !v.counter && v.typ != "int" })
	switch {
	case v.name == "":
		return "", ""
	case v.length > 0:
		return v.name + "[" + g.index(v.length) + "]", v.typ
	case g.isStruct(v.typ):
		return v.name + "." + g.pick("x", "y"), g.memberType()
	}
	return v.name, v.typ
}

// memberType is the type of a structure's members as far as expressions care.
func (g *Gen) memberType() string {
	if g.has(Double) {
		return "double"
	}
	return "float"
}

// index returns an index within an array of the length.
func (g *Gen) index(length int) string {
	v := g.pickVariable(func(v variable) bool { return v.counter && v.typ == "int" })
	if v.name != "" && !g.one(3) {
		return v.name + " % " + strconv.Itoa(length)
	}
	return strconv.Itoa(g.intn(length))
}

func (g *Gen) assign() {
	n, t := g.target()
	if n == "" {
		g.write(";\n")
		return
	}
	g.write(n, " ", g.pick("=", "=", "+=", "-=", "*=", "+="), " ", g.expr(t, 3), ";\n")
}

// block writes statements in braces, in a scope of their own.
func (g *Gen) block(statements int) {
	mark := len(g.scope)
	g.write("{\n")
	g.depth++
	for range statements {
		g.statement()
	}
	if g.depth++; g.has(Returns) && g.one(5) {
		g.depth--
		g.indent()
		g.give()
		g.depth++
	} else if g.loops > 0 && g.has(Breaks) && g.one(8) {
		g.depth--
		g.indent()
		g.write(g.leave(), ";\n")
		g.depth++
	}
	g.depth -= 2
	g.scope = g.scope[:mark]
	g.indent()
	g.write("}")
}

func (g *Gen) branch() {
	g.write("if (", g.condition(2), ") ")
	g.block(1 + g.intn(3))
	for g.one(5) {
		g.write(" else if (", g.condition(1), ") ")
		g.block(1 + g.intn(2))
	}
	if g.one(2) {
		g.write(" else ")
		g.block(1 + g.intn(3))
	}
	g.write("\n")
}

func (g *Gen) loop() {
	n := 1 + g.intn(5)
	inFor, passes, mark := g.inFor, g.passes, len(g.scope)
	g.passes *= n
	g.loops++
	g.names++
	i := "i" + strconv.Itoa(g.names)
	v := variable{name: i, typ: "int", counter: true}
	count := strconv.Itoa(n)
	switch g.intn(4) {
	case 0:
		g.inFor = false
		g.write("int ", i, " = 0;\n")
		g.scope = append(g.scope, v)
		g.indent()
		g.write("while (", i, " < ", count)
		if g.has(Breaks) && g.one(3) {
			g.write(" && ", g.condition(1))
		}
		g.write(") {\n")
		g.depth++
		g.indent()
		g.write(i, g.pick("++", " += 1"), ";\n")
		g.indent()
		g.block(1 + g.intn(3))
		g.depth--
		g.write("\n")
		g.indent()
		g.write("}\n")
	case 1:
		g.inFor = false
		g.write("int ", i, " = 0;\n")
		g.scope = append(g.scope, v)
		g.indent()
		g.write("do {\n")
		g.depth++
		g.indent()
		g.write(i, "++;\n")
		g.indent()
		g.block(1 + g.intn(3))
		g.depth--
		g.write("\n")
		g.indent()
		g.write("} while (", i, " < ", count, ");\n")
	default:
		g.inFor = true
		g.scope = append(g.scope, v)
		if g.one(3) {
			g.write("for (int ", i, " = ", count, " - 1; ", i, " >= 0; ", i, "--) ")
		} else {
			g.write("for (int ", i, " = 0; ", i, " < ", count, "; ", g.pick("++"+i, i+"++", i+" += 1"), ") ")
		}
		g.block(1 + g.intn(3))
		g.write("\n")
	}
	g.loops--
	g.inFor, g.passes, g.scope = inFor, passes, g.scope[:mark]
}

// call writes a call of a helper that returns nothing, if there is one.
func (g *Gen) call() bool {
	for _, h := range g.helpers {
		if h.result != "" {
			continue
		}
		if c := g.callOf(h, 2); c != "" {
			g.write(c, ";\n")
			return true
		}
	}
	return false
}

// callOf returns a call, "" if no variable fits for what it sets.
func (g *Gen) callOf(h helper, depth int) string {
	s := h.name + "("
	for i, t := range h.params {
		last := t[len(t)-1]
		switch {
		case last == '&' || last == '*':
			t = t[:len(t)-1]
			v := g.pickVariable(func(v variable) bool { return v.typ == t && v.length == 0 && !v.counter })
			if v.name == "" {
				return ""
			}
			if last == '*' {
				s += "&"
			}
			s += comma(i) + v.name
		case g.isStruct(t):
			v := g.pickVariable(func(v variable) bool { return v.typ == t })
			if v.name == "" {
				return ""
			}
			s += comma(i) + v.name
		default:
			s += comma(i) + g.expr(t, depth)
		}
	}
	return s + ")"
}
