package start

// Door is a question with the state of a view that answers it.
type Door struct{ Question, Link, Note string }

// Doors are the questions of the page.
var Doors = [...]Door{
	{"Why is 0.1 + 0.2 not 0.3?", "#/v1/op", "The exact sum, the bits kept, the rounding"},
	{"My GPU and CPU results differ", "#/v1/explain", "Which evaluation gave each, and the remedy"},
	{"What does -use_fast_math change?", "#/v1/flags?r=fastmath", "Each instruction, and where the bits change"},
	{"Which order does my library add in?", "#/v1/gemm?d=measured&k=1024&p=f32", "cuBLAS and torch.matmul, number by number"},
	{"What fits in FP8?", "#/v1/enc?b=7e&f=e4m3&t=464", "Up to 448, and what 464 becomes"},
	{"Read the paper alive", "#/v1/paper", "NVIDIA’s white paper, every figure computed"},
}

// The words of the page.
const (
	headline    = "Floating point on GPUs, bit for bit"
	about       = "A laboratory for numbers as machines have them: encodings, rounding, sums, compilers, tensor cores. Type any number, change any bit, and pass on the address."
	findLabel   = "Search the lab"
	findHint    = "Search: 32-bit build prints 0, NaN, cosf"
	findKeys    = `<kbd>/</kbd> on any page leads here, <kbd>↓</kbd> to what is found, <kbd>Enter</kbd> opens it.` // HTML
	ulpTitle    = "What is an ulp?"
	ulpWords    = "Between two neighbouring floats lies no other; their distance is one unit in the last place. Drag the number: the nearest float is stored."
	lineLabel   = "A number on the line, between neighbouring binary32 numbers"
	doorsTitle  = "Begin with a question"
	lessons     = `Or step by step, in <a href="#/v1/enc?les=all">lessons</a> from encodings to tensor cores.` // HTML
	lastTitle   = "Where you were"
	lastNote    = "Remembered in this browser only."
	forget      = "Forget these"
	searched    = "What can be searched: questions, lessons, views, examples, the paper, terms, formats, operations, summation orders, GPUs, instructions, compiler options, functions, and any number."
	numberWords = "Its bits, its neighbours, and what each format makes of it"
	someWords   = "No entry has all of these words. These have some of them:"
	noWords     = "Nothing here has these words."
	loading     = "Loading the index …"
	unreadable  = "the index of the search cannot be read"
)
