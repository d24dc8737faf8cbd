package ptx

import "strconv"

// declaration reads linkage, then a variable or a function.
func (r *reader) declaration() error {
	extern := false
	for {
		t := r.next()
		switch t.text {
		case ".visible", ".weak", ".common":
			continue
		case ".extern":
			extern = true
			continue
		case ".entry", ".func":
			return r.function(t)
		case ".global", ".const", ".shared":
			list, err := r.variables(spaces[t.text[1:]], extern)
			if err != nil {
				return err
			}
			r.m.Variables = append(r.m.Variables, list...)
			return r.expect(";")
		}
		return r.wrong(t, t.String()+" is not read here")
	}
}

// number reads an integer that is at least 0.
func (r *reader) number(most int) (int, error) {
	t := r.next()
	n, err := strconv.ParseInt(t.text, 0, 64)
	if t.kind != word || err != nil || n < 0 || n > int64(most) {
		return 0, r.wrong(t, "a number from 0 to "+strconv.Itoa(most)+" was expected instead of "+t.String())
	}
	return int(n), nil
}

// variables reads declarations of storage after their space, several separated by commas, up to what follows them.
func (r *reader) variables(space Space, extern bool) (list []*Variable, err error) {
	align, vector := 0, 1
	var typ Type
	var typed bool
	for {
		t := r.peek()
		if t.kind != word || t.text[0] != '.' {
			break
		}
		r.pos++
		found, ok := FindType(t.text[1:])
		switch {
		case ok && !typed:
			typ, typed = found, true
		case t.text == ".align":
			if align, err = r.number(1 << 20); err != nil {
				return nil, err
			}
			if align == 0 || align&(align-1) != 0 {
				return nil, r.wrong(t, "an alignment is a power of two")
			}
		case t.text == ".v2", t.text == ".v4", t.text == ".v8":
			vector = int(t.text[2] - '0')
		case t.text == ".ptr", typed && spaces[t.text[1:]] != 0: // of a parameter: what it points to
		case t.text == ".attribute":
			if err := r.expect("("); err != nil {
				return nil, err
			}
			for r.peek().kind != end && !r.is(")") {
				r.pos++
			}
		default:
			return nil, r.wrong(t, t.text+" is not a type that is read here")
		}
	}
	if !typed {
		return nil, r.wrong(r.peek(), "a type such as .b32 was expected instead of "+r.peek().String())
	}
	if typ.Bits < 8 {
		return nil, r.wrong(r.peek(), "predicates do not lie in memory")
	}
	align = max(align, typ.Bits/8*vector)
	for {
		t := r.next()
		if t.kind != word {
			return nil, r.wrong(t, "a name was expected instead of "+t.String())
		}
		v := &Variable{At: t.at, Name: t.text, Space: space, Type: typ, Align: align, Extern: extern}
		size, open := typ.Bits/8*vector, false
		for r.is("[") {
			if r.is("]") {
				open = true
				continue
			}
			n, err := r.number(maxBytes)
			if err != nil {
				return nil, err
			}
			if size *= n; size > maxBytes {
				return nil, r.wrong(t, t.text+" has more than 64 MiB")
			}
			if err := r.expect("]"); err != nil {
				return nil, err
			}
		}
		v.Size = size
		if r.is("=") {
			if err := r.initial(v, typ, 0); err != nil {
				return nil, err
			}
			if !open && len(v.Init) > size {
				return nil, r.wrong(t, "the initial value of "+t.text+" is longer than it")
			}
		}
		if open {
			v.Size = len(v.Init)
		}
		if before, ok := r.scope.names[t.text]; ok && before.variable != nil && before.variable.Extern {
			*before.variable = *v // the definition of what was declared before
			v = before.variable
		} else if ok {
			return nil, r.wrong(t, t.text+" is declared twice")
		}
		r.scope.names[t.text] = name{variable: v}
		list = append(list, v)
		if space == Param || !r.is(",") {
			return list, nil
		}
	}
}

// initial reads an initial value: numbers, addresses of variables, or lists of them in braces.
func (r *reader) initial(v *Variable, typ Type, depth int) error {
	if depth > 8 {
		return r.wrong(r.peek(), "an initial value has too many braces")
	}
	if r.is("{") {
		for !r.is("}") {
			if err := r.initial(v, typ, depth+1); err != nil {
				return err
			}
			if !r.is(",") && r.peek().text != "}" {
				return r.wrong(r.peek(), "a comma was expected instead of "+r.peek().String())
			}
		}
		return nil
	}
	t := r.peek()
	if t.text == "generic" {
		r.pos++
		if err := r.expect("("); err != nil {
			return err
		}
	}
	o, err := r.operand("")
	if err != nil {
		return err
	}
	if t.text == "generic" {
		if err := r.expect(")"); err != nil {
			return err
		}
		more, err := r.offset()
		if err != nil {
			return err
		}
		o.Offset += more
	}
	var bits uint64
	switch o.Kind {
	case IsInteger:
		bits = o.Value
	case IsFloat:
		if bits, err = o.FloatBits(typ); err != nil {
			return err
		}
	case IsVariable:
		if typ.Bits != 64 {
			return r.wrong(t, "an address takes 64 bits")
		}
		v.Address = append(v.Address, Reference{len(v.Init), o.Variable, o.Offset})
	default:
		return r.wrong(t, t.String()+" is no initial value")
	}
	if len(v.Init)+typ.Bits/8 > maxBytes {
		return r.wrong(t, "an initial value has more than 64 MiB")
	}
	for k := 0; k < typ.Bits/8; k++ {
		v.Init = append(v.Init, byte(bits>>(8*min(k, 7))))
	}
	return nil
}
