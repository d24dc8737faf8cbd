package svg

// RGB is a colour, each part from 0 to 255.
type RGB [3]float64

// Colour returns a token's colour in one theme.
func Colour(name string, dark bool) (c RGB) {
	for _, t := range Tokens {
		if t.Name == name {
			s := t.Light
			if dark {
				s = t.Dark
			}
			for i := range c {
				for _, d := range []byte(s[1+2*i : 3+2*i]) {
					v := d - '0'
					if d >= 'a' {
						v = d - 'a' + 10
					}
					c[i] = 16*c[i] + float64(v)
				}
			}
		}
	}
	return c
}

// Mix returns the colour between two, a at 0 and b at 1.
func Mix(a, b RGB, t float64) (c RGB) {
	for i := range c {
		c[i] = a[i] + (b[i]-a[i])*t
	}
	return c
}

// Pixel is a colour with red in the lowest byte and nothing of what is behind.
func (c RGB) Pixel() uint32 {
	p := uint32(0xff000000)
	for i, v := range c {
		p |= uint32(v+0.5) << (8 * i)
	}
	return p
}
