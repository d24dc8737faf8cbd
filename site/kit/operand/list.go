package operand

import (
	"errors"
	"strconv"
	"strings"

	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// ReadList reads up to most numbers in a text of up to length bytes: blanks, commas or semicolons stand between them, and
// "x15" after a number repeats it so that it stands 15 times. read says which code a number means.
func ReadList(s string, length, most int, read func(string) (wide.U128, error)) (codes []uint64, err error) {
	if len(s) > length {
		return nil, errors.New("The text is longer than " + strconv.Itoa(length) + " characters.")
	}
	last := ""
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n\u00a0", r) }) {
		times := 1
		if count, ok := strings.CutPrefix(strings.Replace(word, "×", "x", 1), "x"); ok {
			m, err := strconv.Atoi(count)
			if err != nil || m < 1 || m > most || len(codes) == 0 {
				return nil, errors.New("“" + word + "” follows a number and says how often it stands, 1 to " + strconv.Itoa(most) + " times, as in 2^-25 x15.")
			}
			times, word = m-1, last
		}
		c, err := read(word)
		if err != nil {
			said := err.Error()
			if e, ok := err.(*text.Error); ok {
				said = e.Msg + "."
			}
			return nil, errors.New("Number " + strconv.Itoa(len(codes)+1) + ", “" + clip(word) + "”: " + said)
		}
		if len(codes)+times > most {
			return nil, errors.New("There are more than " + strconv.Itoa(most) + " numbers.")
		}
		for range times {
			codes = append(codes, c.Lo)
		}
		last = word
	}
	if len(codes) == 0 {
		return nil, errors.New("Write up to " + strconv.Itoa(most) + " numbers, such as 1 2^-25 x15.")
	}
	return codes, nil
}

func clip(s string) string {
	if r := []rune(s); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return s
}
