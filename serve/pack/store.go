package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/foobaz/go-zopfli/zopfli"

	"ulplab/serve/handler"
)

// store is the folder of the built site. Brotli at its best level takes seconds a megabyte, so the compressed form
// of a file that has not changed is kept, each form is made once, a draft has no brotli, and a trial none of the program that
// no first visit loads.
type store struct {
	dir    string
	draft  bool
	trial  bool
	mu     sync.Mutex
	packed map[form][]byte
}

// form names a compressed form of a text: by its coding and its digest.
type form struct {
	coding string
	digest [sha256.Size]byte
}

// once returns the form of a text in a coding; the first who asks has it made.
func (s *store) once(coding string, data []byte, make func() ([]byte, error)) ([]byte, error) {
	key := form{coding, sha256.Sum256(data)}
	s.mu.Lock()
	packed, ok := s.packed[key]
	s.mu.Unlock()
	if ok {
		return packed, nil
	}
	packed, err := make()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.packed == nil {
		s.packed = map[form][]byte{}
	}
	s.packed[key] = packed
	return packed, nil
}

// compressible says which files get compressed siblings.
func compressible(name string) bool {
	switch path.Ext(name) {
	case ".html", ".js", ".css", ".wasm", ".svg", ".json", ".webmanifest", ".txt", ".tsv", ".csv", ".bin":
		return true
	}
	return false
}

// gzip returns the gzip form of a text.
func (s *store) gzip(data []byte) []byte {
	level := gzip.BestCompression
	if s.draft {
		level = gzip.BestSpeed
	}
	packed, _ := s.once("gzip", data, func() ([]byte, error) { return gzipped(data, level), nil })
	return packed
}

// tight returns a gzip form that is 3 % smaller and takes a minute for 20 MB: for what no brotli form stands beside. A draft
// does without.
func (s *store) tight(data []byte) []byte {
	if s.draft {
		return s.gzip(data)
	}
	packed, err := s.once("zopfli", data, func() ([]byte, error) {
		var b bytes.Buffer
		options := zopfli.DefaultOptions()
		options.NumIterations = 5     // one leaves 0.34 % more, three 0.04 %
		options.BlockSplittingMax = 0 // as many blocks as pay: 60 KB less than 15 in each megabyte
		err := zopfli.GzipCompress(&options, data, &b)
		return b.Bytes(), err
	})
	if err != nil {
		panic(err) // a writer to memory does not fail
	}
	return packed
}

func gzipped(data []byte, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err == nil {
		if _, err = w.Write(data); err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		panic(err) // a writer to memory at a valid level does not fail
	}
	return b.Bytes()
}

// brotli returns the brotli form of a file: the stored one when the stored file has the same bytes.
func (s *store) brotli(name string, data []byte) ([]byte, error) {
	return s.once("br", data, func() ([]byte, error) {
		old, err := os.ReadFile(filepath.Join(s.dir, name))
		if err == nil && bytes.Equal(old, data) {
			if kept, err := os.ReadFile(filepath.Join(s.dir, name+".br")); err == nil {
				return kept, nil
			}
		}
		quality := brotli.BestCompression
		if name == handler.SingleFile {
			quality = brotli.DefaultCompression // its program is compressed already: the best level gains half a percent
		}
		var b bytes.Buffer
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
		if err := w.Close(); err != nil {
			return nil, err
		}
		return b.Bytes(), nil
	})
}

// quick reports that a file has no brotli form.
func (s *store) quick(name string) bool {
	return s.draft || s.trial && strings.HasPrefix(name, handler.WholePrefix)
}

// smallest returns the smallest form of a file that the store has.
func (s *store) smallest(name string, data []byte) ([]byte, error) {
	if s.quick(name) {
		return s.gzip(data), nil
	}
	return s.brotli(name, data)
}

// size is the length of a file in its three forms, 0 for one that it does not have.
type size struct {
	name              string
	raw, gzip, brotli int
}

// write stores the files with their compressed siblings and removes what else lies in the folder's top level.
// A file's siblings are written before it, so an interrupted run never leaves a file beside siblings of other bytes.
func (s *store) write(files map[string][]byte) ([]size, error) {
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return nil, err
	}
	if err := s.checkOwn(); err != nil {
		return nil, err
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	wanted := map[string]bool{}
	var sizes []size
	for _, name := range names {
		data := files[name]
		wanted[name] = true
		if compressible(name) {
			siblings := map[string][]byte{".gz": s.gzip(data)}
			if !s.quick(name) {
				br, err := s.brotli(name, data)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				siblings[".br"] = br
			}
			sizes = append(sizes, size{name, len(data), len(siblings[".gz"]), len(siblings[".br"])})
			if err := s.replace(name, data, siblings); err != nil {
				return nil, err
			}
			for ext := range siblings {
				wanted[name+ext] = true
			}
		} else if err := s.replace(name, data, nil); err != nil {
			return nil, err
		}
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.IsDir() && !wanted[e.Name()] {
			if err := os.Remove(filepath.Join(s.dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	return sizes, nil
}

// checkOwn refuses to clean a folder that does not look like a built site.
func (s *store) checkOwn() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) == 0 {
		return err
	}
	if _, err := os.Stat(filepath.Join(s.dir, "_headers")); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s holds other files than a built site; name an empty folder or remove it", s.dir)
	}
	return nil
}

// replace writes a file and its siblings; where the file is there with other bytes, it goes first.
func (s *store) replace(name string, data []byte, siblings map[string][]byte) error {
	full := filepath.Join(s.dir, name)
	if old, err := os.ReadFile(full); err == nil && !bytes.Equal(old, data) {
		if err := os.Remove(full); err != nil {
			return err
		}
	}
	for _, ext := range []string{".br", ".gz"} {
		if sibling, ok := siblings[ext]; ok {
			if err := put(full+ext, sibling); err != nil {
				return err
			}
		}
	}
	return put(full, data)
}

// put writes a file whole or not at all.
func put(name string, data []byte) error {
	temporary := name + ".part"
	if err := os.WriteFile(temporary, data, 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// report prints what the site weighs. The first visit loads the page, its style, its scripts and the program.
func report(w io.Writer, sizes []size) {
	line := func(s size) {
		br := "-"
		if s.brotli > 0 {
			br = strconv.Itoa(s.brotli)
		}
		fmt.Fprintf(w, "%-28s %10d %10d %10s\n", s.name, s.raw, s.gzip, br)
	}
	fmt.Fprintf(w, "%-28s %10s %10s %10s\n", "bytes", "plain", "gzip", "brotli")
	visit, single := size{name: "first visit"}, size{}
	for _, s := range sizes {
		line(s)
		if handler.FirstVisit(s.name) {
			visit.raw += s.raw
			visit.gzip += s.gzip
			visit.brotli += s.brotli
		}
		if s.name == handler.SingleFile {
			single = s
		}
	}
	line(visit)
	fmt.Fprintf(w, "%-28s %10d\n", "the single file", single.raw)
}
