//go:build !js && !opening

package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"ulplab/site/kit/markup"

	"ulplab/site/route"
	"ulplab/site/state"
)

// everyAction has one of each action of package state.
var everyAction = []markup.Action{
	state.Dev{}, state.DevSought{}, state.DevFeature{}, state.DotType{}, state.DotSettle{}, state.DotPaste{},
	state.DotResize{}, state.DotRemove{}, state.DotSum{}, state.DotFormat{}, state.DotFormatName{}, state.DotFormatSettle{},
	state.DotDir{}, state.DotFlush{}, state.DotPick{}, state.DotOver{}, state.DotPreset{}, state.EncToggle{}, state.EncPaint{},
	state.EncType{}, state.EncFormat{}, state.EncName{}, state.EncDir{}, state.EncRandom{}, state.EncStored{}, state.EncUlps{},
	state.EncTwice{}, state.EncPut{}, state.EncSpecial{}, state.EncCursor{}, state.EncHover{}, state.ExplainOpenFile{},
	state.ExplainSet{}, state.ExplainTick{}, state.ExprSet{}, state.FlagsType{}, state.FlagsStep{}, state.FlagsDouble{},
	state.FlagsCC{}, state.FlagsToggle{}, state.FlagsMode{}, state.FlagsPick{}, state.FlagsOver{}, state.FlagsOpen{},
	state.FlagsFind{}, state.FMAType{}, state.FMAStep{}, state.FMAFormat{}, state.FMADir{}, state.FMAShow{},
	state.FMAMachine{}, state.FMAPlaces{}, state.FMADecimal{}, state.FMAOpen{}, state.FnShow{}, state.FnOpen{},
	state.FnArgument{}, state.FnFunction{}, state.FnFormat{}, state.FnType{}, state.FnStep{}, state.FnDirected{}, state.FnPi{},
	state.FnPiRow{}, state.FnCut{}, state.FnPick{}, state.FnMode{}, state.FnSort{}, state.FnGroup{}, state.FnFind{},
	state.FnCell{}, state.FnHover{}, state.FnRange{}, state.FnEnd{}, state.FnLoaded{}, state.FnWorked{}, state.GalleryOpen{},
	state.GalleryRow{}, state.GalleryFind{}, state.IntrinType{}, state.IntrinStep{}, state.IntrinFTZ{}, state.IntrinOpen{}, state.IterSet{},
	state.OpType{}, state.OpStep{}, state.OpPick{}, state.OpSrc{}, state.OpOwn{}, state.OpDst{}, state.OpDir{}, state.OpSet{},
	state.OpRandom{}, state.OpShow{}, state.OpOpen{}, state.PaperSection{}, state.PaperOnly{}, state.PaperFold{}, state.Open{},
	state.Go{}, state.SetTheme{}, state.Reset{}, state.Dismiss{}, state.SumSet{}, state.SumPut{}, state.SumPick{}, state.SumSort{},
	state.SumTick{}, state.SumStop{}, state.SumLaunch{}, state.SumArithSet{}, state.SumArithPreset{}, state.SumMove{},
	state.SumNode{}, state.SumColour{}, state.SumTreeStep{}, state.SumLanes{}, state.SumTreeType{}, state.SumTreeEdit{},
	state.SumHold{}, state.SumOpenFile{}, state.SumFileSet{}, state.SumRevealSet{}, state.SumRevealStep{},
	state.SumRevealTick{}, state.SumStatSet{}, state.SumWork{}, state.X87Type{}, state.X87Operand{}, state.X87Nudge{},
	state.X87Declare{}, state.X87Bit{}, state.X87Set{}, state.X87Spill{}, state.X87Show{}, state.X87Open{}}

// TestEveryAction: the list above is complete.
func TestEveryAction(t *testing.T) {
	have := map[string]bool{}
	for _, a := range everyAction {
		have[reflect.TypeOf(a).Name()] = true
	}
	packages, err := parser.ParseDir(token.NewFileSet(), "../state", func(i fs.FileInfo) bool { return !strings.HasSuffix(i.Name(), "_test.go") }, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range packages["state"].Files {
		for _, d := range f.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Name.Name == "apply" && m.Recv != nil {
				n++
				if name := m.Recv.List[0].Type.(*ast.Ident).Name; !have[name] {
					t.Errorf("state.%s is missing in everyAction", name)
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d actions were found", n)
	}
}

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
		if words := p.words[app.state.View]; len(words) > 0 {
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
	for range 40 {
		a := everyAction[p.r.IntN(len(everyAction))]
		if !any && !p.own(reflect.TypeOf(a).Name()) {
			continue
		}
		if _, ok := a.(state.Open); ok {
			return state.Open{State: route.Decode(p.link(), "")}
		}
		v := reflect.New(reflect.TypeOf(a)).Elem()
		p.fill(v)
		return v.Interface().(markup.Action)
	}
	return state.Reset{}
}

// own reports whether an action belongs to the view that is shown, by the beginning of its name.
func (p *page) own(name string) bool {
	for _, prefix := range map[state.View][]string{state.Encoding: {"Enc"}, state.Operation: {"Op"}, state.Fused: {"FMA"}, state.DotProduct: {"Dot"}, state.Capabilities: {"Dev", "Intrin"},
		state.CompilerFlags: {"Flags"}, state.Extended: {"X87"}, state.Functions: {"Fn"}, state.Reduction: {"Sum"}, state.Expression: {"Expr"}, state.Iteration: {"Iter"},
		state.Explains: {"Explain"}, state.Questions: {"Gallery"}, state.Paper: {"Paper"}}[app.state.View] {
		if strings.HasPrefix(name, prefix) && name != "Open" {
			return true
		}
	}
	return false
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
		l = p.swap(l, route.Escape(p.text()))
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
			l = "#/" + route.Escape(p.text()) + "/" + route.Escape(p.text())
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

// seeds are the links that the random ones come from: every view, every example that a select offers, and states that
// actions lead to.
func (p *page) seeds() {
	for _, v := range state.Views {
		s := state.Default()
		s.View = v.ID
		p.keep(route.Encode(s))
	}
	s := state.Default()
	s.View = state.Expression
	for _, e := range state.GalleryEntries {
		s.Expr = e.Expr
		p.keep(route.Encode(s))
	}
	s.View = state.Explains
	for _, e := range state.ExplainExamples {
		s.Explain = e.In
		p.keep(route.Encode(s))
	}
	s.View = state.Reduction
	for _, e := range state.SumExamples {
		s.Sum = e.Sum
		p.keep(route.Encode(s))
	}
	for _, v := range state.Views {
		p.open("#/v1/" + string(v.ID))
		for range 30 {
			p.act(p.action(false))
			p.keep(route.Encode(app.state))
		}
	}
}

// keep remembers a link.
func (p *page) keep(link string) {
	view, _, _ := strings.Cut(strings.TrimPrefix(link, "#/v1/"), "?")
	if v := state.View(view); len(link) < 3000 && !p.known[link] {
		p.known[link] = true
		if len(p.links[v]) < 300 {
			p.links[v] = append(p.links[v], link)
		} else {
			p.links[v][p.r.IntN(300)] = link
		}
	}
}

// some is a link that is known, of a random view.
func (p *page) some() string {
	list := p.links[state.Views[p.r.IntN(len(state.Views))].ID]
	return list[p.r.IntN(len(list))]
}
