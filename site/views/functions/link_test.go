package functions

import (
	"testing"
)

func TestFunctionsLinks(t *testing.T) {
	bench.Becomes(t, map[string]string{
		"#/v1/functions":                                               "#/v1/functions",
		"#/v1/functions?c=1&p=figure6&pi=64":                           "#/v1/functions?c=1&p=figure6&pi=64",
		"#/v1/functions?f=f64&fn=sin&x=3ff0000000000000":               "#/v1/functions?f=f64&fn=sin&x=3ff0000000000000",
		"#/v1/functions?fn=log&tx=2":                                   "#/v1/functions?f=f32&fn=log&tx=2&x=40000000",
		"#/v1/functions?fn=log":                                        "#/v1/functions?f=f32&fn=log&x=3f800000",
		"#/v1/functions?p=steps&s=pow":                                 "#/v1/functions?a0=3ff0000000000000&a1=3ff0000000000000&p=steps&s=pow",
		"#/v1/functions?m=ftz&p=steps&s=sinf&ta0=pi":                   "#/v1/functions?a0=40490fdb&m=ftz&p=steps&s=sinf&ta0=pi",
		"#/v1/functions?d=1&p=dilemma":                                 "#/v1/functions?d=1",
		"#/v1/functions?e=130&g=unit&k=expf&m=fast&o=error&p=measured": "#/v1/functions?e=130&g=unit&k=expf&m=fast&o=error&p=measured",
		"#/v1/functions?hi=3f8fffff&lo=3f800000&p=measured&q=sin":      "#/v1/functions?hi=3f8fffff&lo=3f800000&p=measured&q=sin",
	})
	bench.Says(t, map[string]string{
		"#/v1/functions?fn=gamma":         "a function “gamma”",
		"#/v1/functions?f=f16":            "not to “f16”",
		"#/v1/functions?pi=400":           "53 to 96",
		"#/v1/functions?p=other":          "“p=other” is not one of dilemma, figure6, measured, steps",
		"#/v1/functions?s=reduce.f32":     "no function “reduce.f32”",
		"#/v1/functions?k=<b>":            "is not the name of a function",
		"#/v1/functions?e=512":            "is not a number from 0 to 511",
		"#/v1/functions?lo=3":             "both ends",
		"#/v1/functions?lo=ffffffff&hi=0": "both ends",
		"#/v1/functions?m=quick":          "default, ftz, fast",
		"#/v1/functions?d=7":              "“d=7” is not one of 0, 1",
		"#/v1/functions?c=on":             "“c=on” is not one of",
	})
}

// FuzzFunctions: any value of any key gives a state whose link gives it again.
func FuzzFunctions(f *testing.F) {
	bench.Fuzz(f, nil, "fn=exp&f=f64&x=1&tx=2&d=1&pi=70&c=1", "p=measured&m=fast&k=__sinf&o=share&g=unit&q=~ff&e=511&lo=0&hi=ffffffff",
		"p=steps&s=norm3d&a0=1&a1=2&a2=3&ta1=x&m=ftz")
}
