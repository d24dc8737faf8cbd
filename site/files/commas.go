package files

import (
	"errors"
	"strconv"
	"strings"
)

// DecimalCommas reports whether the commas of a text of numbers are decimal commas. Where tabs or semicolons separate,
// they may be; elsewhere they are if spaces separate the numbers, as in “1,5 2,5”, or if each line holds one of them and
// the first has no comma or another a zero after its own, as in “1,05”. Lines as “1,5” alone are one number or two, and
// are an error, as is “1,5, 2,5”.
func DecimalCommas(s string) (bool, error) {
	if strings.IndexByte(s, ',') < 0 {
		return false, nil
	}
	if strings.ContainsAny(s, "\t;") {
		return false, nil // fields are looked at one by one
	}
	names := -1 // words of a first line without a comma: a name above or a number alone
	pairs, sample := 0, ""
	for first := true; len(s) > 0; {
		end := strings.IndexAny(s, "\n\r")
		if end < 0 {
			end = len(s)
		}
		line := s[:end]
		s = strings.TrimLeft(s[end:], "\n\r")
		if passedOver(line) {
			continue
		}
		words := strings.Fields(line)
		if strings.IndexByte(line, ',') < 0 {
			if first {
				names = len(words)
			}
			first = false
			continue
		}
		first = false
		decimals, ended := 0, 0
		for _, w := range words {
			bare := strings.TrimSuffix(w, ",")
			if len(bare) < len(w) {
				ended++
			}
			switch {
			case decimalComma(bare):
				decimals++
			case bare == "" || strings.Trim(bare, "0123456789+-.eE") != "":
				return false, nil
			}
		}
		switch {
		case decimals == 0:
			return false, nil
		case ended > 0 && len(words) > 1:
			return false, errors.New("The commas of " + quoted(line) + " may separate numbers or be decimal commas: write decimals with a point, or separate them by semicolons.")
		case ended > 0:
			return false, nil
		case len(words) > 1:
			return true, nil
		}
		if _, after, _ := strings.Cut(line, ","); len(strings.TrimSpace(after)) > 1 && after[0] == '0' {
			return true, nil
		}
		if pairs++; pairs == 1 {
			sample = line
		}
	}
	switch {
	case names == 1 && pairs > 0:
		return true, nil
	case names == 2 || pairs < 2:
		return false, nil
	}
	return false, errors.New("Lines as " + quoted(sample) + " may hold one number with a decimal comma or two numbers: write decimals with a point, and a space after a comma that separates.")
}

// decimalComma reports whether a word is a number with a decimal comma: digits on both sides of the only one.
func decimalComma(s string) bool {
	whole, after, ok := strings.Cut(strings.TrimLeft(s, "+-"), ",")
	if !ok || len(s)-len(whole)-len(after) > 2 {
		return false
	}
	if e := strings.IndexAny(after, "eE"); e > 0 {
		if _, err := strconv.Atoi(after[e+1:]); err != nil {
			return false
		}
		after = after[:e]
	}
	return whole != "" && after != "" && strings.Trim(whole, "0123456789") == "" && strings.Trim(after, "0123456789") == ""
}

// Commas is what was seen of decimal commas in the numbers of a text.
type Commas struct {
	comma, point string // the first number of each kind
	certain      bool   // a comma that cannot group thousands
}

// Point returns a number with its decimal comma written as a point.
func (c *Commas) Point(s string) string {
	if !decimalComma(s) {
		return s
	}
	return strings.Replace(s, ",", ".", 1)
}

// See looks at a number as it is written.
func (c *Commas) See(s string) {
	if strings.IndexByte(s, '.') >= 0 && c.point == "" {
		c.point = s
	}
	if !decimalComma(s) {
		return
	}
	if c.comma == "" {
		c.comma = s
	}
	whole, after, _ := strings.Cut(strings.TrimLeft(s, "+-"), ",")
	c.certain = c.certain || len(after) != 3 || len(whole) > 3 || whole[0] == '0'
}

// Told says that commas were read as decimal commas, or what speaks against it.
func (c *Commas) Told() (note string, err error) {
	switch {
	case c.comma == "":
		return "", nil
	case c.point != "":
		return "", errors.New("There is " + quoted(c.comma) + " with a decimal comma and " + quoted(c.point) + " with a decimal point: use one of the two.")
	case !c.certain:
		return "", errors.New("The comma of " + quoted(c.comma) + " may be a decimal comma or group thousands: write a point, or leave it out.")
	}
	return "Commas are read as decimal commas: " + quoted(c.comma) + " is " + c.Point(c.comma) + ".", nil
}
