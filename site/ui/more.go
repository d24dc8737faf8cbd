//go:build !opening

package ui

import (
	"ulplab/site/kit/markup"
	"ulplab/site/lab"
	"ulplab/site/state"
)

// The views that only the whole program has: a new one is a line here and its lines in the maps below (keys.go).
func init() {
	views = append(views, []view{
		{state.Capabilities, func(s state.State) markup.Node {
			return pageOf("", devicesView{In: s.Devices, ReadOnly: s.ReadOnly}, devicesView.render)
		}},
		{state.Extended, func(s state.State) markup.Node {
			return pageOf("", x87View{In: s.X87, ReadOnly: s.ReadOnly}, x87View.render)
		}},
		{state.CompilerFlags, func(s state.State) markup.Node {
			return pageOf("", flagsView{In: s.Flags, ReadOnly: s.ReadOnly}, flagsView.render)
		}},
		{state.Functions, func(s state.State) markup.Node {
			return pageOf("", fnView{In: s.Fn, ReadOnly: s.ReadOnly}, fnView.render)
		}},
		{state.Reduction, func(s state.State) markup.Node {
			return markup.Bare(sumView{In: s.Sum, ReadOnly: s.ReadOnly}, sumView.page)
		}},
		{state.Explains, func(s state.State) markup.Node {
			return pageOf("explain", explainView{In: s.Explain, ReadOnly: s.ReadOnly}, explainView.render)
		}},
		{state.Questions, func(s state.State) markup.Node { return markup.Bare(galleryView{In: s.Gallery}, galleryView.render) }},
		{state.Expression, func(s state.State) markup.Node {
			return pageOf("", exprView{In: s.Expr, ReadOnly: s.ReadOnly}, exprView.render)
		}},
		{state.Iteration, func(s state.State) markup.Node {
			return pageOf("", iterView{In: s.Iter, ReadOnly: s.ReadOnly}, iterView.render)
		}},
		{state.Paper, func(s state.State) markup.Node { return markup.Bare(paperView{In: s.Paper}, paperView.render) }},
	}...)
	for k, do := range map[string]func(p lab.Key, bit int) (markup.Action, bool){
		"fn.x":     fnKey,
		"fn.cells": fnCellKey,
		"dev.A":    devKey(0),
		"dev.B":    devKey(1),
		"dev.0":    devOperandKey(0),
		"dev.1":    devOperandKey(1),
		"dev.2":    devOperandKey(2),
		"flags.0":  flagsKey(0),
		"flags.1":  flagsKey(1),
		"flags.2":  flagsKey(2),
		"intrin.0": intrinKey(0),
		"intrin.1": intrinKey(1),
		"intrin.2": intrinKey(2),
		"x87.op":   x87Key,
		"expr.in":  exprKey,
		"iter.in":  iterKey,
		"sum.grid": sumKey,
		"sum.big":  sumBigKey,
		"sum.tree": sumTreeKey,
	} {
		keyed[k] = do
	}
	for k, do := range map[string]func(bit int) markup.Action{
		"fn.cells": fnCell,
		"x87.cw":   x87Word("x87.cw"),
		"x87.mx":   x87Word("x87.mx"),
	} {
		toggled[k] = do
	}
	for k, do := range map[string]func(bit int) markup.Action{
		"fn.cells": fnOver,
	} {
		hovered[k] = do
	}
	opened["sum"], opened["sum.probe"] = sumOpened, probeOpened
	opened["explain"] = explainOpened
	for k, do := range map[string]func(rest string) markup.Action{
		"fn":          fnTap,
		"dev.pick":    devPick,
		"dev.feature": devFeature,
		"dev.witness": devWitness,
		"paper.go":    paperGo,
		"flags":       flagsTap,
		"x87":         x87Tap,
		"expr":        exprTap,
		"gallery":     galleryTap,
		"iter":        iterTap,
		"sum":         sumTap,
		"sumb":        sumBigTap,
		"sumt":        sumTreeTap,
		"sumf":        sumFreeTap,
		"sumr":        sumRevealTap,
	} {
		tapped[k] = do
	}
}
