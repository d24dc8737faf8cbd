package files

import "strings"

// signatures are the first bytes of kinds of files that are not read, with what they are and what to do instead. They are
// long enough that numbers rarely begin so.
var signatures = [...][2]string{
	{"PK\x03\x04", "a ZIP archive, as NPZ and spreadsheets are: save one array of an NPZ as NPY, numpy.save(\"a.npy\", numpy.load(\"a.npz\")[\"name\"]), and a spreadsheet as CSV"},
	{"PK\x05\x06", "an empty ZIP archive"},
	{"\x1f\x8b\x08", "packed by gzip: unpack it first"},
	{"BZh91AY&SY", "packed by bzip2: unpack it first"},
	{"\xfd7zXZ\x00", "packed by xz: unpack it first"},
	{"\x28\xb5\x2f\xfd", "packed by Zstandard: unpack it first"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive: unpack it first"},
	{"\x89PNG\r\n\x1a\n", "a PNG picture; read are numbers: CSV, TSV, NPY or raw values"},
	{"\xff\xd8\xff", "a JPEG picture; read are numbers: CSV, TSV, NPY or raw values"},
	{"GIF87a", "a GIF picture; read are numbers: CSV, TSV, NPY or raw values"},
	{"GIF89a", "a GIF picture; read are numbers: CSV, TSV, NPY or raw values"},
	{"%PDF-", "a PDF document; copy its numbers and paste them, or save them as CSV"},
	{"{\\rtf", "a document in RTF; copy its numbers and paste them, or save them as CSV"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old spreadsheet or document of Microsoft Office: save it as CSV"},
	{"\x89HDF\r\n\x1a\n", "in HDF5: save one array as NPY, numpy.save(\"a.npy\", file[\"name\"][:])"},
	{"MATLAB 5.0 MAT-file", "a MAT-file: save one array as NPY, numpy.save(\"a.npy\", scipy.io.loadmat(\"a.mat\")[\"name\"])"},
	{"PAR1", "in Parquet: save its columns as CSV, pandas.read_parquet(\"a.parquet\").to_csv(\"a.csv\")"},
	{"ARROW1", "in Arrow: save its columns as CSV"},
	{"SQLite format 3\x00", "an SQLite database: save a table as CSV"},
	{"\x80\x04\x95", "a Python pickle: save the array as NPY, numpy.save(\"a.npy\", a)"},
	{"\x80\x05\x95", "a Python pickle: save the array as NPY, numpy.save(\"a.npy\", a)"},
	{"\x7fELF", "a program; read are numbers: CSV, TSV, NPY or raw values"},
	{"\x00asm", "a program; read are numbers: CSV, TSV, NPY or raw values"},
}

// foreign says which kind of file that is not read the bytes begin, and what to do; "" for none.
func foreign(data []byte) string {
	for _, s := range signatures {
		if begins(data, s[0]) {
			return s[1]
		}
	}
	if len(data) > 9 && word(data[:8], false) <= uint64(len(data)) && data[8] == '{' && data[9] == '"' {
		return "of the kind safetensors: save one tensor as NPY, numpy.save(\"a.npy\", tensor.numpy())"
	}
	return ""
}

func begins(data []byte, with string) bool {
	return strings.HasPrefix(string(data[:min(len(data), len(with))]), with)
}
