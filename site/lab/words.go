package lab

// What the page around the views says.
const (
	Name         = "ULP Lab"
	lessonsTitle = "Lessons"
	lessonsAbout = "Short steps beside the lab: predict, then see"
	linkCopied   = "Link copied"
	linkProblems = "This link could not be read completely:"
	footerWords  = "Every bit is computed in this page; nothing is sent anywhere."
	fileOpen     = "Open a file …"
	fileNowhere  = "This view takes no files; Reduction, Quantize and Explain do."
	fileReadOnly = "This page is for reading only and takes no files; open it in the lab."
	fileHint     = "or drop one here: CSV, TSV, NPY or raw values, up to 32 MB. It stays on this machine."

	presentAbout  = "Large type without the rest; parts hidden and revealed (key P)"
	addAbout      = "States to go through while presenting"
	playlistAbout = "Order, titles, link and file"
)

// What the dialog for sharing says.
const (
	shareTitle       = "Share this state"
	shareHeight      = "Height in pixels"
	shareBadHeight   = "A number of pixels from 40 to 20000."
	shareUsual       = 640 // CSS pixels, until the preview has told its own height
	shareHost        = "https://HOST/"
	shareNoHost      = "This copy of the lab has no address on the web: put that of a hosted one in place of " + shareHost + "."
	shareUnfurled    = "Where messengers and oEmbed readers should show title and picture, on hosts that run the lab's server:"
	sharePictureFile = "Save the picture beside the text that shows it. It carries the link, and its text alternative."
)

// shareForms are the labels of what the dialog offers, in the order of shareForm.
var shareForms = [...]string{"Link", "Text with link", "iframe", "<ulp-lab> element", "Markdown", "Picture"}

// themeName is the label of the switch for a theme.
func themeName(t Theme) string {
	switch t {
	case Light:
		return "Theme: light"
	case Dark:
		return "Theme: dark"
	}
	return "Theme: auto"
}
