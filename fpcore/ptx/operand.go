package ptx

import (
	"math"
	"strconv"
	"strings"

	"ulplab/fpcore/arith"
	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
	"ulplab/fpcore/wide"
)

// operand reads one operand of an instruction.
func (r *reader) operand(opcode string) (o Operand, err error) {
	o, err = r.single(opcode, 0)
	if err == nil && r.is("|") {
		second, err := r.single(opcode, 0)
		if err != nil {
			return o, err
		}
		return Operand{At: o.At, Kind: IsPair, List: []Operand{o, second}}, nil
	}
	return o, err
}

func (r *reader) single(opcode string, depth int) (o Operand, err error) {
	t := r.next()
	o.At = t.at
	if depth > 2 {
		return o, r.wrong(t, "operands lie too deep within each other")
	}
	if t.kind == mark {
		switch t.text {
		case "{", "(":
			o.Kind, o.List = IsVector, []Operand{}
			closing := "}"
			if t.text == "(" {
				o.Kind, closing = IsList, ")"
			}
			for !r.is(closing) {
				if len(o.List) > 256 {
					return o, r.wrong(t, "too many operands")
				}
				inner, err := r.single(opcode, depth+1)
				if err != nil {
					return o, err
				}
				o.List = append(o.List, inner)
				if !r.is(",") && r.peek().text != closing {
					return o, r.wrong(r.peek(), "a comma was expected instead of "+r.peek().String())
				}
			}
			return o, nil
		case "[":
			return r.address(o)
		case "!":
			o, err = r.single(opcode, depth+1)
			if err == nil && o.Kind != IsRegister {
				return o, r.wrong(t, "! stands before a predicate register")
			}
			o.Not = true
			return o, err
		case "-":
			o, err = r.single(opcode, depth+1)
			if err != nil {
				return o, err
			}
			switch {
			case o.Kind == IsInteger:
				o.Value = -o.Value
			case o.Kind == IsFloat && !o.Single:
				o.Value ^= 1 << 63
			default:
				return o, r.wrong(t, "- stands before a number")
			}
			return o, nil
		}
	}
	if t.kind != word {
		return o, r.wrong(t, "an operand was expected instead of "+t.String())
	}
	switch c := t.text[0]; {
	case t.text == "_":
		o.Kind = IsSink
		return o, nil
	case c >= '0' && c <= '9':
		return r.literal(t)
	case t.text == "WARP_SZ":
		o.Kind, o.Value = IsInteger, 32
		return o, nil
	}
	found, ok := r.scope.find(t.text)
	switch {
	case ok && found.register != nil:
		o.Kind, o.Register = IsRegister, found.register
	case ok && found.variable != nil:
		o.Kind, o.Variable = IsVariable, found.variable
		o.Offset, err = r.offset()
	case special(t.text):
		o.Kind, o.Name = IsSpecial, t.text
	case r.functions[t.text] != nil:
		o.Kind, o.Function = IsFunction, r.functions[t.text]
	case r.current != nil && (strings.HasPrefix(opcode, "bra") || strings.HasPrefix(opcode, "brx")):
		o.Kind, o.Name, o.Label = IsLabel, t.text, r.ahead(t)
	case t.text[0] == '%':
		return o, r.wrong(t, t.text+" is neither declared nor a special register that is known here")
	default:
		return o, r.wrong(t, t.text+" is not declared")
	}
	return o, err
}

// address reads [base], [base + offset] and [number] after the opening bracket.
func (r *reader) address(o Operand) (Operand, error) {
	o.Kind = IsAddress
	t := r.next()
	switch found, ok := r.scope.find(t.text); {
	case t.kind != word:
		return o, r.wrong(t, "an address was expected instead of "+t.String())
	case t.text[0] >= '0' && t.text[0] <= '9':
		n, err := r.literal(t)
		if err != nil {
			return o, err
		}
		if n.Kind != IsInteger {
			return o, r.wrong(t, "an address is an integer")
		}
		o.Offset = int64(n.Value)
	case ok && found.register != nil:
		if found.register.Type.Bits != 32 && found.register.Type.Bits != 64 || found.register.Type.Class == Float {
			return o, r.wrong(t, "the register of an address has 32 or 64 bits")
		}
		o.Register = found.register
	case ok && found.variable != nil:
		o.Variable = found.variable
	default:
		return o, r.wrong(t, t.text+" is not declared")
	}
	offset, err := r.offset()
	if err != nil {
		return o, err
	}
	o.Offset += offset
	if r.peek().text == "," {
		return o, r.wrong(r.peek(), "textures, surfaces and tensors are not read")
	}
	return o, r.expect("]")
}

// offset reads + number and - number, if one follows.
func (r *reader) offset() (n int64, err error) {
	sign := int64(1)
	switch {
	case r.is("+"):
		if r.is("-") {
			sign = -1
		}
	case r.is("-"):
		sign = -1
	default:
		return 0, nil
	}
	t := r.next()
	if t.kind != word || t.text[0] < '0' || t.text[0] > '9' {
		return 0, r.wrong(t, "an offset in bytes was expected instead of "+t.String())
	}
	o, err := r.literal(t)
	if err != nil {
		return 0, err
	}
	if o.Kind != IsInteger || o.Value > 1<<40 {
		return 0, r.wrong(t, "an offset is an integer below 2^40")
	}
	return sign * int64(o.Value), nil
}

// literal reads a number: integers in any base, 0f and 0d with the bits of binary32 and binary64, decimal fractions.
func (r *reader) literal(t token) (o Operand, err error) {
	o.At = t.at
	s := t.text
	bad := r.wrong(t, s+" is not a number of PTX")
	if len(s) > 2 && s[0] == '0' {
		digits := 0
		switch s[1] {
		case 'f', 'F':
			digits = 8
		case 'd', 'D':
			digits = 16
		}
		if digits > 0 {
			if len(s) != 2+digits {
				return o, r.wrong(t, s+": 0f is followed by 8 hexadecimal digits, 0d by 16")
			}
			v, err := strconv.ParseUint(s[2:], 16, 64)
			if err != nil {
				return o, bad
			}
			o.Kind, o.Value, o.Single = IsFloat, v, digits == 8
			return o, nil
		}
	}
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	if !hex && strings.ContainsAny(s, ".eE") {
		if (strings.HasSuffix(s, "e") || strings.HasSuffix(s, "E")) && (r.peek().text == "-" || r.peek().text == "+") {
			s += r.next().text + r.next().text
		}
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return o, bad
		}
		o.Kind, o.Value = IsFloat, math.Float64bits(v)
		return o, nil
	}
	v, err := strconv.ParseUint(strings.TrimRight(s, "U"), 0, 64)
	if err != nil || strings.Contains(s, "_") {
		return o, bad
	}
	o.Kind, o.Value = IsInteger, v
	return o, nil
}

// FloatBits returns the bits of a number with a fraction in a type of 16, 32 or 64 bits. 0f belongs to types of 32 bits,
// 0d to those of 64; a decimal fraction is binary64 and is rounded to the others.
func (o Operand) FloatBits(t Type) (uint64, error) {
	switch {
	case o.Single && t.Bits == 32, !o.Single && t.Bits == 64:
		return o.Value, nil
	case !o.Single && t.Name == "f32":
		r := arith.Convert(round.Env{}, format.F32, format.F64, wide.From64(o.Value), nil)
		return r.Bits.Lo, nil
	}
	return 0, &Error{o.At, "a number with a fraction does not belong to type ." + t.Name}
}
