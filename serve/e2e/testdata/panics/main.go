//go:build js

// Command panics stands in for the lab where the tests want a program that breaks: pressing its button ends it.
package main

import "syscall/js"

func main() {
	document := js.Global().Get("document")
	document.Call("getElementById", "app").Set("innerHTML", `<main><h1>Alive</h1><button type="button" id="break">Break</button></main>`)
	broken := js.FuncOf(func(js.Value, []js.Value) any { panic("broken on purpose") })
	document.Call("getElementById", "break").Call("addEventListener", "click", broken)
	js.Global().Set("__ready", true)
	select {}
}
