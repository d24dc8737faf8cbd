package matrixproduct

import (
	"strconv"
	"strings"

	"ulplab/fpcore/exact"
	"ulplab/fpcore/format"
	"ulplab/fpcore/tensor/product"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
	"ulplab/site/files"
	"ulplab/site/kit/operand"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// The keys of the Matrix product view: p the preset, l the layout of B, d the generator of the data, own for a row ta and a
// column tb, file for files fa and fb by digest and name; m, n, k, s, i, j the numbers M, N, K, seed, row and column; w=1 for the errors of every element.
func encode(s State, w *link.Writer) {
	in, first := s.input(), First().input()
	if in.Preset != first.Preset {
		w.Set("p", in.Preset)
	}
	if in.Layout != product.Columns {
		w.Set("l", string(in.Layout))
	}
	if in.Data == "" {
		w.Set("d", "own")
		w.Set("ta", in.Own[0])
		w.Set("tb", in.Own[1])
	} else if in.Data == FileData {
		w.Set("d", FileData)
		for i, f := range in.Files {
			if f.Digest != "" {
				w.Set([2]string{"fa", "fb"}[i], f.Digest+" "+f.Name)
			}
		}
	} else if in.Data != first.Data {
		w.Set("d", in.Data)
	}
	for i, key := range keys {
		if in.N[i] != first.N[i] {
			w.Set(key, strconv.Itoa(int(in.N[i])))
		}
	}
	if in.N[Row], in.N[Col] = 0, 0; s.Whole == in {
		w.Set("w", "1")
	}
}

var keys = [numbers]string{"m", "n", "k", "s", "i", "j"}

func decode(r *link.Reader, s *State) {
	wrong := func(key, v string, err error) { r.Problem("“" + link.Clip(key+"="+v) + "”: " + err.Error()) }
	if v, ok := r.Take("p"); ok {
		if _, ok := product.Find(v); !ok {
			r.Problem("“" + link.Clip(v) + "” is not a library call of this view.")
		}
		s.set(Set{What: Preset, Text: v})
	}
	if v, ok := r.Take("l"); ok {
		if s.set(Set{What: Layout, Text: v}); string(s.Layout) != v {
			if s.preset().In == format.E4M3 {
				r.Problem("torch._scaled_mm takes B by columns alone.")
			} else {
				r.Problem("The layout “" + link.Clip(v) + "” is neither NT nor NN.")
			}
		}
	}
	kind, given := r.Take("d")
	if given && kind == FileData { // whose rows and columns are not known here
		s.Data = kind
	}
	for i, key := range keys {
		if v, ok := r.Take(key); ok {
			n, err := s.number(i, v)
			if err != nil {
				wrong(key, v, err)
				continue
			}
			s.N[i] = n
		}
	}
	var own [2]string
	var good [2]bool
	for i, key := range [2]string{"ta", "tb"} {
		v, ok := r.Take(key)
		if !ok {
			continue
		}
		own[i], good[i] = operand.Cut(v, mostText), true
		if _, err := readList(own[i], s.preset().In); err != nil {
			wrong(key, v, err)
			good[i] = false
		}
	}
	if given {
		if _, known := product.FindData(kind); !known && kind != "own" && kind != FileData {
			r.Wrong("d", kind, "is no kind of data of this view.")
		} else if kind != "own" {
			s.Data = kind
		} else {
			s.data("")
			for i, t := range own {
				if good[i] {
					s.set(Set{What: List, I: i, Text: t})
				}
			}
		}
	}
	for i, key := range [2]string{"fa", "fb"} {
		v, ok := r.Take(key)
		if !ok {
			continue
		}
		digest, name, _ := strings.Cut(v, " ")
		if !files.IsDigest(digest) || i == 1 && s.Files[0].Digest == "" {
			r.Wrong(key, v, "is not the digest of a file with its name.")
			continue
		}
		if s.Data == FileData {
			s.Files[i] = File{operand.Cut(name, 200), digest}
		}
	}
	s.N = s.input().N
	if v, ok := r.Take("w"); ok && v == "1" {
		s.set(Set{What: Ask})
	}
}

// question is the link of the question for Explain why the element differs from what a loop of fused multiply-adds on a CPU
// gives: the row and the column, both results, and the call. "" where both are one number, for long vectors of the
// reader's own, and without a plan.
func (m *Model) question() string {
	w, last := m.chosen(), &m.Ways[len(m.Ways)-1]
	if w == nil || len(m.A) < 3 || m.In.own() && len(m.A) > mostOwn {
		return ""
	}
	x, _ := exact.FromBits(w.Out(), w.Result.Code)
	if y, ok := exact.FromBits(last.Out(), last.Result.Code); ok && x.Cmp(y) == 0 {
		return ""
	}
	in := m.In
	rows := product.Generated{Preset: in.Preset, Data: in.Data, Layout: in.Layout, M: int(in.N[M]), N: int(in.N[N]), K: int(in.N[K]), Seed: int(in.N[Seed]), Row: int(in.N[Row]), Col: int(in.N[Col])}.String()
	if in.own() {
		rows = ""
		for i, v := range [2][]uint64{m.A, m.B} {
			rows += [2]string{"A =", "\nB ="}[i]
			for _, c := range v {
				rows += " " + text.Bits(in.preset().In, wide.From64(c))
			}
		}
	}
	var q link.Writer
	for _, k := range [6][2]string{{"p", "matmul(A, B)"}, {"r1", last.Result.Hex}, {"r2", w.Result.Hex}, {"k1", "cpu"}, {"k2", "call " + in.Preset}, {"i", rows}} {
		q.Set(k[0], k[1])
	}
	return link.To(explainID, &q)
}

// explainID is the view Explain, which links to this one.
const explainID lab.ID = "explain"

// mostOwn is how many numbers of the reader's own a link to a question has of each vector.
const mostOwn = 128

// Link returns the link of a state of the view.
func Link(s State) string { return link.Of(ID, s, encode) }
