//go:build !js && !opening

package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/playlist"
	"ulplab/site/views/devices"
	"ulplab/site/views/dotproduct"
	"ulplab/site/views/encoding"
	"ulplab/site/views/explain"
	"ulplab/site/views/expression"
	"ulplab/site/views/flags"
	"ulplab/site/views/fma"
	"ulplab/site/views/functions"
	"ulplab/site/views/gallery"
	"ulplab/site/views/iteration"
	"ulplab/site/views/matrixproduct"
	"ulplab/site/views/matrixunit"
	"ulplab/site/views/operation"
	"ulplab/site/views/paper"
	"ulplab/site/views/ptx"
	"ulplab/site/views/quantize"
	"ulplab/site/views/reduction"
	"ulplab/site/views/reduction/launches"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
	"ulplab/site/views/reduction/vectors"
	"ulplab/site/views/start"
	"ulplab/site/views/x87"
)

// everyAction has one of each action of each view, and those of the lab itself.
var everyAction = map[lab.ID][]markup.Action{
	"": {lab.Open{}, lab.Go{}, lab.SetTheme{}, lab.SetKeys{}, lab.Reset{}, lab.Dismiss{}, lab.Steer{}, lab.Present{}, lab.Reveal{}, lab.AddSlide{}, lab.Forget{}, lab.Follow{},
		playlist.Show{}, playlist.Add{}, playlist.Move{}, playlist.Remove{}, playlist.Name{}, playlist.Load{}, playlist.Play{}},
	devices.ID: {devices.IntrinType{}, devices.IntrinStep{}, devices.IntrinFTZ{}, devices.IntrinOpen{}, devices.Dev{}, devices.Sought{},
		devices.Feature{}},
	dotproduct.ID: {dotproduct.Type{}, dotproduct.Settle{}, dotproduct.Paste{}, dotproduct.Resize{}, dotproduct.Remove{}, dotproduct.Sum{},
		dotproduct.Format{}, dotproduct.FormatName{}, dotproduct.FormatSettle{}, dotproduct.Dir{}, dotproduct.Flush{}, dotproduct.Pick{}, dotproduct.Over{},
		dotproduct.Preset{}},
	encoding.ID: {encoding.Toggle{}, encoding.Paint{}, encoding.Type{}, encoding.Format{}, encoding.Name{}, encoding.Dir{}, encoding.Random{},
		encoding.Stored{}, encoding.Ulps{}, encoding.Twice{}, encoding.Put{}, encoding.Special{}, encoding.Cursor{}, encoding.Hover{}, encoding.Place{}, encoding.ShowMap{}, encoding.MapZoom{},
		encoding.MapMove{}, encoding.MapOpen{}},
	explain.ID:    {explain.OpenFile{}, explain.Set{}},
	expression.ID: {expression.Set{}},
	flags.ID: {flags.Type{}, flags.Step{}, flags.Double{}, flags.CC{}, flags.Toggle{}, flags.Mode{}, flags.Pick{}, flags.FlagsOver{}, flags.Open{},
		flags.Find{}},
	fma.ID: {fma.Type{}, fma.Step{}, fma.Format{}, fma.Dir{}, fma.Show{}, fma.Machine{}, fma.Places{}, fma.Decimal{}, fma.Open{}},
	functions.ID: {functions.Show{}, functions.Open{}, functions.Argument{}, functions.Function{}, functions.Format{}, functions.Type{},
		functions.Step{}, functions.Directed{}, functions.Pi{}, functions.PiRow{}, functions.Cut{}, functions.Pick{}, functions.Mode{}, functions.Sort{},
		functions.Group{}, functions.Find{}, functions.Cell{}, functions.Hover{}, functions.Range{}, functions.End{}, functions.Start{},
		functions.Compute{}, functions.TypeOperand{}, functions.StepOperand{}},
	gallery.ID:       {gallery.Open{}, gallery.Find{}, gallery.Row{}},
	iteration.ID:     {iteration.Set{}},
	matrixproduct.ID: {matrixproduct.Set{}, matrixproduct.OpenFile{}},
	matrixunit.ID:    {matrixunit.Set{}, matrixunit.Types{}, matrixunit.Choose{}, matrixunit.Pick{}, matrixunit.Over{}},
	operation.ID: {operation.Type{}, operation.Step{}, operation.Pick{}, operation.Src{}, operation.Own{}, operation.Dst{}, operation.Dir{},
		operation.Set{}, operation.Random{}, operation.Show{}, operation.Open{}, operation.ToStep{}, operation.Draw{}, operation.Redraw{}, operation.Hover{}},
	paper.ID:    {paper.Section{}, paper.Only{}, paper.Fold{}},
	ptx.ID:      {ptx.Set{}, ptx.OpenFile{}},
	quantize.ID: {quantize.Set{}, quantize.OpenFile{}, quantize.PairSet{}},
	sum.ID: {reduction.ArithSet{}, reduction.ArithPreset{}, reduction.OpenFile{}, reduction.FileSet{}, reduction.Set{}, reduction.Pick{}, reduction.Sort{},
		reduction.Stop{}, sum.Put{}, launches.Choose{}, program.SetLang{}, reveal.Set{}, reveal.Step{}, vectors.Set{}, vectors.Start{},
		tree.Move{}, tree.Node{}, tree.Colour{}, tree.Step{}, tree.Lanes{}, tree.Type{}, tree.Edit{}, tree.Hold{}},
	start.ID: {start.Move{}, start.Find{}},
	x87.ID:   {x87.Type{}, x87.Operand{}, x87.Nudge{}, x87.Declare{}, x87.Bit{}, x87.Set{}, x87.Spill{}, x87.Show{}, x87.Open{}},
}

// TestEveryAction: the list above has every type with a method Apply in the folders of the views.
func TestEveryAction(t *testing.T) {
	have := map[string]bool{}
	for _, list := range everyAction {
		for _, a := range list {
			have[reflect.TypeOf(a).String()] = true
		}
	}
	n := 0
	err := filepath.WalkDir("../../../site/views", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			m, ok := d.(*ast.FuncDecl)
			if !ok || m.Recv == nil || m.Name.Name != "Apply" {
				continue
			}
			recv := m.Recv.List[0].Type
			if s, ok := recv.(*ast.StarExpr); ok {
				recv = s.X
			}
			n++
			if name := f.Name.Name + "." + recv.(*ast.Ident).Name; !have[name] {
				t.Errorf("%s is missing in everyAction (every_action_test.go)", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n < 100 {
		t.Errorf("only %d actions were found", n)
	}
}
