// Package syntax reads a text of C or CUDA C as people paste it: Read cuts it into tokens, with the lines of the
// preprocessor and macros resolved, and makes a tree of each statement and declaration of the outermost level.
//
// Its contract: nothing is executed and nothing computed while a text is read, but for the conditions of #if; names are
// known as types, variables and functions only as far as the grammar of C needs it. A tree is not changed by who evaluates
// it, so one may be evaluated any number of times. Functions of the C++ library that are loops over a row, such as
// std::accumulate, stand in the tree as functions without a name: library has their text, and all of it counts as standing
// where the call does. What cannot be read becomes a BadTree with its error, which counts when an evaluation comes to it;
// behind it nothing is read. Errors and notes point to bytes of the text.
package syntax
