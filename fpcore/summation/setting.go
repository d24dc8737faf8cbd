package summation

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Setting is a setting of an Input as texts tell it: a number, or one of some names. What shows, stores or reads settings
// goes by this list: a new one is a field of Input and a literal here.
type Setting struct {
	ID string // in links

	wrong       string   // what a value is that is none of it: "not a number of threads on offer"
	names       []string // of the values 0, 1, …; nil for a number
	list        []int    // the numbers on offer; nil for all from least to most
	least, most int
	at          func(*Input) *int32
	bit         func(*Input) *bool // in the place of at, with two names
}

// Settings are all settings but the arithmetic, which is text by itself, and the tree, which is typed.
var Settings = []Setting{
	{ID: "k", wrong: "not a kind of data of this view", names: Kinds[:], at: func(in *Input) *int32 { return &in.Kind }},
	{ID: "n", wrong: "not a number of elements from 2 to 1048576", least: Least, most: Most, at: func(in *Input) *int32 { return &in.N }},
	{ID: "s", wrong: "not a seed, a number from 0 to 1073741824", most: MostSeed, at: func(in *Input) *int32 { return &in.Seed }},
	{ID: "c", wrong: "not the exponent of a condition number, 1 to 14", least: 1, most: MostCond, at: func(in *Input) *int32 { return &in.Cond }},
	{ID: "d", wrong: "not 0 or 1", names: []string{"0", "1"}, bit: func(in *Input) *bool { return &in.Dot }},
	{ID: "f", wrong: "neither 32 nor 64 bits", names: []string{"32", "64"}, bit: func(in *Input) *bool { return &in.Double }},
	{ID: "t", wrong: "not a number of threads on offer", list: Threads[:], at: func(in *Input) *int32 { return &in.Threads }},
	{ID: "b", wrong: "not a number of blocks on offer", list: Blocks[:], at: func(in *Input) *int32 { return &in.Blocks }},
	{ID: "ac", wrong: "not a number of accumulators on offer", list: Accums[:], at: func(in *Input) *int32 { return &in.Accums }},
	{ID: "cp", wrong: "not a number of CPU threads from 1 to 64", least: 1, most: MostCPU, at: func(in *Input) *int32 { return &in.CPU }},
	{ID: "p", wrong: "not a pattern of the grid", names: GridOrders[:], at: func(in *Input) *int32 { return &in.Pattern }},
	{ID: "at", wrong: "not something that arrives by atomics", names: ArrivalOrders[:], at: func(in *Input) *int32 { return &in.Arrive }},
}

// SettingOf returns the setting of an ID; ok is false where there is none.
func SettingOf(id string) (s Setting, ok bool) {
	i := slices.IndexFunc(Settings, func(s Setting) bool { return s.ID == id })
	if i < 0 {
		return s, false
	}
	return Settings[i], true
}

// Values lists the values on offer as texts; nil where they are too many to choose from.
func (s Setting) Values() []string {
	switch {
	case s.names != nil:
		return s.names
	case s.list == nil && s.most-s.least > 1000:
		return nil
	}
	list := s.list
	if list == nil {
		for n := s.least; n <= s.most; n++ {
			list = append(list, n)
		}
	}
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.Itoa(n)
	}
	return texts
}

// Get returns the value in an input as text.
func (s Setting) Get(in *Input) string {
	switch {
	case s.bit != nil && *s.bit(in):
		return s.names[1]
	case s.bit != nil:
		return s.names[0]
	case s.names != nil:
		return s.names[*s.at(in)]
	}
	return strconv.Itoa(int(*s.at(in)))
}

// Set puts a value into an input; one that is not on offer changes nothing, and the error says what it
// is: "not a number of threads on offer".
func (s Setting) Set(in *Input, value string) error {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	ok := err == nil
	switch {
	case s.names != nil:
		n = slices.Index(s.names, value)
		ok = n >= 0
	case s.list != nil:
		ok = ok && slices.Contains(s.list, n)
	default:
		ok = ok && n >= s.least && n <= s.most
	}
	switch {
	case !ok:
		return errors.New(s.wrong)
	case s.bit != nil:
		*s.bit(in) = n == 1
	default:
		*s.at(in) = int32(n)
	}
	return nil
}
