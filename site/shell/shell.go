// Package shell is what the page shows before the WebAssembly program has started:
// the header and the first example, as static HTML made from the same pure packages as the live views.
package shell

// HTML returns the inner HTML of the page's root element. It is complete and readable without any script.
func HTML() string {
	return `<main class="shell"><h1>ULP Lab</h1><p>Floating point on GPUs, bit for bit. The laboratory is starting.</p></main>`
}
