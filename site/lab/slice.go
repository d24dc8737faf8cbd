package lab

// Long work on the page goes in slices, so that no task is long.
const (
	SliceTime = 200_000 // of a step, in nanoseconds as models count them
	Slice     = 12      // milliseconds of a slice
	Between   = 120     // milliseconds between two renders of what is not complete
)

// Clock returns milliseconds, 0 where there is no clock.
func Clock() float64 {
	if c, ok := Host().(interface{ Clock() float64 }); ok {
		return c.Clock()
	}
	return 0
}
