package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"ulplab/site/files"
)

// TestOpen: a reader's files come in through the file chooser and by dropping them, byte for byte, in both editions; a
// file dropped beside the places says so, and one that is too large does no harm.
func TestOpen(t *testing.T) {
	t.Parallel()
	site := workSite(t, nil)
	dir := t.TempDir()
	content := []byte("x,y\n0.1,0x3dcccccd\n\x00\xff")
	small, large := filepath.Join(dir, "numbers.csv"), filepath.Join(dir, "large.bin")
	for name, data := range map[string][]byte{small: content, large: make([]byte, files.MaxBytes+1)} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	taken := func(area string) string {
		return fmt.Sprintf(`%s numbers.csv %d %s `, area, len(content), files.Digest(content))
	}
	for _, e := range Editions {
		t.Run(string(e), func(t *testing.T) {
			p := openURL(t, site.URL(e, "", ""), Wide)
			last := func(n int) string {
				p.wait(fmt.Sprintf("taken.length === %d", n))
				return p.eval(`(function (t) { return [t.area, t.name, t.size, t.digest, t.problem].join(" "); })(taken[taken.length - 1])`)
			}
			p.must(p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
				return page.SetInterceptFileChooserDialog(true).Do(ctx)
			})))
			for n := 1; n <= 2; n++ { // the same file twice
				p.click("#open")
				p.must(p.Run(chromedp.SetUploadFiles("#ulplab-file", []string{small}, chromedp.ByQuery)))
				if got := last(n); got != taken("chooser") {
					t.Errorf("chosen: %q", got)
				}
			}
			drag := func(kind input.DispatchDragEventType, selector, file string) {
				t.Helper()
				var box []float64
				p.must(p.Eval(fmt.Sprintf(`(function (b) { return [b.left + b.width / 2, b.top + b.height / 2]; })(document.querySelector(%q).getBoundingClientRect())`, selector), &box))
				p.must(p.Run(input.DispatchDragEvent(kind, box[0], box[1], &input.DragData{Files: []string{file}, DragOperationsMask: 1})))
			}
			marked := func(n int) {
				t.Helper()
				p.wait(fmt.Sprintf(`document.querySelectorAll("[data-over]").length === %d`, n))
			}
			for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver} {
				drag(kind, "#inner", small)
			}
			marked(1)
			drag(input.DragOver, "#beside", small)
			marked(0)
			drag(input.DragOver, "#inner", small)
			drag(input.Drop, "#inner", small)
			if got := last(3); got != taken("here") {
				t.Errorf("dropped: %q", got)
			}
			marked(0)
			for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
				drag(kind, "#beside", small)
			}
			if got := last(4); got != taken("") {
				t.Errorf("dropped beside: %q", got)
			}
			for _, kind := range []input.DispatchDragEventType{input.DragEnter, input.DragOver, input.Drop} {
				drag(kind, "#inner", large)
			}
			if got, want := last(5), fmt.Sprintf("here large.bin 0 %s The file has 33.6 MB; at most 32 MB are read.", files.Digest(nil)); got != want {
				t.Errorf("too large: %q, want %q", got, want)
			}
			if p.text("h1") != "Files" {
				t.Error("the page is gone")
			}
		})
	}
}
