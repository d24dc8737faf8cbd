package reduce

// Short names for writing orders down.
func fold() *Form                       { return &Form{Rule: Fold} }
func zeroFold() *Form                   { return &Form{Rule: Fold, Zero: true} }
func halves(width int) *Form            { return &Form{Rule: Halves, K: width} }
func pairs() *Form                      { return &Form{Rule: Pairs} }
func lanes(k int, in, out *Form) *Form  { return &Form{Rule: Lanes, K: k, Inner: in, Outer: out} }
func chunks(k int, in, out *Form) *Form { return &Form{Rule: Chunks, K: k, Inner: in, Outer: out} }
func deal(k, u int, in, out *Form) *Form {
	return &Form{Rule: Deal, K: k, U: u, Inner: in, Outer: out}
}

func powerBelow(n int) int {
	p := 1
	for p*2 <= n {
		p *= 2
	}
	return p
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// sms is the number of multiprocessors of an H200, on which library orders were measured.
const sms = 132

// torchSum is the order of torch.sum on CUDA.
func torchSum(n int) *Form {
	d := n
	if n >= 128 {
		d = n / 4
	}
	width := min(512, powerBelow(max(d, 1)))
	blocks := 1
	if v := ceilDiv(n, width); v >= 256 {
		blocks = max(min(sms*4, ceilDiv(v, 16)), ceilDiv(v, 256))
	}
	thread := lanes(4, fold(), fold())
	block := halves(width)
	if blocks > 1 {
		block = chunks(width, block, lanes(512, fold(), halves(512)))
	}
	if n < 128 {
		return lanes(width*blocks, thread, block)
	}
	return deal(width*blocks, 4, thread, block)
}

// numpySum is the pairwise order of numpy.sum.
func numpySum(int) *Form {
	eight := &Form{Rule: Tail, K: 8, Inner: lanes(8, fold(), pairs())}
	return &Form{Rule: Split, K: 128, U: 8, Inner: eight}
}

// cublasDot is the order of cublasSdot.
func cublasDot(int) *Form {
	block := chunks(2, fold(), halves(128))
	finish := lanes(128, fold(), lanes(32, halves(4), lanes(4, fold(), fold())))
	return chunks(256, block, finish)
}

// cublasGemv is the order of cublasSgemv with one row where it does not call for cublasDot's.
func cublasGemv(n int) *Form {
	return chunks(max(1, ceilDiv(n, 2*sms)), lanes(32, fold(), halves(32)), fold())
}

// cubSum is the order of cub::DeviceReduce::Sum of binary32: tiles of 4096 elements, 256 threads with 16 each.
func cubSum(n int) *Form {
	block := chunks(32, pairs(), fold())
	part := lanes(256, fold(), block)
	tile := &Form{Rule: Whole, K: 4096, Inner: deal(256, 4, pairs(), block), Outer: part}
	if n <= 4096 {
		return tile
	}
	return chunks(4096, tile, cubSum(ceilDiv(n, 4096)))
}

// jaxSum is the order of jax.numpy.sum up to 128 elements.
func jaxSum(n int) *Form {
	switch {
	case n <= 32:
		return halves(32)
	case n <= 64:
		return chunks(2, fold(), halves(32))
	}
	return chunks(4, pairs(), halves(32))
}
