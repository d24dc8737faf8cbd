//go:build !js && !opening

package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/lab/playlist"
	"ulplab/site/views/reduction"
	"ulplab/site/views/reduction/launches"
	"ulplab/site/views/reduction/program"
	"ulplab/site/views/reduction/reveal"
	"ulplab/site/views/reduction/sum"
	"ulplab/site/views/reduction/tree"
	"ulplab/site/views/reduction/vectors"
)

// otherActions has one of each action of the lab itself and of the views whose actions stand in several rooms. Those of every other
// view are its Actions.
var otherActions = map[lab.ID][]markup.Action{
	"": {lab.Open{}, lab.Go{}, lab.SetTheme{}, lab.SetKeys{}, lab.Reset{}, lab.Dismiss{}, lab.Steer{}, lab.Present{}, lab.Reveal{}, lab.AddSlide{}, lab.Forget{}, lab.Follow{},
		playlist.Show{}, playlist.Add{}, playlist.Move{}, playlist.Remove{}, playlist.Name{}, playlist.Load{}, playlist.Play{}},
	sum.ID: {reduction.ArithSet{}, reduction.ArithPreset{}, reduction.OpenFile{}, reduction.FileSet{}, reduction.Set{}, reduction.Pick{}, reduction.Sort{},
		reduction.Stop{}, sum.Put{}, launches.Choose{}, program.SetLang{}, reveal.Set{}, reveal.Step{}, vectors.Set{}, vectors.Start{},
		tree.Move{}, tree.Node{}, tree.Colour{}, tree.Step{}, tree.Lanes{}, tree.Type{}, tree.Edit{}, tree.Hold{}},
}

// actionsOf are the actions of a view, or of the lab itself ("").
func actionsOf(views lab.Catalogue, id lab.ID) []markup.Action {
	for _, v := range views {
		if v.ID != id {
			continue
		}
		if has, ok := v.First().(interface{ Actions() []markup.Action }); ok {
			return has.Actions()
		}
	}
	return otherActions[id]
}

// actors are the views and the lab itself, which have actions, in order.
func actors(views lab.Catalogue) []lab.ID {
	ids := []lab.ID{""}
	for _, v := range views {
		ids = append(ids, v.ID)
	}
	slices.Sort(ids)
	return ids
}

// TestEveryAction: these lists have every type with a method Apply in the folders of the views.
func TestEveryAction(t *testing.T) {
	have := map[string]bool{}
	views := Views()
	for _, id := range actors(views) {
		for _, a := range actionsOf(views, id) {
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
				t.Errorf("%s is missing in the Actions of its view (view.go), or in otherActions", name)
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
