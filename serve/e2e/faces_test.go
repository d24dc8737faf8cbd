package e2e

import (
	"fmt"
	"strings"
	"testing"

	"ulplab/site/views/gallery"
)

// face is what a view may look like besides its first example.
type face struct {
	links []string // of one view
	pick  string   // a select whose entries are shown too
	ids   []string // of those entries
	looks []Look   // what it is checked in: each as wide as its window
	axe   bool     // whether it is as accessible as the first example
}

var faces = []face{
	{links: []string{"#/f32/-1e-42", "#/f64/-1e-310", "#/f128/-2^-16494", "#/f128/1e4000", "#/x87/-2/3", "#/e2m1/0.7", "#/f32/nan(12345)", "#/f64/" + strings.Repeat("7", 300), "#/e15m112/rubbish"},
		looks: []Look{Narrow}},
	{links: []string{
		"#/v1/op?o=cmp&f=f128&ta=nan&tb=1", "#/v1/op?o=toint&f=f64&ta=-1.5&it=u64", "#/v1/op?o=fma&f=f128&ta=1/3&tb=1e4000&tc=1e-4000&t=before&nan=arm",
		"#/v1/op?o=add&f=f128&ta=1e4000&tb=1e3980", "#/v1/op?o=mul&f=f128&ta=1e-4940&tb=0.3",
		"#/v1/op?o=cvt&f=f32&g=bf16&a=3f803000&r=sr&rb=16&rn=d123", "#/v1/op?o=div&f=x87&ta=rubbish&tb=0", "#/v1/op?o=add&f=e5m3&ta=1&tb=1e9&ov=sat", "#/v1/op?all=1&x=1"},
		looks: []Look{Wide, Narrow}, axe: true},
	{links: []string{"#/v1/fma?f=f128&tx=1/3&ty=1e4000&tz=-1e-4000&all=1", "#/v1/fma?m=dec&n=10&dx=123456.789", "#/v1/fma?f=e8m0&tx=-1&ty=nan&tz=0"},
		looks: []Look{Wide, Narrow}, axe: true},
	{links: []string{"#/v1/dot?x=40000001.3f800001.41000001"}, looks: []Look{Narrow}, axe: true},
	{links: []string{"#/v1/dot"}, pick: "#dot-example", ids: []string{"uniform"}, looks: []Look{Wide, Phone}, axe: true},
	{links: []string{"#/v1/dot"}, pick: "#dot-format", ids: []string{"f64", "f128"}, looks: []Look{Narrow}},
	{links: []string{"#/v1/devices?p=1.2&q=x87&o=a~2ab&d=1&ta=0.1&tb=0.2"}, looks: []Look{Narrow}, axe: true},
	{links: []string{"#/v1/functions", "#/v1/functions?p=figure6", "#/v1/functions?p=measured"}, looks: []Look{Phone, Narrow}, axe: true},
	{links: []string{"#/v1/x87"}, pick: "#x87-example", ids: []string{"double", "figure5", "cosine", "cast", "trap", "discriminant"}, looks: []Look{Phone, Narrow}},
	{links: []string{"#/v1/expr"}, pick: "#expr-example", ids: []string{"debug", "figure1", "horner", "norm", "literal", "loop"}, looks: []Look{Phone, Narrow}},
	{links: []string{"#/v1/ptx", "#/v1/ptx?m=softmax", "#/v1/ptx?m=reduce&y=1"}, looks: []Look{Wide, Phone, Narrow}, axe: true},
	{links: []string{"#/v1/sum?n=32", "#/v1/sum?n=8&rn=64&rs=100&rb=chunked_halving"}, looks: []Look{Phone, Narrow}, axe: true},
	{links: []string{"#/v1/sum?n=32&t=32&b=1&o=shuffledown&y=3&h=1"}, looks: []Look{Phone, Narrow}},
	{links: []string{"#/v1/sum?n=8&o=yours&s=33&z=-0.1.2.3.4.5.6.7_"}, looks: []Look{Wide}, axe: true},
	{links: []string{"#/v1/mma"}, pick: "#mma-ta", ids: []string{"bf16", "b1", "s8"}, looks: []Look{Phone, Narrow}, axe: true},
	{links: []string{"#/v1/gemm?d=own&p=f32", "#/v1/gemm?p=f64&k=64", "#/v1/gemm?d=file"}, looks: []Look{Phone, Narrow}, axe: true},
	{links: []string{"#/v1/quant", "#/v1/quant?d=0.1"}, looks: []Look{Phone, Narrow}, axe: true},
	{links: galleryLinks(), looks: []Look{Narrow}},
	{links: []string{"#/v1/gallery?f=nan~20fmin&q=fmin"}, looks: []Look{Narrow}, axe: true},
}

func galleryLinks() (list []string) {
	for _, q := range gallery.Entries {
		list = append(list, "#/v1/gallery?q="+q.ID)
	}
	return list
}

// TestFaces: in its other faces a view sticks out nowhere, no words of its pictures stand on others, it can be shown, and is as accessible as in its first one.
func TestFaces(t *testing.T) {
	t.Parallel()
	for _, f := range faces {
		name, _, _ := strings.Cut(strings.TrimPrefix(f.links[0], "#/v1/"), "?")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := visit(t, f.links[0], f.looks[0])
			check := func(what string) {
				t.Helper()
				if p.count(".failed") > 0 {
					t.Errorf("%s: %s", what, p.text(".failed"))
				}
				for i, look := range f.looks {
					if i > 0 {
						p.must(p.Show(look))
					}
					if f.axe && i == len(f.looks)-1 {
						p.axe()
					}
					p.fits(look.Width)
					for found := range strings.SplitSeq(p.eval(colliding), "; ") {
						if strings.Contains(found, " on ") {
							t.Errorf("%s at %d, in pictures: %s", what, look.Width, found)
						}
					}
				}
			}
			for i, link := range f.links {
				if i > 0 {
					p.must(p.Eval(fmt.Sprintf("location.hash = %q", link), nil))
					p.wait(fmt.Sprintf("location.hash === %q", link))
				}
				p.settle()
				p.must(p.Answered())
				if len(f.ids) == 0 {
					check(link)
				}
				for _, id := range f.ids {
					p.pick(f.pick, id)
					check(f.pick + " " + id)
				}
			}
		})
	}
}
