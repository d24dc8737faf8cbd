package e2e

import "testing"

// A matrix product: the element comes with the table of plans, every element from workers, and both with the link.
func TestMatrixProduct(t *testing.T) {
	t.Parallel()
	p := open(t, Hosted, "#/v1/gemm", Wide)
	p.wait(`document.querySelector(".gemm-targets").textContent.includes("0x47023000")`)
	p.contains(".gemm-code", "# here: 0x47023000", "use_fast_accum=True")
	p.fill("#gemm-k", "rubbish")
	p.contains("#gemm-k-problem", "K is a number from 1 to 4096.")
	p.fill("#gemm-k", "256")
	p.fill("#gemm-m", "32")
	p.fill("#gemm-n", "32")
	p.click("#gemm-all-start")
	p.wait(`document.querySelector("#gemm-all-progress").textContent.includes("1,024 of 1,024 elements, done")`)
	p.contains("#gemm-whole figcaption", "The largest of 1,024 is about 2")
	link := p.hash()
	again := open(t, Hosted, link, Phone)
	again.wait(`document.querySelector("#gemm-all-progress").textContent.includes("1,024 of 1,024 elements, done")`)
	if got, want := again.text("#gemm-whole figcaption"), p.text("#gemm-whole figcaption"); got != want {
		t.Errorf("%s shows %q instead of %q", link, got, want)
	}
	again.fits(390)
	again.fits(320)
	p.axe()
}
