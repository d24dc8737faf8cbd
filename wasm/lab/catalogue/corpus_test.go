//go:build !js && !opening

package catalogue

import (
	flags "flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ulplab/site/kit/markup"
	"ulplab/site/lab"
)

// The corpus is what the pages of many links said when it was recorded, and the links that their states encode back to.
// TestCorpus opens every link again: a number that changes is a defect, words that change stand in accepted.txt, and a
// link encodes back to the same one. What is compared is the text alone, so the pages may be made in any other way.
//
//	go test ./wasm/lab/catalogue -run Corpus -corpus.only=v1/sum    some links
//	go test ./wasm/lab/catalogue -run Corpus -corpus.show           prints the pages, with -corpus.only
//	go test ./wasm/lab/catalogue -run Corpus -corpus.add=LINKS.txt  records links, a line each; those that the last commit has stay
var (
	corpusOnly  = flags.String("corpus.only", "", "open only the links of the corpus that contain this")
	corpusShow  = flags.Bool("corpus.show", false, "print the text of each page that is opened")
	corpusEvery = flags.Bool("corpus.every", false, "print every change with each of its links, not only the first")
	corpusMore  = flags.String("corpus.add", "", "record the links of this file that the corpus of the last commit lacks")
)

const (
	corpusFile   = "testdata/corpus.txt.gz"
	acceptedFile = "testdata/accepted.txt"
	changesShown = 60
)

const sumLink = "#/v1/sum"

// TestCorpus compares every page with its record, also where its link is followed from another one in Reduction, and asks that decimals beside codes are their values.
func TestCorpus(t *testing.T) {
	records, err := readRecords(corpusFile)
	if err != nil {
		t.Fatal(err)
	}
	if *corpusMore != "" {
		records = corpusAdd(t, records)
	}
	accepted, err := readAccepted(acceptedFile)
	if err != nil {
		t.Fatal(err)
	}
	h := newSettled(t)
	begin, opened := time.Now(), map[lab.ID]int{}
	found := map[change][]string{} // with the links of their pages
	var order []change
	beside := decimals{wrong: map[string]bool{}}
	followed := false
	for i, r := range records {
		if !strings.Contains(r.link, *corpusOnly) || testing.Short() && i%10 != 0 {
			continue
		}
		page, sums := []*piece(nil), r.link == sumLink || strings.HasPrefix(r.link, sumLink+"?")
		if sums && followed { // most of these links have the same sums, which stay where a link is followed
			page = h.follow(r.link)
		} else {
			page = h.open(r.link)
		}
		beside.look(t, r.link, page)
		now := lines(page)
		state := h.views.Decode(r.link, "")
		encoded := h.views.Encode(state)
		followed = sums && !state.ReadOnly
		opened[state.View]++
		link := spelled(r.link)
		if *corpusShow {
			t.Logf("%s\n%s", r.link, strings.Join(now, "\n"))
		}
		if encoded != r.encoded {
			t.Errorf("the link %s encodes to\n  %s, and did to\n  %s", clip(r.link), clip(encoded), clip(r.encoded))
		}
	changed:
		for _, c := range changes(r.lines, now) {
			for _, a := range accepted {
				if a.takes(link, c) {
					a.used = true
					continue changed
				}
			}
			if found[c] == nil {
				order = append(order, c)
			}
			found[c] = append(found[c], r.link)
		}
	}
	for i, c := range order {
		kind := "changed words"
		if c.number {
			kind = "changed number"
		}
		for k, link := range found[c] {
			if *corpusEvery || i < changesShown && k == 0 {
				hint := ""
				if state := h.views.Decode(link, ""); state.View == h.views[0].ID && strings.Contains(link, "q=") {
					hint = " (a search: a new view, example or other entry of the search changes what is found; if that is meant, this line goes into " + acceptedFile + ")"
				}
				t.Errorf("%s, on %d pages%s:\n%s\t%s\t%s", kind, len(found[c]), hint, spelled(link), c.old, c.new)
			}
		}
	}
	if len(order) > changesShown && !*corpusEvery {
		t.Errorf("%d further changes", len(order)-changesShown)
	}
	total := 0
	for _, v := range h.views.Infos() {
		total += opened[v.ID]
		if *corpusOnly == "" && !testing.Short() && opened[v.ID] < 25 {
			t.Errorf("only %d links open %s, 25 at least are wanted: -corpus.add adds those of a file", opened[v.ID], v.ID)
		}
	}
	if *corpusOnly == "" && !testing.Short() {
		if beside.pairs < 1000 {
			t.Errorf("only %d decimals beside codes were found", beside.pairs)
		}
		for _, a := range accepted {
			if !a.used {
				t.Errorf("%s accepts a change that is not there (if the page changed once more on purpose, the line that is printed for it above takes the place of this one): %s\t%s\t%s",
					acceptedFile, a.link, a.old, a.new)
			}
		}
	}
	t.Logf("%d decimals beside codes; %d links in %v: %v", beside.pairs, total, time.Since(begin).Round(time.Millisecond), opened)
}

// corpusAdd records the links of a file, but for those that the last commit has. Without git, those that are there stay.
func corpusAdd(t *testing.T, records []record) []record {
	fixed := records
	if old, err := exec.Command("git", "show", "HEAD:./"+corpusFile).Output(); err == nil {
		path := filepath.Join(t.TempDir(), "corpus")
		if err := os.WriteFile(path, old, 0o666); err != nil {
			t.Fatal(err)
		}
		if fixed, err = readRecords(path); err != nil {
			t.Fatal(err)
		}
	}
	done, at := map[string]bool{}, map[string]int{}
	for _, r := range fixed {
		done[r.link] = true
	}
	for i, r := range records {
		at[r.link] = i
	}
	list, err := os.ReadFile(*corpusMore)
	if err != nil {
		t.Fatal(err)
	}
	h, before := newSettled(t), len(records)
	for _, l := range strings.Fields(string(list)) {
		if done[l] {
			continue
		}
		done[l] = true
		r := record{l, h.views.Encode(h.views.Decode(l, "")), lines(h.open(l))}
		if i, ok := at[l]; ok {
			records[i] = r
		} else {
			records = append(records, r)
		}
	}
	if err := writeRecords(corpusFile, records); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d links, %d of them new", len(records), len(records)-before)
	return records
}

// TestCorpusText: the text of a page is the same whether nodes or markup make it, and wrappers make no difference.
func TestCorpusText(t *testing.T) {
	want := []string{"Title", "a b <#/v1/enc> 2", "[choice]", "[on] one", "[off] two", "[field] x & y", "x | −1", "[on] [fixed] press", "first", "second"}
	el, attr := markup.El, markup.Attr
	text := func(s string) markup.Node { return markup.Text(s) }
	node := el("div", el("h2", text("Title\n")), markup.Panel("p", 1, func(int) markup.Node {
		return el("p", text(" a "), el("a", attr("href", "#/v1/enc"), text("b")), el("b", text(" 2 ")))
	}), el("p", markup.Flag("hidden", true), text("not seen")),
		el("select", el("option", markup.Prop("selected", true), text("one")), el("option", text("two"))),
		el("input", markup.Prop("value", "x & y")),
		markup.Raw("div", "", "<table><tr><td>x</td><td>&minus;1</td></tr></table>"),
		el("button", markup.Pressed(true), markup.Flag("disabled", true), text("press")), el("pre", text("first\nsecond")))
	written := fromHTML(`<h2>Title</h2><div class="w"><p>a <a href="#/v1/enc">b</a><b> 2</b></p></div><p hidden>not <br>seen</p><!-- no --><select><option selected>one</option><option>two</option></select>` +
		`<input value="x &amp; y"><table><tbody><tr><td>x</td><td>−1</td></tr></tbody></table><div><button aria-pressed="true" disabled>press</button></div><pre>first` + "\n" + `second</pre>`)
	for _, p := range [][]*piece{fromNode(node), fromHTML(markup.HTML(node)), written} {
		if got := lines(p); !slices.Equal(got, want) {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
}

// TestCorpusChanges: what counts as a change, which changes are of numbers, and what accepts them.
func TestCorpusChanges(t *testing.T) {
	for _, c := range []struct {
		old, new string // lines, separated by /
		want     []change
		by       acceptance
		ok       bool
	}{
		{"a/b 1/c", "a/b 1/c", nil, acceptance{}, true},
		{"a/b 1/c", "a b/1 c", nil, acceptance{}, true},
		{"a/1 2/c", "a/12/c", []change{{"1 2", "12", true}}, acceptance{link: "*", old: "1 2", new: "12"}, false},
		{"sum 0.1", "sum 0.2", []change{{"sum 0.1", "sum 0.2", true}}, acceptance{link: "#/x", old: "sum 0.1", new: "sum 0.2"}, true},
		{"sum 0.1", "sum −0.1", []change{{"sum 0.1", "sum −0.1", true}}, acceptance{link: "#/*", old: "sum 0.1", new: "sum −0.1"}, false},
		{"sum 2³", "sum 2⁴", []change{{"sum 2³", "sum 2⁴", true}}, acceptance{link: "*", old: "*", new: "*"}, false},
		{"sum 8388608.0", "sum 8,388,608", []change{{"sum 8388608.0", "sum 8,388,608", false}}, acceptance{link: "*", old: "sum 8388608.0", new: "sum 8,388,608"}, true},
		{"sum ≈ 2e+1", "sum = 20", []change{{"sum ≈ 2e+1", "sum = 20", false}}, acceptance{link: "*", old: "sum ≈ 2e+1", new: "sum = 20"}, true},
		{"sum 0.3", "sum ≈0.30000001192092896", []change{{"sum 0.3", "sum ≈0.30000001192092896", false}}, acceptance{link: "*", old: "sum *", new: "sum ≈0.30000001192092896"}, true},
		{"sum 8308.999", "sum 8308.9990234375", []change{{"sum 8308.999", "sum 8308.9990234375", false}}, acceptance{link: "*", old: "sum 8308.999", new: "sum 8308.9990234375"}, true},
		{"sum 0.3", "sum 0.31", []change{{"sum 0.3", "sum 0.31", true}}, acceptance{link: "*", old: "sum 0.3", new: "sum 0.31"}, false},
		{"sum 8308.999", "sum 8308.9980234375", []change{{"sum 8308.999", "sum 8308.9980234375", true}}, acceptance{link: "*", old: "*", new: "*"}, false},
		{"sum ≈0.31", "sum ≈0.3", []change{{"sum ≈0.31", "sum ≈0.3", false}}, acceptance{link: "*", old: "sum ≈0.31", new: "sum ≈0.3"}, true},
		{"sum 8,388", "sum 8,389", []change{{"sum 8,388", "sum 8,389", true}}, acceptance{link: "*", old: "sum 8,388", new: "sum 8,389"}, false},
		{"sum NaN", "sum −Inf", []change{{"sum NaN", "sum −Inf", true}}, acceptance{link: "*", old: "*", new: "*"}, false},
		{"sum 0.1", "total 0.1", []change{{"sum 0.1", "total 0.1", false}}, acceptance{link: "#/*", old: "sum *", new: "total *"}, true},
		{"sum 0.1", "total 0.1", []change{{"sum 0.1", "total 0.1", false}}, acceptance{link: "#/y*", old: "sum *", new: "total *"}, false},
		{"sum 0.1", "total 0.1", []change{{"sum 0.1", "total 0.1", false}}, acceptance{link: "*", old: "sum *", new: "all *"}, false},
		{"a/b/c 1", "a/c 1", []change{{"b", "", false}}, acceptance{link: "*", old: "b", new: ""}, true},
		{"a/b/c", "a/c", []change{{"b", "", false}}, acceptance{link: "*", old: "", new: "b"}, false},
		{"a/b 1/c/d", "a/c/d/b 1", []change{{"b 1", "b 1", false}}, acceptance{link: "*", old: "b 1", new: "b 1"}, true},
		{"a/b 1/c", "a/b 1/c 7", []change{{"c", "c 7", true}}, acceptance{link: "*", old: "c", new: "c 7"}, false},
	} {
		got := changes(strings.Split(c.old, "/"), strings.Split(c.new, "/"))
		if !slices.Equal(got, c.want) {
			t.Errorf("%q to %q: %v", c.old, c.new, got)
			continue
		}
		for _, g := range got {
			if c.by.takes("#/x", g) != c.ok {
				t.Errorf("%q to %q is accepted: %v", c.old, c.new, !c.ok)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "records")
	want := []record{{"#/a\xff\n", "#/a", []string{"|x", "1+2", "# y", "x", "x"}}, {"b", "b", []string{"1+2", "# y", "x", "z"}}, {"c", "c", nil}}
	if err := writeRecords(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := readRecords(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q becomes %q, %v", want, got, err)
	}
}
