module ulplab

go 1.26

require (
	github.com/andybalholm/brotli v1.2.0
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327
	github.com/chromedp/chromedp v0.14.1
	github.com/foobaz/go-zopfli v0.0.0-20140122214029-7432051485e2
	github.com/hexops/vecty v0.6.0
	github.com/syumai/workers v0.33.0
	github.com/tdewolff/minify/v2 v2.24.3
	golang.org/x/image v0.29.0
	golang.org/x/net v0.42.0
	honnef.co/go/js/dom/v2 v2.0.0-20250304181735-b5e52f05e89d
)

require (
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20250725192818-e39067aee2d2 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/gobwas/ws v1.4.0 // indirect
	github.com/tdewolff/parse/v2 v2.8.3 // indirect
	golang.org/x/sys v0.34.0 // indirect
	golang.org/x/text v0.27.0 // indirect
)
