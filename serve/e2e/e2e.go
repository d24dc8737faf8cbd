// Package e2e looks at the built site in a real headless browser. This file is the driver: a Browser opens Pages and
// each Page notes everything that went wrong in it. The tests beside it, and serve/shot, use it; helpers for writing
// tests are in helper_test.go.
package e2e

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ulplab/serve/handler"
)

// Patience is how long anything in a page may take before the driver gives up.
const Patience = 2 * time.Minute

// lifetime is how long a page may be open.
const lifetime = 8 * Patience

// Look is how a page is shown.
type Look struct {
	Width, Height int
	Touch         bool // a phone: touch screen and coarse pointer
	Dark          bool // the system's colour scheme
}

// The looks of the tests. Dark versions: l := Wide; l.Dark = true.
var (
	Wide   = Look{Width: 1280, Height: 800}
	Phone  = Look{Width: 390, Height: 844, Touch: true}
	Narrow = Look{Width: 320, Height: 640, Touch: true}
)

func (l Look) String() string {
	theme := "light"
	if l.Dark {
		theme = "dark"
	}
	return fmt.Sprintf("%d-%s", l.Width, theme)
}

// FindBrowser returns the path of the browser.
func FindBrowser() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no chromium, chromium-browser or google-chrome on PATH; install one (Debian: apt-get install chromium)")
}

// Browser is a running headless browser with an empty profile.
type Browser struct {
	ctx   context.Context
	close []func()
}

// Baseline has the browser compile programs once and quickly, and collect garbage where they run: a page that is open for seconds does
// not earn what compiling it again costs, which is a third of the time of its test. It is not for measurements.
var Baseline = []string{"--liftoff-only", "--single-threaded-gc"}

// StartBrowser starts the browser at path; flags are those of its engine for scripts and programs.
func StartBrowser(path string, flags ...string) (*Browser, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // in a container the browser has no right to make one
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		// The last two make two hidden pages of the browser's own for each window, which cost as much as the lab's start;
		// the first makes a process ready for a page that never comes; the others are chromedp's.
		chromedp.Flag("disable-features", "SpareRendererForSitePerProcess,site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
		chromedp.WSURLReadTimeout(Patience),
	)
	if len(flags) > 0 {
		options = append(options, chromedp.Flag("js-flags", strings.Join(flags, ",")))
	}
	allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	// The browser may be newer than the protocol package and speak of things that this one does not know.
	quiet := func(string, ...any) {}
	ctx, stop := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet), chromedp.WithLogf(quiet))
	b := &Browser{ctx: ctx, close: []func(){stop, stopAllocator}}
	if err := chromedp.Run(ctx); err != nil {
		b.Close()
		return nil, fmt.Errorf("the browser did not start: %w", err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() {
	for _, f := range b.close {
		f()
	}
}

// Page is one page in a window of its own, with storage of its own.
type Page struct {
	Ctx  context.Context // for chromedp.Run
	stop func()

	mu       sync.Mutex
	problems []string
	requests []string
	received int64
}

// NewPage opens an empty page. Actions of setup run before anything is loaded into it.
func (b *Browser) NewPage(look Look, setup ...chromedp.Action) (*Page, error) {
	ctx, stop := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	ctx, expire := context.WithTimeout(ctx, lifetime)
	p := &Page{Ctx: ctx, stop: func() { expire(); stop() }}
	chromedp.ListenTarget(ctx, p.note)
	focused := emulation.SetFocusEmulationEnabled(true) // whatever other windows there are
	if err := p.Run(append([]chromedp.Action{look.actions(), focused}, setup...)...); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

// Open opens the address and waits until the lab is ready.
func (b *Browser) Open(url string, look Look, setup ...chromedp.Action) (*Page, error) {
	p, err := b.NewPage(look, setup...)
	if err != nil {
		return nil, err
	}
	if err := p.Goto(url); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Goto loads the address and waits until the lab is ready or has said that it cannot start.
func (p *Page) Goto(url string) error {
	if err := p.Load(url); err != nil {
		return err
	}
	if err := p.Wait(started); err != nil {
		return fmt.Errorf("%s: neither ready nor failed: %w; noted: %s", clip(url), err, strings.Join(p.Problems(), "; "))
	}
	return p.Settle()
}

// Answered waits until the view shown has computed what it says: nothing goes on, and a question has its answer.
func (p *Page) Answered() error { return p.Wait(answered) }

// shownView selects the view that is shown: those that were visited before stay in the page, hidden.
const shownView = "main section[data-view]:not([hidden])"

const answered = `(function () {
	var view = document.querySelector("` + shownView + `");
	var busy = Array.from(view.querySelectorAll("progress")).some(function (e) { return e.offsetParent !== null; });
	return !busy && !(view.querySelector(".explain-answer") && !view.querySelector(".explain-lead"));
})()`

const started = `window.__ready === true || document.documentElement.hasAttribute("data-failed")`

// Load loads the address without waiting for the lab.
func (p *Page) Load(url string) error {
	if err := p.Run(chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("%s: %w", clip(url), err)
	}
	return nil
}

func clip(s string) string {
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return s
}

// Show changes the look of an open page.
func (p *Page) Show(look Look) error {
	if err := p.Run(look.actions()); err != nil {
		return err
	}
	return p.Settle()
}

func (l Look) actions() chromedp.Action {
	scheme := "light"
	if l.Dark {
		scheme = "dark"
	}
	return chromedp.Tasks{
		emulation.SetDeviceMetricsOverride(int64(l.Width), int64(l.Height), 1, false),
		emulation.SetTouchEmulationEnabled(l.Touch),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"}, // colours are measured at rest
		}),
	}
}

// Close closes the page, its window and its storage.
func (p *Page) Close() { p.stop() }

// Run runs actions in the page.
func (p *Page) Run(actions ...chromedp.Action) error { return chromedp.Run(p.Ctx, actions...) }

// Eval evaluates an expression, waiting for a promise, and stores its value.
func (p *Page) Eval(expression string, value any) error {
	return p.Run(chromedp.Evaluate(expression, value, awaited))
}

func awaited(e *runtime.EvaluateParams) *runtime.EvaluateParams {
	return e.WithAwaitPromise(true).WithUserGesture(true)
}

// Wait waits until the expression is true. The page looks again and again by itself, since each question from here passes through
// three processes. Where its scripts are off it answers and cannot wait, so it is asked again after three seconds.
func (p *Page) Wait(expression string) error {
	look := `(function () {
		function look() { try { return !!(` + expression + `); } catch (e) { return false; } }
		return look() || new Promise(function (done) {
			var end = Date.now() + 400, pause = 10;
			(function again() { if (look() || Date.now() > end) { done(look()); } else { pause *= 1.5; setTimeout(again, pause); } })();
		});
	})()`
	deadline := time.Now().Add(Patience)
	for {
		var ok bool
		ctx, stop := context.WithTimeout(p.Ctx, 3*time.Second)
		err := chromedp.Run(ctx, chromedp.Evaluate(look, &ok, awaited))
		stop()
		if err == nil && ok {
			return nil
		}
		if time.Now().After(deadline) || p.Ctx.Err() != nil {
			if err != nil {
				return err
			}
			return fmt.Errorf("waited %v in vain for %s", Patience, expression)
		}
		if err != nil { // between two documents
			time.Sleep(15 * time.Millisecond)
		}
	}
}

// Settle waits until what was asked for is rendered and painted: two frames. A frame that does not come, as in a
// page whose scripts are off, is not waited for longer than a second. Where the page loads itself anew in the meantime
// (a link from the opening program to a view of the whole one), it waits until the lab is ready again.
func (p *Page) Settle() error {
	const frames = `new Promise(function (done) {
		setTimeout(done, 1000, true);
		requestAnimationFrame(function () { requestAnimationFrame(function () { setTimeout(done, 0, true); }); });
	})`
	err := p.Eval(frames, nil)
	if err != nil && strings.Contains(err.Error(), "navigated") {
		if err = p.Wait(started); err == nil {
			err = p.Eval(frames, nil)
		}
	}
	return err
}

// Screenshot returns a PNG of the whole page.
func (p *Page) Screenshot() ([]byte, error) {
	var png []byte
	err := p.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, _, _, _, size, err := page.GetLayoutMetrics().Do(ctx)
		if err != nil {
			return err
		}
		png, err = page.CaptureScreenshot().WithCaptureBeyondViewport(true).WithFromSurface(true).
			WithClip(&page.Viewport{Width: size.Width, Height: size.Height, Scale: 1}).Do(ctx)
		return err
	}))
	return png, err
}

// Problems returns what went wrong so far: exceptions, console errors and warnings, failed requests, violations.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Forget drops the problems noted so far, where a test has caused them.
func (p *Page) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = nil
}

// Requests returns the addresses that the page asked for, in order.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.requests...)
}

// Received returns how many bytes came over the network so far, as they were sent.
func (p *Page) Received() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.received
}

func (p *Page) note(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	problem := func(format string, args ...any) { p.problems = append(p.problems, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem("exception: %s", e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		switch e.Type {
		case runtime.APITypeError, runtime.APITypeAssert, runtime.APITypeWarning:
			problem("console %s: %s", e.Type, arguments(e.Args))
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError {
			problem("log: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventLoadingFinished:
		p.received += int64(e.EncodedDataLength)
	case *network.EventLoadingFailed:
		if !e.Canceled {
			problem("request failed: %s %s", e.ErrorText, e.BlockedReason)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			problem("status %d: %s", e.Response.Status, e.Response.URL)
		}
	case *inspector.EventTargetCrashed:
		problem("the page crashed")
	}
}

func arguments(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		switch {
		case a.Value != nil:
			words = append(words, string(a.Value))
		case a.Description != "":
			words = append(words, a.Description)
		default:
			words = append(words, string(a.Type))
		}
	}
	return strings.Join(words, " ")
}

// Version returns the name and version of the browser.
func (b *Browser) Version() string {
	var product string
	chromedp.Run(b.ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		_, product, _, _, _, err = browser.GetVersion().Do(ctx)
		return err
	}))
	return product
}

// Edition is a form of the site.
type Edition string

// The editions.
const (
	Hosted Edition = "hosted" // dist/ over http
	Single Edition = "single" // dist/ulplab.html from a folder
)

// Editions lists the forms of the site.
var Editions = []Edition{Hosted, Single}

// Site is a built site that is served on this machine.
type Site struct {
	Dist string // the absolute path of its folder
	Base string // where it is served, with a slash at the end
	stop func()
}

// ServeSite serves the built site of a folder on a free port. wrap, where not nil, stands before the handler.
func ServeSite(dist string, wrap func(http.Handler) http.Handler) (*Site, error) {
	dist, err := filepath.Abs(dist)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dist, handler.SingleFile)); err != nil {
		return nil, fmt.Errorf("%s holds no built site: run ./build.sh build first", dist)
	}
	h := handler.New(os.DirFS(dist))
	if wrap != nil {
		h = wrap(h)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: Patience}
	go server.Serve(l)
	return &Site{Dist: dist, Base: "http://" + l.Addr().String() + "/", stop: func() { server.Close() }}, nil
}

// Close stops serving.
func (s *Site) Close() { s.stop() }

// URL returns the address of the lab in an edition, with a query ("?embed=1" or "") and a fragment ("#/v1/enc" or "").
func (s *Site) URL(e Edition, query, fragment string) string {
	if e == Single {
		return "file://" + filepath.ToSlash(filepath.Join(s.Dist, handler.SingleFile)) + query + fragment
	}
	return s.Base + query + fragment
}
