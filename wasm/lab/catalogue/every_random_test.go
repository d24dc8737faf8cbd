//go:build !js && !opening

package catalogue

import (
	"reflect"
	"strconv"
	"strings"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/link"
)

// hostile are texts that readers type, paste or write into links by hand.
var hostile = []string{"", " ", "0.1", "-0", "0", "1", "1e-45", "nan", "-nan", "nan(0x7fffff)", "inf", "-inf", "2/3", "1/0", "0/0", "0x1p-149", "1e400", "1e-400", "-1e400",
	"0x", "0x7f800001", "0xffffffffffffffffffffffffffffffffff", "0x1.8p+99999999999", "1e99999999999999999999", "pi", "e5m3", "e99m99", "f32", "f64", "e8m0", "i8", "0..5", "5..0", "1..999999999999",
	"-1", "255", "256", "65536", "2147483648", "-2147483649", "18446744073709551616", "rubbish", "a=1", "=", "==", ":", ";", "&", "?", "#", "~", "~zz", "%", "%ff", "\"", "“", "<b>&", "\x00", "\x01\x02\t\n\r",
	"é", "日本語", "\U0001f600", "\u202e", "\u0301", "−1", "∞", "x = 1", "x = 1 first = 2 second = 3", "1 2 3", "1\n2\n3", "a\tb", "((((((((((", "))))", "a*b+c", "return", "for(;;){}", "float x[4]; x[5]",
	"float f(float a, float b) { return a*b; }", "int i = 1 << 40; i", "a/b", "a%b", "sqrtf(-1)", "float x = 0; for (int i = 0; i < 100000000; i++) x += i; x", "if (a < b) return a; return b;",
	"while (1) ;", "float s[100000]; s[0]", "\"%f\"", "printf(\"%d %s %n\", 1.0f)", "((a b) c)", "(((1 2) 3) 4)", "2^20", "2^99", "1,5", "1.5f", "1'000", "device='cuda:0'", "tensor([1., 2.], device='cuda:0')",
	"[1, 2]\n[1, 3]", "1 1\n2 2.5\n3 nan", "9.0 gcc", "9.0-fastmath", "gcc-fma x87", "v1/enc", "first second\n1 2", "((0 1) (2 3))", "(0 (1 (2 (3 (4 5)))))", "[0 (1 2) 3]",
	"ulplab-tree 1\nof f\nby g\nformat binary32\nelements 4\nprobes 5\ncheck 3f800000\ntree ((0 1) (2 3))\nend\n", "ulplab-tree 1\nof f\nelements 99999999\ntree none: nan\nend\n",
	"0.5 0.5\n0.1 0.10000001\n1e30 -1e30\n", ".", "n0", "n3.2", "n99999999999", "l", "lrlr", "1 ulp", "0.001", "first", "L", "LR", "LLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLLL", "0", "01", "0101010101"}

// text is a hostile text, a word of the page, a long text, or a mixture.
func (p *page) text() string {
	r := p.r
	switch r.IntN(10) {
	case 0, 1, 2, 3:
		return hostile[r.IntN(len(hostile))]
	case 4, 5, 6, 7:
		if words := p.words[p.shown()]; len(words) > 0 {
			return words[r.IntN(len(words))]
		}
	case 8:
		return p.mutate(p.text())
	}
	if r.IntN(4) > 0 {
		return hostile[r.IntN(len(hostile))] + " " + hostile[r.IntN(len(hostile))]
	}
	n := []int{70, 200, 1300, 13_000, 17_000, 40_000, 70_000}[r.IntN(7)]
	unit := []string{"1", "0.1 ", "a+", "(", "日", "1e5,", "x = 1\n", "\x01"}[r.IntN(8)]
	return strings.Repeat(unit, n/len(unit)+1)
}

const bytesOfLinks = " 0123456789abcxyz-+.~%&=/\n\xff"

// mutate damages a text a little.
func (p *page) mutate(s string) string {
	r := p.r
	b := []byte(s)
	for range 1 + r.IntN(3) {
		at := 0
		if len(b) > 0 {
			at = r.IntN(len(b))
		}
		switch r.IntN(5) {
		case 0: // a byte is lost
			if len(b) > 0 {
				b = append(b[:at:at], b[at+1:]...)
			}
		case 1: // a byte comes in
			b = append(b[:at:at], append([]byte{byte(r.IntN(256))}, b[at:]...)...)
		case 2: // a byte changes
			if len(b) > 0 {
				b[at] = bytesOfLinks[r.IntN(len(bytesOfLinks))]
			}
		case 3: // a part is cut off
			b = b[:at]
		case 4: // a part comes twice
			b = append(b[:at:at], append(append([]byte(nil), b[at:min(len(b), at+12)]...), b[at:]...)...)
		}
	}
	return strings.ToValidUTF8(string(b), "?")
}

// number is small, or at the edge of something.
func (p *page) number() int64 {
	r := p.r
	switch r.IntN(6) {
	case 0, 1, 2:
		return int64(r.IntN(12)) - 1
	case 3:
		return int64(r.IntN(300))
	case 4:
		return int64(1)<<r.IntN(64) + int64(r.IntN(3)) - 1
	}
	return r.Int64() - r.Int64()
}

// action makes a random action: of the view that is shown, or any.
func (p *page) action(any bool) markup.Action {
	list := actionsOf(p.views, p.shown())
	if any {
		ids := actors(p.views)
		list = actionsOf(p.views, ids[p.r.IntN(len(ids))])
	}
	if len(list) == 0 {
		p.t.Fatalf("%s has no Actions (view.go)", p.shown())
	}
	a := list[p.r.IntN(len(list))]
	if _, ok := a.(lab.Open); ok {
		return lab.Open{State: p.views.Decode(p.link(), "")}
	}
	v := reflect.New(reflect.TypeOf(a)).Elem()
	p.fill(v)
	return v.Interface()
}

func (p *page) fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			switch {
			case !f.IsExported():
			case (f.Name == "Do" || f.Name == "What") && p.r.IntN(8) > 0: // most are among the choices there are
				v.Field(i).Set(reflect.ValueOf(p.r.IntN(24)).Convert(f.Type))
			default:
				p.fill(v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			p.fill(v.Index(i))
		}
	case reflect.String:
		v.SetString(strings.ToValidUTF8(p.text(), ""))
	case reflect.Bool:
		v.SetBool(p.r.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(p.number())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(p.number()))
	}
}

// link is a link that is known, whole or damaged.
func (p *page) link() string {
	r := p.r
	l := p.some()
	switch r.IntN(8) {
	case 0, 1: // as it is
	case 2: // characters are damaged
		l = p.mutate(l)
	case 3, 4: // a value is another text
		l = p.swap(l, link.Escape(p.text()))
	case 5: // a value comes from another link
		if _, keys, ok := strings.Cut(p.some(), "?"); ok {
			pairs := strings.Split(keys, "&")
			if _, value, ok := strings.Cut(pairs[r.IntN(len(pairs))], "="); ok {
				l = p.swap(l, value)
			}
		}
	case 6: // the keys of two links of any views
		if _, keys, ok := strings.Cut(p.some(), "?"); ok {
			l += "&" + keys
		}
	case 7:
		switch r.IntN(4) {
		case 0:
			l = "#/" + link.Escape(p.text()) + "/" + link.Escape(p.text())
		case 1:
			l += "&embed=1"
		case 2:
			l += "&ro=1"
		case 3:
			l = p.swap(l, strconv.FormatInt(p.number(), 10))
		}
	}
	return l
}

// swap puts another value into a link.
func (p *page) swap(link, value string) string {
	head, keys, ok := strings.Cut(link, "?")
	if !ok {
		return link
	}
	pairs := strings.Split(keys, "&")
	i := p.r.IntN(len(pairs))
	key, _, _ := strings.Cut(pairs[i], "=")
	pairs[i] = key + "=" + value
	return head + "?" + strings.Join(pairs, "&")
}

// seeds are the links that the random ones come from: every view, the links of the corpus, and states that actions lead to.
// Those that stand on pages come as they are met.
func (p *page) seeds() {
	records, err := readRecords(corpusFile)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, v := range p.views.Infos() {
		p.keep(link.First(v.ID))
	}
	for _, r := range records {
		p.keep(r.link)
	}
	for _, v := range p.views.Infos() {
		p.open(link.First(v.ID))
		for range 30 {
			p.act(p.action(false))
			p.keep(p.host.link())
		}
	}
}

// keep remembers a link.
func (p *page) keep(to string) {
	if len(to) >= 3000 || p.known[to] {
		return
	}
	p.known[to] = true
	v := p.views.Decode(to, "").View
	if len(p.links[v]) < 300 {
		p.links[v] = append(p.links[v], to)
	} else {
		p.links[v][p.r.IntN(300)] = to
	}
}

// some is a link that is known, of a random view.
func (p *page) some() string {
	infos := p.views.Infos()
	list := p.links[infos[p.r.IntN(len(infos))].ID]
	return list[p.r.IntN(len(list))]
}
