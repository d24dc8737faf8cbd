//go:build !opening

package route

import "ulplab/site/state"

// The views that only the whole program has; a new view is one line.
func init() {
	codecs = append(codecs, []codec{
		{state.Capabilities, encodeDevices, decodeDevices},
		{state.Extended, encodeX87, decodeX87},
		{state.CompilerFlags, encodeFlags, decodeFlags},
		{state.Functions, encodeFn, decodeFn},
		{state.Reduction, encodeSum, decodeSum},
		{state.Explains, encodeExplain, decodeExplain},
		{state.Questions, encodeGallery, decodeGallery},
		{state.Expression, encodeExpr, decodeExpr},
		{state.Iteration, encodeIter, decodeIter},
		{state.Paper, encodePaper, decodePaper},
	}...)
}
