package still

import (
	"bufio"
	"compress/gzip"
	"encoding/xml"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const home = "https://lab.example/"

// corpus are some of the links whose pages are recorded in wasm/lab/catalogue, from all of the record.
func corpus(t *testing.T, most int) (links []string) {
	t.Helper()
	f, err := os.Open("../../wasm/lab/catalogue/testdata/corpus.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if quoted, ok := strings.CutPrefix(lines.Text(), "# "); ok {
			first, err := strconv.QuotedPrefix(quoted)
			if err != nil {
				t.Fatal(err)
			}
			l, _ := strconv.Unquote(first)
			links = append(links, l)
		}
	}
	var some []string
	for i := range most {
		some = append(some, links[i*len(links)/most])
	}
	return some
}

// TestCopies: the copy of a link says what the page says, word for word (that the page says what was recorded is the corpus's
// to tell), has nothing that can be pressed but links to the lab at home, and its IDs are its own.
func TestCopies(t *testing.T) {
	most := 200
	if testing.Short() {
		most = 20
	}
	m := New()
	ids := map[string]string{}
	for _, link := range corpus(t, most) {
		c := m.Open(link)
		made := parse(c.HTML(home))
		var page strings.Builder
		live(parse(c.page.HTML), &page)
		want, got := strings.Join(strings.Fields(page.String()), " "), strings.TrimSuffix(Text(made), " Open in ULP Lab")
		if got != want {
			n := 0
			for n < min(len(got), len(want)) && got[n] == want[n] {
				n++
			}
			t.Errorf("%s: the copy says %.80q, the page %.80q", link, got[n:], want[n:])
		}
		for n := range made.Descendants() {
			if id := get(n, "id"); id != "" {
				if other, there := ids[id]; there {
					t.Errorf("%s: the ID %s stands in the copy of %s too", link, id, other)
				}
				ids[id] = link
			}
			switch href := get(n, "href"); {
			case n.DataAtom == atom.A && strings.HasPrefix(href, "#/"):
				t.Errorf("%s: a link to %s of the page around", link, href)
			case (n.DataAtom == atom.Button || n.DataAtom == atom.Input || n.DataAtom == atom.Select) && !has(n, "disabled"):
				t.Errorf("%s: a %s can be pressed", link, n.Data)
			case n.DataAtom == atom.H1 || n.DataAtom == atom.Main || n.DataAtom == atom.Script || has(n, "style"):
				t.Errorf("%s: a <%s> in a copy", link, n.Data)
			}
		}
		for _, p := range c.Pictures {
			for _, svg := range []string{p.Light, p.Dark} {
				if err := xml.NewDecoder(strings.NewReader(svg)).Decode(new(struct{})); err != nil && err != io.EOF || strings.Contains(svg, "var(") || p.Text == "" {
					t.Errorf("%s: %s is no drawing by itself: %v", link, p.ID, err)
				}
			}
		}
		if c.Title == "" || c.Description == "" {
			t.Errorf("%s is not announced: %q %q", link, c.Title, c.Description)
		}
	}
}

// live is the text of what the page shows, without what stands around every view.
func live(n *html.Node, to *strings.Builder) {
	switch {
	case n.Type == html.TextNode:
		to.WriteString(n.Data)
	case has(n, "hidden"), n.DataAtom == atom.Header, n.DataAtom == atom.Footer, get(n, "role") == "status", has(n, "data-passing"):
		return
	}
	for c := range n.ChildNodes() {
		live(c, to)
	}
}

func TestAnnounced(t *testing.T) {
	m := New()
	c := m.Open("#/v1/op?op=add&f=f64&a=3fb999999999999a&b=3fc999999999999a")
	if c.Title != "Operation · ULP Lab" || !strings.Contains(c.Description, "0.3") || len(c.Pictures) == 0 {
		t.Errorf("%+v", c)
	}
	if c := m.Open("#/v1/nowhere?embed=1"); len(c.Problems) != 1 {
		t.Errorf("problems of a link to nowhere: %q", c.Problems)
	}
	if c := m.Open("#/v1/enc?embed=1&fig=enc-zoom"); len(c.Pictures) != 1 || c.Pictures[0].ID != "enc-zoom" || strings.Contains(c.HTML(home), "enc-controls") {
		t.Errorf("one figure is %+v", c.Pictures)
	}
}

// TestStyle: every rule stands within copies.
func TestStyle(t *testing.T) {
	style := Style()
	if found := regexp.MustCompile(`(?m)^([^{(]*[\s,:])?(:root|html|body)\b.*\{.*$`).FindString(regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(style, "")); found != "" {
		t.Errorf("a rule for the page around: %s", found)
	}
	if open, closed := strings.Count(style, "{"), strings.Count(style, "}"); open != closed {
		t.Errorf("%d { and %d }", open, closed)
	}
}
