package expr

import "strings"

// outline says how a text is put together, for a program around it.
type outline struct {
	from, to  int32     // the expression or operand of return that is the result
	before    int32     // where that statement begins; the text after it is not needed
	name      string    // or the variable that holds the result
	called    *function // or the function that is run
	functions []*function
	free      []bool   // by input: a name that is not declared
	declare   []string // names that are not declared, but set
	arrays    bool     // names of arrays that are not declared
	of        Type     // of what is not declared
	early     bool     // a text that is no function returns before its end
}

// plain puts the author's text into a function.
func (e *emitter) plain() {
	c := e.p.Code
	o := &c.outline
	host := e.p.Choice.Machine != GPU
	switch {
	case e.lang > LanguageCUDA:
		e.fail("the text is C; only its operations can be written in " + Languages[e.lang].Name)
		return
	case host != (e.lang == LanguageC) || e.p.Target == (Target{}) || e.p.Target.Command() == "":
		e.fail("the plain text is for the compiler of the target")
		return
	case e.typ == Half || e.typ == BFloat16:
		if host {
			e.fail("C has no " + e.typ.String())
			return
		}
	case o.called != nil && (o.called.kernel || o.called.name.id == wMain):
		e.fail("the text is a program or kernel already: compile it as it stands")
		return
	case o.early && o.called == nil:
		e.fail("the text returns before its end: put it into a function")
		return
	case o.called == nil && len(o.functions) > 0 || o.arrays:
		e.fail("the text mixes functions or arrays with statements: compile it with a main of its own")
		return
	}
	e.params = make([]string, len(c.Inputs))
	for i, in := range c.Inputs {
		e.params[i] = in.Name
		if o.called == nil && (i >= len(o.free) || !o.free[i]) {
			e.fail("its inputs are declared in the text: write their values there")
			return
		}
	}
	text := c.Text
	if o.called == nil {
		for _, name := range o.declare {
			e.lines = append(e.lines, e.word(o.of)+" "+name+";")
		}
	}
	switch {
	case o.called != nil:
		var args []string
		for _, pm := range o.called.params {
			if pm.ct.form != scalar {
				e.fail("the function takes more than numbers: compile the text as it stands")
				return
			}
			arg := e.literal(pm.ct.base, 0)
			for i, in := range c.Inputs {
				if in.From == pm.name.at {
					arg = c.Inputs[i].Name
				}
			}
			args = append(args, arg)
		}
		if !host {
			for n := len(o.functions) - 1; n >= 0; n-- {
				if f := o.functions[n]; !f.device {
					text = text[:f.start] + "__device__ " + text[f.start:]
				}
			}
		}
		e.result = c.Text[o.called.name.from:o.called.name.to] + "(" + strings.Join(args, ", ") + ")"
		e.prelude = text + "\n"
	case o.name != "":
		e.lines = append(e.lines, strings.Split(strings.TrimRight(strings.TrimSpace(text), ";")+";", "\n")...)
		e.result = o.name
	case o.to > o.from:
		if s := strings.TrimSpace(text[:o.before]); s != "" {
			e.lines = append(e.lines, strings.Split(s, "\n")...)
		}
		e.result = strings.TrimSpace(text[o.from:o.to])
	default:
		e.fail("there is no value to assert")
	}
}
