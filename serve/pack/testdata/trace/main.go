// Command trace does what depends on the tables of the Go runtime: deep stacks that grow and move, garbage collection,
// goroutines, deferred calls and recovered panics, names of callers; in the end it panics.
package main

import (
	"os"
	"runtime"
	"strings"
)

type node struct {
	left, right *node
	value       [3]int
}

func grow(n int, keep *node) int {
	var local [40]int
	local[n%40] = n
	if n == 0 {
		runtime.GC()
		return keep.value[1]
	}
	return grow(n-1, &node{left: keep, value: keep.value}) + local[n%40] - n
}

func tree(depth int) *node {
	if depth == 0 {
		return nil
	}
	return &node{left: tree(depth - 1), right: tree(depth - 1), value: [3]int{depth, 1, 2}}
}

func (n *node) count() int {
	if n == nil {
		return 0
	}
	return n.left.count() + n.right.count() + n.value[1]
}

func recovered(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = r.(error).Error()
		}
	}()
	f()
	return "none"
}

// callers is not inlined: what is inlined has no name in a program without places.
//
//go:noinline
func callers() string {
	pc := make([]uintptr, 20)
	frames := runtime.CallersFrames(pc[:runtime.Callers(0, pc)])
	var names []string
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "main.") {
			names = append(names, f.Function)
		}
		if !more {
			return strings.Join(names, " ")
		}
	}
}

//go:noinline
func fault[T any](list []T, i int) T { return list[i] }

func main() {
	say := func(s string) { os.Stdout.WriteString(s + "\n") }
	say("grown " + number(grow(20000, &node{value: [3]int{1, 7, 3}})))
	results := make(chan int)
	for i := range 10 {
		go func() {
			sum := 0
			for range 20 {
				sum += tree(8+i%3).count() + grow(100*i, &node{value: [3]int{0, i, 0}})
			}
			results <- sum
		}()
	}
	total := 0
	for range 10 {
		total += <-results
	}
	say("total " + number(total))
	say("recovered " + recovered(func() { fault[string](nil, 3) }))
	say("recovered " + recovered(func() { var n *node; n.value[0]++ }))
	say("callers " + callers())
	runtime.GC()
	fault([]int{1, 2}, total)
}

func number(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return number(n/10) + string(rune('0'+n%10))
}
