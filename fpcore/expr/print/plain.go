package print

import (
	"strings"

	"ulplab/fpcore/expr/compile"
	"ulplab/fpcore/expr/types"
)

// plain puts the author's text into a function.
func (e *emitter) plain() {
	c := e.p.Code
	o := &c.Outline
	host := e.p.Choice.Machine != compile.GPU
	switch {
	case e.lang > LanguageCUDA:
		e.fail("the text is C; only its operations can be written in " + Languages[e.lang].Name)
		return
	case host != (e.lang == LanguageC) || e.p.Target == (compile.Target{}) || e.p.Target.Command() == "":
		e.fail("the plain text is for the compiler of the target")
		return
	case e.typ == types.Half || e.typ == types.BFloat16:
		if host {
			e.fail("C has no " + e.typ.String())
			return
		}
	case o.Called != nil && (o.Called.Kernel || o.Called.Name == "main"):
		e.fail("the text is a program or kernel already: compile it as it stands")
		return
	case o.Early && o.Called == nil:
		e.fail("the text returns before its end: put it into a function")
		return
	case o.Called == nil && len(o.Functions) > 0 || o.Arrays:
		e.fail("the text mixes functions or arrays with statements: compile it with a main of its own")
		return
	}
	e.params = make([]string, len(c.Inputs))
	for i, in := range c.Inputs {
		e.params[i] = in.Name
		if o.Called == nil && (i >= len(o.Free) || !o.Free[i]) {
			e.fail("its inputs are declared in the text: write their values there")
			return
		}
	}
	text := c.Text
	if o.Called == nil {
		for _, name := range o.Declare {
			e.lines = append(e.lines, e.word(o.Of)+" "+name+";")
		}
	}
	switch {
	case o.Called != nil:
		var args []string
		for _, pm := range o.Called.Params {
			if pm.Type == types.NoType {
				e.fail("the function takes more than numbers: compile the text as it stands")
				return
			}
			arg := e.literal(pm.Type, 0)
			for i, in := range c.Inputs {
				if in.From == pm.At {
					arg = c.Inputs[i].Name
				}
			}
			args = append(args, arg)
		}
		if !host {
			for n := len(o.Functions) - 1; n >= 0; n-- {
				if f := &o.Functions[n]; !f.Device {
					text = text[:f.Start] + "__device__ " + text[f.Start:]
				}
			}
		}
		e.result = o.Called.Name + "(" + strings.Join(args, ", ") + ")"
		if i := strings.IndexAny(o.Name, ".["); i >= 0 { // a part of what it returns
			e.result += o.Name[i:]
		}
		e.prelude = text + "\n"
	case o.Name != "":
		e.lines = append(e.lines, strings.Split(strings.TrimRight(strings.TrimSpace(text), ";")+";", "\n")...)
		e.result = o.Name
	case o.To > o.From:
		before := text[:o.Before]
		if strings.Count(before, "{") != strings.Count(before, "}") {
			e.fail("the value stands within a block: write return before it, or assign it to a variable")
			return
		}
		if s := strings.TrimSpace(before); s != "" {
			e.lines = append(e.lines, strings.Split(s, "\n")...)
		}
		e.result = strings.TrimSpace(text[o.From:o.To])
	default:
		e.fail("there is no value to assert")
	}
}
