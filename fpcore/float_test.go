//go:build !js

package fpcore_test

import (
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floatRooms do floating-point arithmetic: fast, whose kernels are held to arith, and summation, which makes its data
// exactly, follows the values and errors of the trees that are drawn, and tells errors by their magnitude; its package
// comment says where. What sample draws is rounded to binary32, and nothing is decided by it. Commands print speeds.
var floatRooms = []string{"fpcore/fast", "fpcore/summation", "fpcore/sample", "fpcore/cmd"}

func floats(room string) bool {
	return slices.ContainsFunc(floatRooms, func(f string) bool { return in(room, f) })
}

// TestIntegersDecide: no floating-point arithmetic in fpcore outside floatRooms, and there no product that is added as it
// stands. Compilers may fuse x*y+z into one rounding on several machines, and payloads of NaNs do not survive every path,
// so what a float operation gives depends on where it runs. Constants are exact and allowed, and so are moves between a
// float and its bits.
func TestIntegersDecide(t *testing.T) {
	c := newChecker(t)
	rooms := map[string]bool{}
	for _, s := range sources(t) {
		if in(s.room, "fpcore") && s.room != "fpcore" && !in(s.room, "fpcore/cmd") && !s.test {
			rooms[s.room] = true
		}
	}
	if len(rooms) < 5 {
		t.Fatalf("only %d rooms found", len(rooms))
	}
	for room := range rooms {
		p := c.check(room)
		for _, f := range p.files {
			ast.Inspect(f, func(n ast.Node) bool {
				if what := floatArithmetic(p.info, n); what != "" && !floats(room) {
					t.Errorf("%v: %s: integers decide in fpcore; float arithmetic has its room in fpcore/fast", c.fset.Position(n.Pos()), what)
				}
				if fusable(p.info, n) {
					t.Errorf("%v: a product is added as it stands, which compilers may fuse: convert it by its type first", c.fset.Position(n.Pos()))
				}
				return true
			})
		}
	}
}

// floatArithmetic names the arithmetic on floating-point variables that a node does, if any.
func floatArithmetic(info *types.Info, n ast.Node) string {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		switch n.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO:
			if v := info.Types[n]; v.Value == nil && isFloat(v.Type) {
				return n.Op.String() + " of floating-point numbers"
			}
		}
	case *ast.UnaryExpr:
		if v := info.Types[n]; n.Op == token.SUB && v.Value == nil && isFloat(v.Type) {
			return "- of a floating-point number"
		}
	case *ast.AssignStmt:
		switch n.Tok {
		case token.ADD_ASSIGN, token.SUB_ASSIGN, token.MUL_ASSIGN, token.QUO_ASSIGN:
			if isFloat(info.TypeOf(n.Lhs[0])) {
				return n.Tok.String() + " on a floating-point number"
			}
		}
	case *ast.IncDecStmt:
		if isFloat(info.TypeOf(n.X)) {
			return n.Tok.String() + " on a floating-point number"
		}
	case *ast.CallExpr:
		if f, ok := n.Fun.(*ast.SelectorExpr); ok {
			if object := info.Uses[f.Sel]; object != nil && object.Pkg() != nil && object.Pkg().Path() == "math" {
				switch f.Sel.Name {
				case "Float32bits", "Float32frombits", "Float64bits", "Float64frombits":
				default:
					return "math." + f.Sel.Name
				}
			}
		}
	}
	return ""
}

// fusable reports whether a node adds a product of floating-point variables to something, or subtracts it, unconverted. A
// product by a power of two rounds nothing.
func fusable(info *types.Info, n ast.Node) bool {
	var terms []ast.Expr
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD || n.Op == token.SUB {
			terms = []ast.Expr{n.X, n.Y}
		}
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
			terms = n.Rhs
		}
	}
	for _, x := range terms {
		m, ok := ast.Unparen(x).(*ast.BinaryExpr)
		if !ok || m.Op != token.MUL || info.Types[m].Value != nil || !isFloat(info.TypeOf(m)) {
			continue
		}
		if !powerOfTwo(info.Types[m.X].Value) && !powerOfTwo(info.Types[m.Y].Value) {
			return true
		}
	}
	return false
}

func powerOfTwo(v constant.Value) bool {
	if v == nil {
		return false
	}
	x, _ := constant.Float64Val(constant.ToFloat(v))
	m, _ := math.Frexp(math.Abs(x))
	return m == 0.5
}

func isFloat(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsFloat|types.IsComplex) != 0
}

// checked is a package with types.
type checked struct {
	pkg   *types.Package
	info  *types.Info
	files []*ast.File
}

// checker reads types from source: the repository's own rooms by itself, the standard library through go/importer.
type checker struct {
	t    *testing.T
	top  string
	fset *token.FileSet
	std  types.Importer
	done map[string]*checked
}

func newChecker(t *testing.T) *checker {
	build.Default.CgoEnabled = false // the standard library in pure Go
	fset := token.NewFileSet()
	return &checker{t: t, top: root(t), fset: fset, std: importer.ForCompiler(fset, "source", nil), done: map[string]*checked{}}
}

// Import implements types.Importer.
func (c *checker) Import(imported string) (*types.Package, error) {
	if room, ours := strings.CutPrefix(imported, module+"/"); ours {
		return c.check(room).pkg, nil
	}
	return c.std.Import(imported)
}

func (c *checker) check(room string) *checked {
	c.t.Helper()
	if p := c.done[room]; p != nil {
		return p
	}
	dir := filepath.Join(c.top, filepath.FromSlash(room))
	entries, err := os.ReadDir(dir)
	if err != nil {
		c.t.Fatal(err)
	}
	p := &checked{info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if match, err := build.Default.MatchFile(dir, name); err != nil || !match {
			if err != nil {
				c.t.Fatal(err)
			}
			continue
		}
		f, err := parser.ParseFile(c.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			c.t.Fatal(err)
		}
		p.files = append(p.files, f)
	}
	config := types.Config{Importer: c}
	if p.pkg, err = config.Check(path.Join(module, room), c.fset, p.files, p.info); err != nil {
		c.t.Fatal(err)
	}
	c.done[room] = p
	return p
}

// TestFloatCheckSees: the check finds what it is for, and lets alone what is exact.
func TestFloatCheckSees(t *testing.T) {
	const text = `package p
import "math"
type word float32
func f(x, y float64, w word, b uint64) float64 {
	_ = x + y; _ = x - y; _ = x * y; _ = x / y; _ = -x; x += y; x -= y; x *= y; x /= y; x++; y--
	_ = w * w; _ = 1 - w
	_ = math.FMA(x, y, x); _ = math.Sqrt(x)
	const c = 1.5 * 2
	_ = math.Float64bits(math.Float64frombits(b)) + b*3; _ = x < y; _ = c
	_ = x*y + x; _ = x - (x*y); x += 3*y
	_ = float64(x*y) + x; _ = 2*y + x; _ = (x + y) * x; x *= y
	return x
}`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	if _, err := (&types.Config{Importer: newChecker(t)}).Check("p", fset, []*ast.File{f}, info); err != nil {
		t.Fatal(err)
	}
	found, fused := map[int]int{}, map[int]int{}
	ast.Inspect(f, func(n ast.Node) bool {
		if n != nil && floatArithmetic(info, n) != "" {
			found[fset.Position(n.Pos()).Line]++
		}
		if n != nil && fusable(info, n) {
			fused[fset.Position(n.Pos()).Line]++
		}
		return true
	})
	want := map[int]int{5: 11, 6: 2, 7: 2, 10: 6, 11: 7}
	for line := 1; line <= 13; line++ {
		if fused[line] != map[int]int{10: 3}[line] {
			t.Errorf("line %d: %d products that are added", line, fused[line])
		}
		if found[line] != want[line] {
			t.Errorf("line %d: %d found, want %d", line, found[line], want[line])
		}
	}
}
