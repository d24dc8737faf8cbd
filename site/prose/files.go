//go:build !opening

package prose

// Words about a reader's own files.
const (
	FileOpen = "Open a file …"
	FileHint = "or drop one here: CSV, TSV, NPY or raw values, up to 16 MB. It stays on this machine."
)
