package explain

import (
	"slices"
	"strconv"
	"strings"
)

// Texts with a likely mistake.

// respelling is a text in which now stands in the place of was.
type respelling struct{ text, was, now string }

// turned lists the texts in which the row and the column of one matrix, as in A[i*n + j] and A[i][j], are exchanged, each array by itself.
func turned(text string) (list []respelling) {
	const most = 6
	t := tokens(text)
	word := func(i int) string { return text[t[i].from:t[i].to] }
	row := func(i int) (row, column int) { // of a matrix whose name is the word i
		switch {
		case i+7 < len(t) && word(i+1) == "[" && word(i+3) == "*" && word(i+5) == "+" && word(i+7) == "]":
			return i + 2, i + 6
		case i+6 < len(t) && word(i+1) == "[" && word(i+3) == "]" && word(i+4) == "[" && word(i+6) == "]":
			return i + 2, i + 5
		}
		return 0, 0
	}
	seen := map[string]bool{}
	for i := range t {
		name := word(i)
		if a, _ := row(i); a == 0 || seen[name] || !letter(name[0]) || len(list) == most {
			continue
		}
		seen[name] = true
		edits := map[int]string{} // by token
		c := respelling{}
		for k := i; k < len(t); k++ {
			if a, b := row(k); a > 0 && word(k) == name && letter(word(a)[0]) && letter(word(b)[0]) {
				edits[a], edits[b] = word(b), word(a)
				if c.was == "" {
					end := t[b+1].to
					c.was = text[t[k].from:end]
					c.now = text[t[k].from:t[a].from] + word(b) + text[t[a].to:t[b].from] + word(a) + text[t[b].to:end]
				}
			}
		}
		at := 0
		for k := range t {
			if now, ok := edits[k]; ok {
				c.text += text[at:t[k].from] + now
				at = t[k].to
			}
		}
		if c.text != "" {
			c.text += text[at:]
			list = append(list, c)
		}
	}
	return list
}

// maxShortened bounds the constants of a program that are shortened.
const maxShortened = 16

// shortened lists the programs in which a decimal constant has fewer digits, two at least, cut off or rounded: 3.14 for 3.14159265f.
func shortened(text string) (list []respelling) {
	done := 0
	for _, t := range tokens(text) {
		w := text[t.from:t.to]
		number := strings.TrimRight(w, "fFlL")
		point := strings.IndexByte(number, '.')
		if !decimalLiteral(w) || point < 0 || strings.ContainsAny(number, "eE") || done == maxShortened {
			continue
		}
		done++
		x, err := strconv.ParseFloat(number, 64)
		significant := len(strings.TrimLeft(strings.Replace(number, ".", "", 1), "0"))
		for drop := 1; err == nil && significant-drop >= 2 && drop < len(number)-point; drop++ {
			cut, near := number[:len(number)-drop], strconv.FormatFloat(x, 'f', len(number)-point-1-drop, 64)
			for _, now := range []string{cut, near} {
				if now = strings.TrimSuffix(now, "."); !strings.Contains(now, ".") {
					now += ".0"
				}
				now += w[len(number):]
				c := respelling{text: text[:t.from] + now + text[t.to:], was: w, now: now}
				if y, err := strconv.ParseFloat(strings.TrimRight(now, "fFlL"), 64); err == nil && y != x && !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// maxSlips bounds the places of a program in which a mistake of one kind is tried.
const maxSlips = 12

// offByOne lists the programs in which a whole number up to 64 is one more or less, each with what stands before it: i < 5 for i < 6, v/6 for v/5.
func offByOne(text string) (list []respelling) {
	t := tokens(text)
	for i := 2; i < len(t) && len(list) < 2*maxSlips; i++ {
		w := text[t[i].from:t[i].to]
		n, err := strconv.Atoi(w)
		if before := text[t[i-1].from]; err != nil || n > 64 || before == '.' || text[t[i].to:][:min(1, len(text)-t[i].to)] == "." || !strings.ContainsRune("<=/*[+-(>", rune(before)) {
			continue
		}
		from, end := t[i-2].from, t[i].to
		if text[t[i-1].from-1:t[i-1].from] == "<" || text[t[i-1].from-1:t[i-1].from] == ">" { // i <= 5
			from = t[max(0, i-3)].from
		}
		if i+1 < len(t) && text[t[i+1].from] == ']' { // x[i+1], from the name on
			end = t[i+1].to
			for k := i - 1; k > 0; k-- {
				if text[t[k].from] == '[' {
					from = t[k-1].from
					break
				}
			}
		}
		for _, m := range [...]int{n - 1, n + 1} {
			if now := strconv.Itoa(m); m >= 0 {
				list = append(list, respelling{text: text[:t[i].from] + now + text[t[i].to:], was: text[from:end], now: text[from:t[i].from] + now + text[t[i].to:end]})
			}
		}
	}
	return list
}

// withoutCalls lists the programs in which a function of one argument is left out.
func withoutCalls(text string) (list []respelling) {
	t := tokens(text)
	for i := 0; i+1 < len(t) && len(list) < maxSlips; i++ {
		w := text[t[i].from:t[i].to]
		if slices.Contains([]string{"sqrtf", "sqrt", "fabsf", "fabs", "expf", "exp", "logf", "log"}, w) && text[t[i+1].from] == '(' {
			list = append(list, respelling{text: text[:t[i].from] + text[t[i].to:], was: w})
		}
	}
	return list
}
