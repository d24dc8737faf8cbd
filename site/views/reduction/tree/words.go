package tree

// The words of the large tree.
const (
	bigTitle   = "The order as a tree"
	bigCaption = "Leaves stand on top in the order in which the tree holds them; each sum lies below its two operands, deeper the more elements it holds, and reaches down to the sum that it goes into. The result is the lowest row. What has no pixel of its own is drawn as the mean of its colours."
	bigHelp    = "Drag sideways to move; pinch, or Ctrl and the wheel, to zoom, after a click the wheel alone; a double click goes to a node. Keys: + and − zoom, 0 shows all, ↑ ↓ ← → go to the first operand, the sum, and the neighbours, Enter zooms to the node."
	bigWaits   = "The tree is being laid out…"
	bigFailed  = "This order cannot be drawn as a tree for these data."
)

// The words of the tree of few elements.
const (
	smallTitle   = "The order as a tree"
	smallCaption = "Additions on one level can run together; time goes down. The tint is the rounding error of the one addition, in ulp of its own result."
)

// laneCaption is said of threads side by side.
const laneCaption = " Each column is a thread: it adds what it holds; an edge from another column is a value read from another thread."

// The words of the reader's own tree.
const (
	freeHint  = "((0 1) (2 3))"
	freeLabel = "Your own order: indices of elements in brackets; three and more in one bracket are added from left to right"
	freeNote  = "Press a node of the picture, or reach it with the arrow keys, then change the tree; the text and the sums follow. Back undoes."
)
