//go:build js

package browser

import "syscall/js"

// Clock returns milliseconds since the page began.
func (p *Page) Clock() float64 { return js.Global().Get("performance").Call("now").Float() }
