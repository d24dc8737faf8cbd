package lab

const SliceSteps = 200_000

const SliceMilliseconds = 12

const ShowMilliseconds = 120

// Clock returns milliseconds, 0 where there is no clock.
func Clock() float64 {
	if c, ok := Host().(interface{ Clock() float64 }); ok {
		return c.Clock()
	}
	return 0
}
