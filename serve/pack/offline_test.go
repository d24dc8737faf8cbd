package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"ulplab/serve/handler"
)

// TestOfflineList: the service worker names every file that the pages load, by the digest of its bytes, and another version of
// any of them makes another version of it.
func TestOfflineList(t *testing.T) {
	list := func(files map[string][]byte) (version string, kept map[string]string) {
		t.Helper()
		m := regexp.MustCompile(`(?s)version="([0-9a-f]{12})",files=(\{.*?\})`).FindSubmatch(files["offline.js"])
		if m == nil {
			t.Fatalf("offline.js has no version and list: %.300s", files["offline.js"])
		}
		if err := json.Unmarshal(m[2], &kept); err != nil {
			t.Fatalf("%s: %v", m[2], err)
		}
		return string(m[1]), kept
	}
	in := example(t)
	files := build(t, in)
	version, kept := list(files)
	wanted := 0
	for name, data := range files {
		if name == "index.html" {
			name = "./"
		} else if name != "embed.html" && !handler.Hashed(name) {
			continue
		}
		wanted++
		if kept[name] != digest(string(data)) {
			t.Errorf("%s is listed as %q", name, kept[name])
		}
	}
	if len(kept) != wanted || wanted < 9 {
		t.Errorf("%d files are listed, %d expected: %v", len(kept), wanted, kept)
	}
	in.shell = strings.ToUpper(in.shell)
	if other, _ := list(build(t, in)); other == version {
		t.Error("another page leaves the version as it was")
	}
}
