//go:build js

// A program for TestWork, TestLoad and TestOpen: it gives long jobs, data files and a reader's files of the real page to
// scripts of the test.
package main

import (
	"syscall/js"

	"ulplab/site/browser"
	"ulplab/site/files"
	"ulplab/site/work"
	"ulplab/site/work/pool"
)

func main() {
	if browser.Serve(pool.All()) {
		select {}
	}
	g, page := js.Global(), browser.New(pool.All())
	reports := g.Get("Array").New()
	g.Set("reports", reports)
	function := func(name string, f func(args []js.Value)) {
		g.Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
			f(args)
			return nil
		}))
	}
	function("work", func(args []js.Value) {
		page.Work(args[0].String(), args[1].String(), func(r work.Report) {
			reports.Call("push", map[string]any{"name": args[0], "state": int(r.State), "done": float64(r.Done), "total": float64(r.Total),
				"workers": r.Workers, "result": r.Result, "problem": r.Problem})
		})
	})
	function("pause", func(args []js.Value) { page.PauseWork(args[0].String()) })
	function("resume", func(args []js.Value) { page.ResumeWork(args[0].String()) })
	function("cancel", func(args []js.Value) { page.CancelWork(args[0].String()) })
	function("load", func(args []js.Value) {
		page.Load(args[0].String(), func(data []byte, problem string) {
			g.Set("loaded", map[string]any{"text": string(data), "problem": problem})
		})
	})
	taken := g.Get("Array").New()
	g.Set("taken", taken)
	took := func(area, name string, data []byte, problem string) {
		taken.Call("push", map[string]any{"area": area, "name": name, "size": len(data), "digest": files.Digest(data), "problem": problem})
	}
	page.OnDrop(took)
	place := g.Get("document").Call("getElementById", "app")
	place.Set("innerHTML", `<h1>Files</h1><button id="open">Open</button><div data-drop="here"><p id="inner">Drop</p></div><p id="beside">Beside</p>`)
	place.Call("querySelector", "#open").Call("addEventListener", "click", js.FuncOf(func(js.Value, []js.Value) any {
		page.Open(func(name string, data []byte, problem string) { took("chooser", name, data, problem) })
		return nil
	}))
	g.Set("__ready", true)
	select {}
}
