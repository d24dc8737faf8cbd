package words

// Words about a reader's own files.
const (
	FileOpen     = "Open a file …"
	FileNowhere  = "This view takes no files; Reduction and Explain do."
	FileReadOnly = "This page is for reading only and takes no files; open it in the lab."
	FileHint     = "or drop one here: CSV, TSV, NPY or raw values, up to 32 MB. It stays on this machine."
)
