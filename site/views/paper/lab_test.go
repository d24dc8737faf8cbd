package paper_test

import (
	"os"
	"testing"

	"ulplab/site/lab"
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
	"ulplab/site/views/x87"
)

// all are the views that a statement may lead to.
func all() lab.Catalogue {
	return lab.Catalogue{encoding.View().Entry(), operation.View().Entry(), fma.View().Entry(), dotproduct.View().Entry(), devices.View().Entry(), flags.View().Entry(), x87.View().Entry(),
		functions.View().Entry(), reduction.View().Entry(), expression.View().Entry(), iteration.View().Entry(), explain.View().Entry(), gallery.View().Entry(), paper.View().Entry(),
		matrixunit.View().Entry(), matrixproduct.View().Entry(), quantize.View().Entry(), ptx.View().Entry()}
}

// still is a browser in which nothing happens, and its screen: it is here for the titles of the views, which links show.
type still struct{ lab.Browser }

func (still) Fragment() string                                   { return "" }
func (still) Query() string                                      { return "" }
func (still) Views() string                                      { return "" }
func (still) Built(string) string                                { return "" }
func (still) Kept() string                                       { return "" }
func (still) Setting(string) string                              { return "" }
func (still) ShowTheme(string)                                   {}
func (still) SetTitle(string)                                    {}
func (still) OnFault(func(any))                                  {}
func (still) OnNavigate(func(bool))                              {}
func (still) OnMessage(func(kind, value string))                 {}
func (still) OnPaint(func(group, bit string, on, done bool))     {}
func (still) Open(func(string, []byte, string))                  {}
func (still) OnDrop(func(area, name string, _ []byte, _ string)) {}
func (still) Ready([]string)                                     {}
func (still) Show(lab.Hooks) error                               { return nil }
func (still) Again()                                             {}

func TestMain(m *testing.M) {
	if err := lab.Run(still{}, still{}, all()); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// TestPaperLinks: every link of a claim, opens the state it stands for without problems.
func TestPaperLinks(t *testing.T) {
	n, links := 0, all()
	for _, part := range paper.Build().Parts {
		for _, c := range part.Claims {
			for _, l := range c.Links {
				n++
				s := links.Decode(l.Href, "")
				if s.Problems != "" || s.View != l.View || links.Encode(s) != l.Href {
					t.Errorf("%s, %q: %s opens %q, %s: %s", c.ID, l.Label, l.Href, s.View, links.Encode(s), s.Problems)
				}
				if l.Label == "" {
					t.Errorf("%s: a link without a label", c.ID)
				}
			}
		}
	}
	if n < 130 {
		t.Errorf("only %d links", n)
	}
}
