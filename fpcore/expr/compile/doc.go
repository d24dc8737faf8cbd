// Package compile translates a program as the compiler of a target does: nvcc for a GPU, g++ and clang++ for x86-64 and
// for x87.
//
// A Code becomes a graph of nodes (graph.go), which the compiler's rules rewrite (rewrite.go, combine.go) and in which
// they fuse products with sums: nvcc's instruction selection and assembler (nvcc.go), GCC's and LLVM's (contract.go, with
// the loops and basic blocks in loops.go and place.go that decide what they fuse), or what a Choice says (plan.go). The
// nodes that are wanted become the instructions of package run (lower.go, call.go), for x87 with the values that are kept
// in memory (x87.go, x87doubt.go).
//
// Its contract: a rule stands here only if a compiler was seen to follow it, in results that package conform holds; what
// nobody knows about a target is an error, not a guess. Target says what a compiler was asked for, Choice what it decided:
// Compile(c, t) and PlanOf(c, ChoiceOf(c, t)) give the same bits, and a Choice that no compiler makes is a hypothesis.
package compile
