// Package scalar takes a kernel or a function of PTX for a function of numbers: what nvcc -ptx prints of a __device__ function,
// or of a kernel whose first thread reads numbers and stores one result. Read finds out what each parameter is for, Run
// computes the result.
package scalar

import (
	"strconv"
	"strings"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
)

// Is reports whether a text is PTX: its first line that is no comment is a directive.
func Is(text string) bool {
	for line := range strings.Lines(text) {
		s := strings.TrimSpace(line)
		if s == "" || strings.HasPrefix(s, "//") {
			continue
		}
		switch word := strings.Fields(s)[0]; word {
		case ".version", ".target", ".visible", ".entry", ".func":
			return true
		}
		return false
	}
	return false
}

// Param is a parameter: a number, or the address of an array.
type Param struct {
	Name    string
	Bytes   int  // of the number, or of an element of the array
	Integer bool // a number that PTX declares as an integer
	Unused  bool // the text does not read it
	Array   bool // the numbers are read at the address that it holds
	Result  bool // the result is stored at the address that it holds
}

// Function is a kernel or function that gives one number.
type Function struct {
	Name   string
	Params []Param
	Bytes  int  // of the result
	Fuses  bool // ptxas may fuse multiplications and additions of it
	module *ptx.Module
	entry  string
	block  [3]int

	executed int // thread-instructions of all runs
}

// Read reads a module with one kernel, or with one function that returns a number. Errors of the text are ptx.Error.
func Read(text string) (*Function, error) {
	m, err := ptx.Read(text)
	if err != nil {
		return nil, err
	}
	f, err := only(m)
	if err != nil {
		return nil, err
	}
	if f.Fault != nil {
		return nil, f.Fault
	}
	x := &Function{Name: f.Name, module: m, entry: f.Name, block: [3]int{1, 1, 1}}
	if f.Threads != [3]int{} {
		x.block = f.Threads
	}
	for _, p := range f.Params {
		if p.Variable == nil || p.Variable.Size > 8 {
			return nil, wrong(f, "a parameter here is a .param variable of at most 8 bytes: a number or an address")
		}
		x.Params = append(x.Params, Param{Name: p.Variable.Name, Bytes: p.Variable.Size, Integer: p.Variable.Type.Class == ptx.Unsigned || p.Variable.Type.Class == ptx.Signed, Unused: true})
	}
	if err := x.addresses(f); err != nil {
		return nil, err
	}
	if f.Entry && x.Bytes == 0 {
		return nil, wrong(f, f.Name+" stores nothing at an address that a parameter holds: its result is not found")
	}
	if !f.Entry {
		if err := x.wrap(text, f); err != nil {
			return nil, err
		}
		f, _ = x.module.Entry(x.entry)
	}
	x.Fuses, err = machine.Fuses(x.module, f)
	return x, err
}

func wrong(f *ptx.Function, what string) error { return &ptx.Error{At: f.At, What: what} }

// only is the one kernel of a module, or its one function if it has no kernel.
func only(m *ptx.Module) (found *ptx.Function, err error) {
	for _, entry := range []bool{true, false} {
		for _, f := range m.Functions {
			if !f.Defined || f.Entry != entry {
				continue
			}
			if found != nil {
				return nil, wrong(f, "there are several kernels or functions: leave the one that gave the result")
			}
			found = f
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, &ptx.Error{At: ptx.Position{Line: 1, Column: 1}, What: "the text has no body of a kernel or function"}
}

// addresses finds the parameters that hold addresses: those from which the address of a load or store is computed.
func (x *Function) addresses(f *ptx.Function) error {
	if len(f.Params) > 64 {
		return wrong(f, "more than 64 parameters")
	}
	param := map[*ptx.Variable]uint64{}
	for k, p := range f.Params {
		param[p.Variable] = 1 << k
	}
	from := map[*ptx.Register]uint64{} // the parameters that a register is computed from
	for changed := true; changed; {
		changed = false
		for i := range f.Body {
			s := &f.Body[i]
			if len(s.Operands) == 0 || strings.HasPrefix(s.Opcode, "st.") {
				continue
			}
			var set uint64
			switch base, _, _ := strings.Cut(s.Opcode, "."); base {
			case "ld":
				set = param[s.Operands[len(s.Operands)-1].Variable]
			case "mad":
				set = from[s.Operands[len(s.Operands)-1].Register]
			case "mov", "cvta", "add", "sub", "selp":
				for _, o := range s.Operands[1:] {
					set |= from[o.Register]
				}
			}
			if d := s.Operands[0].Register; d != nil && set&^from[d] != 0 {
				from[d] |= set
				changed = true
			}
		}
	}
	for i := range f.Body {
		s := &f.Body[i]
		for _, o := range s.Operands {
			for k := range x.Params {
				x.Params[k].Unused = x.Params[k].Unused && (o.Variable == nil || o.Variable != f.Params[k].Variable)
			}
		}
		load, store := strings.HasPrefix(s.Opcode, "ld."), strings.HasPrefix(s.Opcode, "st.")
		if !load && !store {
			continue
		}
		o, value := s.Operands[0], s.Operands[len(s.Operands)-1]
		if load {
			o, value = value, o
		}
		t, _ := ptx.FindType(s.Opcode[strings.LastIndexByte(s.Opcode, '.')+1:])
		for k := range x.Params {
			p := &x.Params[k]
			if o.Kind != ptx.IsAddress || from[o.Register]>>k&1 == 0 || p.Bytes != 8 && !p.Array && !p.Result || f.Params[k].Variable.Size != 8 {
				continue
			}
			bad := func(what string) error { return &ptx.Error{At: s.At, What: what} }
			switch known := p.Array || p.Result; {
			case known && p.Bytes != t.Bits/8:
				return bad("numbers of " + strconv.Itoa(t.Bits) + " and of " + strconv.Itoa(8*p.Bytes) + " bits lie at one address: this is not a function of numbers of one type")
			case store && value.Kind == ptx.IsVector && len(value.List) > 1:
				return bad("several results are stored: one is compared")
			}
			p.Bytes, p.Integer = t.Bits/8, false
			p.Array = p.Array || load
			if store && !p.Result {
				if p.Result = true; x.Bytes > 0 {
					return bad("results are stored at two addresses: one is compared")
				}
				x.Bytes = p.Bytes
			}
		}
	}
	return nil
}

// wrap adds a kernel that calls a function and stores what it returns.
func (x *Function) wrap(text string, f *ptx.Function) error {
	if len(f.Returns) != 1 || f.Returns[0].Variable == nil || x.Bytes > 0 {
		return wrong(f, f.Name+" is no function that returns one number")
	}
	x.Bytes, x.entry = f.Returns[0].Variable.Size, "scalar_of_"+f.Name
	bits := func(bytes int) string { return ".b" + strconv.Itoa(8*bytes) }
	formals, body, actuals := ".param .b64 result", "{\n.reg .b64 %to;\nld.param.b64 %to, [result];\n", ""
	for k, p := range f.Params {
		n, t := strconv.Itoa(k), bits(p.Variable.Size)
		formals += ", .param " + t + " p" + n
		body += ".reg " + t + " %x" + n + ";\n.param " + t + " a" + n + ";\nld.param" + t + " %x" + n + ", [p" + n + "];\nst.param" + t + " [a" + n + "], %x" + n + ";\n"
		actuals += ", a" + n
	}
	t := bits(x.Bytes)
	body += ".reg " + t + " %y;\n.param " + t + " r;\ncall.uni (r), " + f.Name + ", (" + strings.TrimPrefix(actuals, ", ") + ");\nld.param" + t + " %y, [r];\nst.global" + t + " [%to], %y;\nret;\n}\n"
	m, err := ptx.Read(text + "\n.visible .entry " + x.entry + "(" + formals + ")\n" + body)
	x.module = m
	x.Params = append([]Param{{Name: f.Returns[0].Variable.Name, Bytes: x.Bytes, Result: true}}, x.Params...)
	return err
}
