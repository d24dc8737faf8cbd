package ptx

import (
	"strconv"
	"strings"

	"ulplab/site/files"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// ID names the view.
const ID lab.ID = "ptx"

// The keys of the view: m the example that the others differ from; t and u the texts, or tf, td, uf and ud name and digest of their files; e the entry; g grid, b block,
// s dynamic shared memory; a the parameters, a line each; f=0 where nothing is fused; c what it is compared with; o the order;
// w the thread looked at, BLOCK.THREAD; i the step, y=1 for B's thread; q the buffer and r the first element listed, d=1 for
// those that differ alone.
//
// A parameter is its type and kind, then the number or the list, or how many, and of a distribution the seed, or digest and
// name of a file.
func encode(s State, w *link.Writer) {
	first, id := base(s)
	w.Put("m", id, Examples[0].ID)
	for side, key := range [2]string{"t", "u"} {
		m := s.Modules[side]
		if m.File.Digest != "" {
			w.Set(key+"f", m.File.Name)
			w.Set(key+"d", m.File.Digest)
			continue
		}
		w.Put(key, m.Text, first.Modules[side].Text)
	}
	w.Put("e", s.Entry, first.Entry)
	w.Put("g", s.Grid, first.Grid)
	w.Put("b", s.Block, first.Block)
	w.Put("s", s.Shared, first.Shared)
	w.Put("a", argWords(s.Args), argWords(first.Args))
	w.PutBit("f", !s.Separate, !first.Separate)
	w.PutInt("c", int32(s.Against), int32(first.Against))
	w.PutInt("o", int32(s.Order), int32(first.Order))
	if s.Followed {
		w.Set("w", strconv.Itoa(int(s.Group))+"."+strconv.Itoa(int(s.Thread)))
	}
	w.PutInt("i", s.Step, 0)
	w.PutBit("y", s.Side == 1, false)
	w.PutInt("q", s.Buffer, 0)
	w.PutInt("r", s.From, 0)
	w.PutBit("d", s.Differ, first.Differ)
}

// base is the example whose texts a state has, else the first.
func base(s State) (State, string) {
	for _, e := range Examples {
		if e.State.Modules == s.Modules {
			return e.State, e.ID
		}
	}
	return First(), Examples[0].ID
}

func argWords(args [MaxArgs]Arg) string {
	var lines []string
	for _, a := range args {
		line := ""
		if a.Kind != "" {
			line = a.Type + " " + a.Kind + " "
			switch a.Kind {
			case Value, List:
				line += a.Text
			case Zero, Count:
				line += a.N
			case OfFile:
				line += a.File.Digest + " " + a.File.Name
			default:
				line += a.N + " " + a.Seed
			}
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// readArg is the inverse of a line of argWords.
func readArg(line string) (a Arg, ok bool) {
	if line == "" {
		return a, true
	}
	typ, rest, _ := strings.Cut(line, " ")
	kind, rest, _ := strings.Cut(rest, " ")
	if _, known := typeOf(typ); !known || !isKind(kind) {
		return a, false
	}
	a.Type, a.Kind = typ, kind
	switch kind {
	case Value, List:
		a.Text = short(rest, MaxList)
	case Zero, Count:
		a.N = number(rest)
	case OfFile:
		digest, name, _ := strings.Cut(rest, " ")
		if digest != "" && !files.IsDigest(digest) {
			return a, false
		}
		if digest != "" {
			a.File = File{short(name, 100), digest}
			if a.File.Name == "" {
				a.File.Name = "file"
			}
		}
	default:
		n, seed, _ := strings.Cut(rest, " ")
		a.N, a.Seed = number(n), number(seed)
	}
	return a, true
}

func decode(r *link.Reader, s *State) {
	if id, ok := r.Take("m"); ok {
		if x, ok := Examples.Find(id); ok {
			*s = x
		} else {
			r.Problem("The link asks for an example “" + link.Clip(id) + "”, which this view does not have.")
		}
	}
	for side, key := range [2]string{"t", "u"} {
		if t, ok := r.Take(key); ok {
			if len(t) > MaxText {
				r.Problem("A text of the link is longer than 16,000 bytes, which is what a link holds.")
			}
			s.Modules[side] = Module{Text: operand.Cut(t, MaxText)}
		}
		name, _ := r.Take(key + "f")
		if digest, ok := r.Take(key + "d"); ok {
			if files.IsDigest(digest) {
				*s = OpenFile{Place: string('a' + rune(side)), Name: name, Digest: digest}.Apply(*s)
			} else {
				r.Wrong(key+"d", digest, "is not the digest of a file.")
			}
		}
	}
	take := func(key string, do Do) {
		if t, ok := r.Take(key); ok {
			*s = Set{Do: do, Text: t}.Apply(*s)
		}
	}
	take("e", Entry)
	take("g", Grid)
	take("b", Block)
	take("s", Shared)
	if t, ok := r.Take("a"); ok {
		s.Args = [MaxArgs]Arg{}
		for i, line := range strings.Split(t, "\n") {
			a, ok := readArg(line)
			if !ok || i >= MaxArgs {
				r.Problem("“" + link.Clip(line) + "” is not the value of a parameter: a type, a kind, then numbers.")
				continue
			}
			s.Args[i] = a
		}
	}
	fuse := !s.Separate
	r.Bit("f", &fuse)
	s.Separate = !fuse
	among := func(key, what string, n int, to func(int)) {
		if t, ok := r.Take(key); ok {
			if k, err := strconv.Atoi(t); err == nil && k >= 0 && k < n {
				to(k)
			} else {
				r.Wrong(key, t, "is not "+what+".")
			}
		}
	}
	among("c", "a comparison from 0 to 2", int(OtherText)+1, func(k int) { s.Against = Against(k) })
	among("o", "an order from 0 to "+strconv.Itoa(len(Orders)-1), len(Orders), func(k int) { s.Order = uint8(k) })
	if t, ok := r.Take("w"); ok {
		block, thread, _ := strings.Cut(t, ".")
		k, err := strconv.Atoi(block)
		n, also := strconv.Atoi(thread)
		if err != nil || also != nil || k < 0 || n < 0 || n > 1023 || k > 1<<31-1 {
			r.Wrong("w", t, "is not a block and a thread, such as 0.31.")
		} else {
			*s = Set{Do: Follow, I: k, J: n}.Apply(*s)
		}
	}
	among("i", "a step of a thread", MaxSteps+1, func(k int) { s.Step = int32(k) })
	side := s.Side == 1
	r.Bit("y", &side)
	if side {
		s.Side = 1
	}
	among("q", "a buffer", MaxArgs, func(k int) { s.Buffer = int32(k) })
	among("r", "an element", MaxElements, func(k int) { s.From = int32(k) })
	r.Bit("d", &s.Differ)
}

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
