package start

import (
	"testing"

	"ulplab/site/lab/labtest"
)

func TestLinks(t *testing.T) {
	bench := labtest.Of(View(Packed()))
	bench.Becomes(t, map[string]string{
		"#/v1/start?x=-8":              "#/v1/start",
		"#/v1/start?x=50":              "#/v1/start?x=50",
		"#/v1/start?q=0.1~20~2b~200.2": "#/v1/start?q=0.1~20~2b~200.2",
	})
	bench.Says(t, map[string]string{
		"#/v1/start?x=51": "not a place on the line",
		"#/v1/start?x=z":  "not a place on the line",
	})
}
