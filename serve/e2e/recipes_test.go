package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"ulplab/serve/still"
)

// TestRecipes builds the projects of assets/embed with the tools that are there, and opens their pages on another origin than the
// lab's: without scripts, each shows the copy of its link, whole and in its style; with them, the copy becomes the live view in its
// place when it is asked for. A project whose tool is missing is left out, unless ULPLAB_RECIPES says that it must be there.
func TestRecipes(t *testing.T) {
	t.Parallel()
	const link = "#/f16/0.1"
	out := t.TempDir()
	said, err := exec.Command("sh", "../../assets/embed/try.sh", shared.site.Base, out).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	copied, err := html.Parse(strings.NewReader(copies().Open(link).HTML(shared.site.Base)))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(still.Text(copied), " ", "")
	// What a theme fetches from elsewhere is none of the copy's, and not waited for.
	alone := chromedp.Tasks{network.Enable(), network.SetBlockedURLs([]string{"https://*"})}
	for _, project := range []string{"sphinx", "mkdocs", "jupyter", "docusaurus"} {
		t.Run(project, func(t *testing.T) {
			pages := filepath.Join(out, project, "out")
			if _, err := os.Stat(filepath.Join(pages, "index.html")); err != nil {
				if os.Getenv("ULPLAB_RECIPES") != "" && project != "docusaurus" {
					t.Fatalf("%s", said)
				}
				t.Skipf("not built:\n%s", said)
			}
			host := httptest.NewServer(http.FileServer(http.Dir(pages)))
			t.Cleanup(host.Close)
			show := func(setup ...chromedp.Action) *tpage {
				p := newPage(t, Wide, append(setup, alone)...)
				t.Cleanup(p.Forget) // what the theme does
				p.must(p.Load(host.URL + "/"))
				return p
			}
			p := show(emulation.SetScriptExecutionDisabled(true))
			if got := p.eval(`document.querySelector("ulp-lab").textContent.replace(/\s+/g, "")`); got != want {
				t.Errorf("the copy says\n%s\nwant\n%s", clipTo(got, 600), clipTo(want, 600))
			}
			if got := p.eval(`getComputedStyle(document.querySelector(".ulplab-still")).containerType`); got != "inline-size" || !p.shown(".ulplab-still .bits") {
				t.Errorf("the copy is not shown in its style: %s", got)
			}
			if wide := p.eval(`Array.from(document.querySelectorAll(".ulplab-still *")).filter(function (e) { return e.getBoundingClientRect().right > innerWidth; }).length`); wide != "0" {
				t.Errorf("%s elements stick out", wide)
			}
			p = show()
			p.wait(`customElements.get("ulp-lab") && document.querySelector("ulp-lab").shadowRoot.querySelector("button")`)
			p.must(p.Eval(`void addEventListener("ulplab-ready", function (e) { e.target.getState().then(function (s) { window.state = s; }); })`, nil))
			before := p.eval(place)
			p.must(p.Eval(`document.querySelector("ulp-lab").shadowRoot.querySelector("button").focus()`, nil))
			p.press(kb.Enter)
			p.wait(`window.state`)
			if got := p.eval(`window.state`); !strings.Contains(got, "b=2e66") {
				t.Errorf("the live view is at %s", got)
			}
			if after := p.eval(place); after != before || p.shown(".ulplab-still") {
				t.Errorf("the copy took %s, the view takes %s", before, after)
			}
		})
	}
}

// place is where an embedded view stands, and how large it is.
const place = `(function (r) { return [r.left, r.top + scrollY, r.width, r.height].map(Math.round).join(" "); })(document.querySelector("ulp-lab").getBoundingClientRect())`
