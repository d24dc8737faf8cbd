package matrixproduct

import (
	"slices"
	"strconv"
	"strings"

	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/site/files"
	"ulplab/site/kit/words"
)

// dtype is torch's name of a format.
func dtype(f *format.Format) string {
	switch f {
	case format.BF16:
		return "bfloat16"
	case format.E4M3:
		return "float8_e4m3fn"
	}
	return words.Fill("float#", f.Bits)
}

// code is a program in Python that computes the product with torch, checks every element with the tolerance, and prints the
// element shown. Its text is a file of assets/data: a line that begins with ? is of those of which one of the words behind it
// holds, with a second ? one of these too, and words in braces are what the product has. gamma is the tolerance in decimal.
func code(text string, m *Model, gamma string) string {
	in := m.In
	p := in.preset()
	d, _ := product.FindData(in.Data)
	f, out := p.In, p.Out.Bits
	var vectors [2]string
	header, element, ratio := "0", "", ""
	holds := p.ID + " " + string(in.Layout)
	if gamma != "" {
		holds += " bounded"
	}
	switch {
	case in.Data == "":
		holds += " typed"
		vectors[0], vectors[1] = listed(m.A, f), listed(m.B, f)
	case in.Data == FileData:
		for i, f := range in.Files {
			if f.Digest != "" {
				expression, kind, named := f.python(p.In)
				vectors[i] = expression
				holds += " " + kind
				if named {
					header = "1"
				}
			}
		}
		if in.Files[1].Digest != "" {
			holds += " file matrices"
		} else {
			holds += " file columns"
		}
	case d.Positive:
		holds += " generated positive"
	default:
		holds += " generated signed"
	}
	if in.one() {
		in.N[Row], in.N[Col] = 0, 0
	}
	if w := m.chosen(); w != nil && w.Error != "" {
		element, ratio = "  # here: "+w.Result.Hex, "  # here: "+w.Size
	}
	said := []string{"{type}", dtype(f), "{A}", vectors[0], "{B}", vectors[1], "{element}", element, "{ratio}", ratio, "{gamma}", gamma, "{header}", header}
	list := [numbers + 8]int{numbers: 1<<min(f.FracBits, 52) - 1, int(f.Bias) + d.Low, int(d.Spread), f.FracBits, f.Bits - 1, f.Bits, out, 2 + out/4}
	for i, n := range in.N {
		list[i] = int(n)
	}
	for i, name := range strings.Fields("{M} {N} {K} {seed} {row} {column} {mask} {bias} {spread} {fraction} {sign} {bits} {result} {digits}") {
		said = append(said, name, words.Num(list[i]))
	}
	have := strings.Fields(holds)
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		kept := true
		for kept && strings.HasPrefix(line, "?") {
			list, rest, _ := strings.Cut(line[1:], " ")
			kept = slices.ContainsFunc(strings.Split(list, ","), func(w string) bool { return slices.Contains(have, w) })
			line = rest
		}
		if kept {
			b.WriteString(line)
		}
	}
	text = strings.NewReplacer(said...).Replace(b.String())
	for strings.Contains(text, "\n\n\n") {
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return text
}

// listed are codes in Python.
func listed(codes []uint64, f *format.Format) string {
	list := make([]string, len(codes))
	for i, c := range codes {
		list[i] = "0x" + strconv.FormatUint(c, 16)
	}
	return strings.Join(list, ", ")
}

// python is an expression that reads a file with numpy; kind is "text" for numbers of a text, which may have a header.
func (f File) python(in *format.Format) (expression, kind string, header bool) {
	name := quoted(f.Name)
	t, err := f.table(in)
	if err != nil {
		return name, "", false
	}
	c := &t.Columns[0]
	how := `np.load(` + name + `)`
	switch {
	case t.Kind == files.Text:
		return `lines(` + name + `)`, "text", c.Name != ""
	case t.Kind == files.Raw && c.Format == format.BF16:
		how = `np.fromfile(` + name + `, "<u2")`
	case t.Kind == files.Raw:
		how = `np.fromfile(` + name + words.Fill(`, "<f#")`, c.Format.Bits/8)
	}
	if c.Format == format.BF16 {
		how = `(` + how + `.view(np.uint16).astype(np.uint32) << 16).view(np.float32)`
	}
	return how, "", false
}

// quoted is a text as a literal of Python.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(s) + `"`
}
