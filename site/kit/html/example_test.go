package html_test

import (
	"fmt"

	"ulplab/site/kit/html"
)

// Text of a reader is made safe, powers are raised, terms carry their meaning.
func Example() {
	fmt.Println(html.Powers("-2^-24 < x"))
	fmt.Println(html.PowerOf(-149))
	fmt.Println(html.Term("bias", ""))
	// Output:
	// −2<sup>−24</sup> &lt; x
	// 2⁻¹⁴⁹
	// <span class="term" tabindex="0" role="button" aria-label="bias" aria-description="The constant that is added to the exponent before it is stored: 127 in binary32.">bias<span class="tip" role="tooltip">The constant that is added to the exponent before it is stored: 127 in binary32.</span></span>
}
