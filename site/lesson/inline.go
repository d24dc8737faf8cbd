package lesson

import (
	"errors"
	"strings"

	"ulplab/fpcore/text"
	"ulplab/site/kit/html"
	"ulplab/site/kit/words"
)

// inline is a line of a lesson as HTML: `code`, *emphasis*, 2^-24 raised, and {f32(0.1)}, which is computed: the value, or
// after a word its code {hex f32(0.1)}, its fields {binary f32(0.1)}, every digit {exact f32(0.1)}, or the shortest decimal
// that reads back {short f32(0.1)}.
func inline(s string) (string, error) {
	var b strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "`*{^")
		if i < 0 {
			break
		}
		sign, after := s[i], s[i+1:]
		b.WriteString(words.Escape(s[:i]))
		end := map[byte]string{'`': "`", '*': "*", '{': "}"}[sign]
		n := strings.Index(after, end)
		switch {
		case sign == '^':
			n = len(after) - len(strings.TrimLeft(after, "-0123456789"))
			if n == 0 {
				b.WriteByte('^')
			} else {
				b.WriteString("<sup>" + words.Escape(words.Minus(after[:n])) + "</sup>")
			}
			s = after[n:]
			continue
		case n < 0 && sign == '*', sign == '*' && (strings.HasPrefix(after, " ") || n == 0): // a lone star
			b.WriteByte('*')
			s = after
			continue
		case n < 0:
			return "", errors.New("“" + string(sign) + "” has no “" + end + "” after it in the same paragraph")
		case sign == '`':
			b.WriteString("<code>" + words.Escape(after[:n]) + "</code>")
		case sign == '*':
			b.WriteString("<em>" + words.Escape(after[:n]) + "</em>")
		default:
			shown, err := computed(after[:n])
			if err != nil {
				return "", errors.New("{" + after[:n] + "}: " + err.Error())
			}
			b.WriteString(`<span class="num">` + shown + "</span>")
		}
		s = after[n+1:]
	}
	b.WriteString(words.Escape(s))
	return b.String(), nil
}

// computed is what stands between braces.
func computed(s string) (string, error) {
	how, expression, said := strings.Cut(s, " ")
	write := map[string]func(Datum) string{
		"hex":    func(d Datum) string { return text.Bits(d.Format, d.Code) },
		"binary": func(d Datum) string { return strings.ReplaceAll(text.Binary(d.Format, d.Code)[2:], "_", " ") },
		"exact":  func(d Datum) string { return html.MinusDigits(text.Decimal(d.Format, d.Code), 5) },
		"short":  func(d Datum) string { return words.Minus(text.Shortest(d.Format, d.Code)) },
	}[how]
	if !said || write == nil {
		write, expression = value, s
	}
	d, err := Eval(expression)
	if err != nil {
		return "", err
	}
	return write(d), nil
}

// value is a datum for reading.
func value(d Datum) string { return words.Minus(words.Brief(d.Format, d.Code)) }
