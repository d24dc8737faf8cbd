package words_test

import (
	"fmt"

	"ulplab/site/kit/words"
)

// Numbers and names are written in one way everywhere.
func Example() {
	fmt.Println(words.Thousands(1048576), words.Grouped("-12345.678"), words.Minus("-0.5"))
	fmt.Println(words.Pow2(-149), words.Superscripts("2^-24"), words.Count(1, "ulp"), words.Count(2, "ulp"))
	fmt.Println(words.Escape(`<a & "b">`))
	// Output:
	// 1,048,576 -12,345.678 −0.5
	// 2⁻¹⁴⁹ 2⁻²⁴ 1 ulp 2 ulps
	// &lt;a &amp; &#34;b&#34;&gt;
}
