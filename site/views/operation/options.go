package operation

import (
	"strconv"

	"ulplab/fpcore/format"
	"ulplab/fpcore/round"
)

// Option is a choice that the IEEE standard leaves open or that hardware adds. Key and values are those of links;
// the first value is the default.
type Option struct {
	Key    string
	Values []string
}

// Options lists the options of the Operation view. The width of the random bits and the bits themselves are
// numbers and stand beside it: keys "rb" (0 to 64) and "rn" (hexadecimal).
var Options = []Option{
	{"t", []string{"after", "before"}},
	{"di", []string{"keep", "zero"}},
	{"fo", []string{"keep", "before", "after", "sub"}},
	{"ov", []string{"ieee", "sat", "inf", "nan"}},
	{"nan", []string{"first", "nvidia", "riscv", "sse", "x87", "arm"}},
	{"it", []string{"s32", "u32", "s64", "u64", "s16", "u16", "s8", "u8"}},
	{"p", []string{"0", "64", "53", "24", "11", "8"}},
}

// NaNRules are the rules that the values of option "nan" stand for, in the same order: the first operand NaN made
// quiet; always 0x7fffffff (NVIDIA GPUs); always 0x7fc00000 (RISC-V); the first operand NaN or 0xffc00000 (SSE);
// the larger significand (x87); signaling NaNs first (Arm).
var NaNRules = []round.NaNRule{
	{},
	{NoPropagate: true, Default: format.AllOnes},
	{NoPropagate: true},
	{Default: format.NegativeQuiet},
	{X87: true, Default: format.NegativeQuiet},
	{SignalingFirst: true},
}

// Option returns the value of an option.
func (o State) Option(key string) string {
	switch key {
	case "t":
		return Options[0].Values[o.Env.Tininess]
	case "di":
		if o.Env.FlushIn {
			return "zero"
		}
		return "keep"
	case "fo":
		return Options[2].Values[o.Env.FlushOut]
	case "ov":
		return Options[3].Values[o.Env.Overflow]
	case "nan":
		for i, r := range NaNRules {
			if r == o.Env.NaN {
				return Options[4].Values[i]
			}
		}
	case "it":
		return IntTypes[int(o.Int)%len(IntTypes)].ID
	case "p":
		return strconv.Itoa(int(o.Env.Precision))
	case "rb":
		return strconv.Itoa(int(o.Env.RandomBits))
	case "rn":
		return strconv.FormatUint(o.Env.Random, 16)
	}
	return ""
}

// SetOption sets an option and reports whether key and value exist.
func (o *State) SetOption(key, value string) bool {
	switch key {
	case "rb":
		n, err := strconv.ParseUint(value, 10, 8)
		if err != nil || n > 64 {
			return false
		}
		o.Env.RandomBits = uint8(n)
		o.Env.Random &= 1<<n - 1
		return true
	case "rn":
		n, err := o.ReadRandom(value)
		if err != nil {
			return false
		}
		o.Env.Random = n
		return true
	}
	for _, opt := range Options {
		if opt.Key != key {
			continue
		}
		for i, v := range opt.Values {
			if v == value {
				o.setOption(key, uint8(i))
				return true
			}
		}
	}
	return false
}

func (o *State) setOption(key string, i uint8) {
	switch key {
	case "t":
		o.Env.Tininess = round.Tininess(i)
	case "di":
		o.Env.FlushIn = i == 1
	case "fo":
		o.Env.FlushOut = round.Flush(i)
	case "ov":
		o.Env.Overflow = round.Overflow(i)
	case "nan":
		o.Env.NaN = NaNRules[i]
	case "it":
		o.Int = i
		if o.ID == FromInt {
			o.X[0] = o.reread(o.X[0], "100")
		}
	case "p":
		n, _ := strconv.Atoi(Options[6].Values[i])
		o.Env.Precision = uint8(n)
	}
}
