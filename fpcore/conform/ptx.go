package conform

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"

	"ulplab/fpcore/ptx"
	"ulplab/fpcore/ptx/machine"
	"ulplab/fpcore/wide"
)

// CheckPTX runs the kernels of a module of PTX and compares what they write with recorded results, which it finds beside
// the file, plain or with .gz:
//
//	exprs.FLAG.ptx   exprs.index.tsv (kernel, expression) and ../../expressions/f32.FLAG.txt: kernel k(v, o, n), thread i
//	                 reads six operands at v[6i] and writes o[i]
//	NAME.ptx         NAME.json: kernel, grid, block or warps, bytes of shared memory, arguments, buffers and results in hexadecimal
//	kernels.ptx      ../orders/kernels.tsv: kernels k_PATTERN(a, b, o, n) of seeded data, their blocks' sums added serially
//
// The code that ptxas makes is what was recorded, so fusing is on.
func CheckPTX(files fs.FS, name string) ([]Report, error) {
	text, err := content(files, name)
	if err != nil {
		return nil, err
	}
	m, err := ptx.Read(string(text))
	if err != nil {
		return nil, err
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".ptx")
	dir, file := path.Split(base)
	if described, err := content(files, base+".json"); err == nil {
		r, err := checkLaunch(m, file, described)
		return []Report{r}, err
	}
	if flag, ok := strings.CutPrefix(file, "exprs."); ok {
		index, err := content(files, dir+"exprs.index.tsv")
		if err != nil {
			return nil, err
		}
		if flag == "fast" {
			flag = "use_fast_math"
		}
		cases, err := content(files, path.Join(dir, "../../expressions/f32."+flag+".txt"))
		if err != nil {
			return nil, err
		}
		r, err := compiled(m, file, string(index), string(cases))
		return []Report{r}, err
	}
	rows, err := content(files, path.Join(dir, "../orders/"+file+".tsv"))
	if err != nil {
		return nil, fmt.Errorf("no results beside it: neither %s.json nor %s", base, path.Join(dir, "../orders/"+file+".tsv"))
	}
	return checkPatterns(m, string(rows))
}

// content reads a file, or the one with .gz.
func content(files fs.FS, name string) ([]byte, error) {
	data, err := fs.ReadFile(files, name)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = fs.ReadFile(files, name+".gz")
	}
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		return data, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// budget bounds the thread-instructions of one launch.
const budget = 1 << 32

// launched runs a launch to its end.
func launched(m *ptx.Module, l machine.Launch) error {
	l.Fuse = true
	x, err := machine.Start(m, l)
	if err != nil {
		return err
	}
	for n := 0; n < budget; n += 1 << 24 {
		if done, err := x.Step(1 << 24); done {
			return err
		}
	}
	return errors.New("the kernel does not end")
}

// word returns n bytes of a number, little endian.
func word(v uint64, n int) []byte {
	b := make([]byte, n)
	for k := range b {
		b[k] = byte(v >> (8 * k))
	}
	return b
}

func read(b []byte) (v uint64) {
	for k := len(b) - 1; k >= 0; k-- {
		v = v<<8 | uint64(b[k])
	}
	return v
}

// parameter returns the value of a parameter of up to 8 bytes.
func parameter(f *ptx.Function, k int, v uint64) machine.Argument {
	return machine.Argument{Bytes: word(v, f.Params[k].Variable.Size)}
}

// result counts one result: line says which, if it differs.
func (r *Report) result(line int, operands []uint64, got, want uint64) {
	if got == want {
		r.Passed++
		return
	}
	r.Failed++
	if len(r.Mismatches) < MaxMismatches {
		m := Mismatch{Line: line, Got: wide.From64(got), Want: wide.From64(want)}
		for _, x := range operands {
			m.Operands = append(m.Operands, wide.From64(x))
		}
		r.Mismatches = append(r.Mismatches, m)
	}
}

// compiled runs the kernel of each expression on the operands that were recorded with it, each row a thread.
func compiled(m *ptx.Module, name, index, cases string) (Report, error) {
	r := Report{Name: "ptx " + name}
	kernels := map[string]string{} // by expression
	for line := range strings.Lines(index) {
		kernel, expression, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if ok && !strings.HasPrefix(line, "#") {
			kernels[expression] = kernel
		}
	}
	type row struct {
		line     int
		operands []uint64
		result   uint64
	}
	rows := map[string][]row{}
	var order []string
	number := 0
	for line := range strings.Lines(cases) {
		number++
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		parts := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(parts) != 3 {
			return r, fmt.Errorf("line %d has %d columns, not 3", number, len(parts))
		}
		c := row{line: number}
		for _, w := range append(strings.Fields(parts[1]), parts[2]) {
			v, err := strconv.ParseUint(w, 16, 64)
			if err != nil {
				return r, fmt.Errorf("line %d: %q is no hexadecimal number", number, w)
			}
			c.operands = append(c.operands, v)
		}
		last := len(c.operands) - 1
		c.result, c.operands = c.operands[last], c.operands[:last]
		if rows[parts[0]] == nil {
			order = append(order, parts[0])
		}
		rows[parts[0]] = append(rows[parts[0]], c)
	}
	for _, expression := range order {
		list := rows[expression]
		entry := mangled(m, kernels[expression])
		if entry == "" {
			r.Unsupported += len(list)
			r.Reason = "no kernel of " + expression
			continue
		}
		in, out := &machine.Buffer{Name: "v"}, &machine.Buffer{Name: "o", Data: make([]byte, 4*len(list))}
		for _, c := range list {
			for _, v := range c.operands {
				in.Data = append(in.Data, word(v, 4)...)
			}
		}
		f, _ := m.Entry(entry)
		if len(f.Params) != 3 {
			return r, fmt.Errorf("%s has %d parameters, not 3", entry, len(f.Params))
		}
		err := launched(m, machine.Launch{Entry: entry, Grid: [3]int{(len(list) + 63) / 64, 1, 1}, Block: [3]int{64, 1, 1},
			Arguments: []machine.Argument{{Buffer: in}, {Buffer: out}, parameter(f, 2, uint64(len(list)))}})
		if err != nil {
			r.Unsupported += len(list)
			r.Reason = expression + ": " + err.Error()
			continue
		}
		for k, c := range list {
			r.result(c.line, c.operands, read(out.Data[4*k:4*k+4]), c.result)
		}
	}
	return r, nil
}

// mangled returns the entry whose name is a function's, plain or as C++ compilers write it: _Z, its length, it.
func mangled(m *ptx.Module, function string) string {
	if function == "" {
		return ""
	}
	for _, name := range m.Entries() {
		if name == function || strings.HasPrefix(name, "_Z"+strconv.Itoa(len(function))+function) {
			return name
		}
	}
	return ""
}

// checkLaunch runs a kernel as it is described.
func checkLaunch(m *ptx.Module, name string, description []byte) (r Report, err error) {
	r.Name = "ptx " + name
	var d struct {
		Kernel    string
		Grid      []int
		Block     []int // or Warps of 32 threads
		Warps     int
		Shared    int `json:"shared_bytes"`
		Arguments []json.RawMessage
		Buffers   map[string][]string
		Results   map[string][]string
	}
	if err := json.Unmarshal(description, &d); err != nil {
		return r, err
	}
	entry := mangled(m, d.Kernel)
	f, ok := m.Entry(entry)
	if !ok {
		return r, fmt.Errorf("no kernel %q", d.Kernel)
	}
	l := machine.Launch{Entry: f.Name, Grid: [3]int{1, 1, 1}, Block: [3]int{32 * d.Warps, 1, 1}, Dynamic: d.Shared}
	copy(l.Grid[:], d.Grid)
	if d.Warps == 0 {
		l.Block = [3]int{1, 1, 1}
		copy(l.Block[:], d.Block)
	}
	buffers := map[string]*machine.Buffer{}
	for k, a := range d.Arguments {
		if k >= len(f.Params) {
			return r, fmt.Errorf("%s has %d parameters, the description %d", f.Name, len(f.Params), len(d.Arguments))
		}
		var named string
		if json.Unmarshal(a, &named) != nil {
			v, err := scalar(string(a), f.Params[k].Variable)
			if err != nil {
				return r, err
			}
			l.Arguments = append(l.Arguments, v)
			continue
		}
		b := buffers[named]
		if b == nil {
			b = &machine.Buffer{Name: named}
			buffers[named] = b
			for _, s := range d.Buffers[named] {
				v, err := strconv.ParseUint(s, 16, 64)
				if err != nil {
					return r, fmt.Errorf("%s: %q is no hexadecimal number", named, s)
				}
				b.Data = append(b.Data, word(v, len(s)/2)...)
			}
			if d.Buffers[named] == nil {
				for _, s := range d.Results[named] {
					b.Data = append(b.Data, make([]byte, len(s)/2)...)
				}
			}
		}
		l.Arguments = append(l.Arguments, machine.Argument{Buffer: b})
	}
	for k := len(l.Arguments); k < len(f.Params); k++ { // Triton's own, which are not used
		l.Arguments = append(l.Arguments, parameter(f, k, 0))
	}
	if err := launched(m, l); err != nil {
		for _, want := range d.Results {
			r.Unsupported += len(want)
		}
		r.Reason = err.Error()
		return r, nil
	}
	for named, want := range d.Results {
		b := buffers[named]
		at := 0
		for k, s := range want {
			v, err := strconv.ParseUint(s, 16, 64)
			if err != nil || b == nil || at+len(s)/2 > len(b.Data) {
				return r, fmt.Errorf("results of %s cannot be read", named)
			}
			r.result(k, nil, read(b.Data[at:at+len(s)/2]), v)
			at += len(s) / 2
		}
	}
	return r, nil
}

// scalar returns the value of a parameter that is written as a number: of its type, or where the text does not tell
// (.b32), binary32 if the number has a fraction.
func scalar(s string, v *ptx.Variable) (machine.Argument, error) {
	t := v.Type
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && t.Class != ptx.Float {
		return machine.Argument{Bytes: word(uint64(n), v.Size)}, nil
	}
	x, err := strconv.ParseFloat(s, v.Size*8)
	switch {
	case err != nil:
		return machine.Argument{}, fmt.Errorf("%s is no value of %s", s, v.Name)
	case v.Size == 4:
		return machine.Argument{Bytes: word(uint64(math.Float32bits(float32(x))), 4)}, nil
	}
	return machine.Argument{Bytes: word(math.Float64bits(x), v.Size)}, nil
}

// cubKernels are the template arguments of CUB's block reductions: cub::BlockReduceAlgorithm.
var cubKernels = map[string]string{"cub_block_raking_commutative": "E0E", "cub_block_raking": "E1E", "cub_block_warp_reductions": "E2E"}

// checkPatterns runs kernels of reductions.
func checkPatterns(m *ptx.Module, rows string) ([]Report, error) {
	var o orders
	finish := mangled(m, "finish")
	var of seeds
	for k, line := range strings.Split(rows, "\n") {
		w := strings.Fields(line)
		if k == 0 || len(w) == 0 {
			continue
		}
		if len(w) != 6 {
			return nil, fmt.Errorf("line %d has %d columns, not 6", k+1, len(w))
		}
		n, _ := strconv.Atoi(w[1])
		threads, _ := strconv.Atoi(w[2])
		blocks, _ := strconv.Atoi(w[3])
		entry := mangled(m, "k_"+w[0])
		if tag := cubKernels[w[0]]; tag != "" {
			for _, name := range m.Entries() {
				if strings.Contains(name, "k_cubILi"+w[2]+"E") && strings.Contains(name, tag) {
					entry = name
				}
			}
		}
		if single, passes := deviceReduce(m); w[0] == "cub_device_reduce_sum" && len(single) == 2 && n >= 1 && n <= cubTile*cubBlocks {
			a, _ := of.of(n, uint64(2*n+1), uint64(2*n+2))
			want, err := strconv.ParseUint(w[4], 16, 32)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is no hexadecimal number", k+1, w[4])
			}
			got, err := deviceSum(m, single, passes, a)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", k+1, err)
			}
			o.count("ptx "+w[0], k+1, n, want, got, true)
			continue
		}
		if n < 1 || n > maxElements || entry == "" || finish == "" || threads == 0 {
			o.count("ptx "+w[0], k+1, n, 0, 0, false)
			continue
		}
		a, b := of.of(n, uint64(2*n+1), uint64(2*n+2))
		for side, want := range w[4:] {
			v, err := strconv.ParseUint(want, 16, 32)
			if err != nil {
				return nil, fmt.Errorf("line %d: %q is no hexadecimal number", k+1, want)
			}
			got, err := pattern(m, entry, finish, a, b, side == 1, threads, blocks)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", k+1, err)
			}
			o.count("ptx "+w[0], k+1, n, v, got, true)
		}
	}
	return o.reports, nil
}

// cub::DeviceReduce::Sum of float: the elements of a tile, which is what a block of 256 threads adds, and a number of blocks that an H200
// has at least, of which each adds one tile.
const (
	cubTile   = 4096
	cubBlocks = 5 * 132 // per multiprocessor; 5 is CUB's factor
)

// deviceReduce returns the entries of cub::DeviceReduce: the kernel of a single tile for counts of type unsigned and int, and the one
// of the tiles of all blocks.
func deviceReduce(m *ptx.Module) (single []string, passes string) {
	for _, kind := range []string{"EPfSC_jS9_", "EPfSC_iS9_"} {
		for _, name := range m.Entries() {
			if strings.Contains(name, "DeviceReduceSingleTileKernel") && strings.Contains(name, kind) {
				single = append(single, name)
			}
		}
	}
	for _, name := range m.Entries() {
		if strings.Contains(name, "DeviceReduceKernel") {
			passes = name
		}
	}
	return single, passes
}

// deviceSum runs the kernels of cub::DeviceReduce as its host code launches them: one block for a single tile, else a block a tile and one
// block for their sums.
func deviceSum(m *ptx.Module, single []string, passes string, a []wide.U128) (uint64, error) {
	in, out := buffer("in", a), &machine.Buffer{Name: "out", Data: make([]byte, 4)}
	tile := func(entry string, in *machine.Buffer, n int) (uint64, error) {
		f, _ := m.Entry(entry)
		if len(f.Params) != 6 {
			return 0, errors.New(entry + " has other parameters than (in, out, n, sum, first, identity)")
		}
		err := launched(m, machine.Launch{Entry: entry, Grid: [3]int{1, 1, 1}, Block: [3]int{256, 1, 1},
			Arguments: []machine.Argument{{Buffer: in}, {Buffer: out}, parameter(f, 2, uint64(n)), parameter(f, 3, 0), parameter(f, 4, 0), parameter(f, 5, 0)}})
		return read(out.Data), err
	}
	if len(a) <= cubTile {
		return tile(single[0], in, len(a))
	}
	f, ok := m.Entry(passes)
	if !ok || len(f.Params) != 6 || f.Params[3].Variable.Size != 40 {
		return 0, errors.New("no kernel of (in, sums, n, shares, sum, identity)")
	}
	blocks := (len(a) + cubTile - 1) / cubTile
	share := machine.Argument{} // cub::GridEvenShare: tiles, blocks with one more, elements of either kind, offset, elements, blocks, and what each block fills in
	for _, v := range []int{blocks, 0, 2 * cubTile, cubTile, 0, len(a), blocks, 0, 0, 0} {
		share.Bytes = append(share.Bytes, word(uint64(v), 4)...)
	}
	sums := &machine.Buffer{Name: "sums", Data: make([]byte, 4*blocks)}
	err := launched(m, machine.Launch{Entry: passes, Grid: [3]int{blocks, 1, 1}, Block: [3]int{256, 1, 1},
		Arguments: []machine.Argument{{Buffer: in}, {Buffer: sums}, parameter(f, 2, uint64(len(a))), share, parameter(f, 4, 0), parameter(f, 5, 0)}})
	if err != nil {
		return 0, err
	}
	return tile(single[1], sums, blocks)
}

// buffer holds numbers of 32 bits.
func buffer(name string, v []wide.U128) *machine.Buffer {
	x := &machine.Buffer{Name: name}
	for _, c := range v {
		x.Data = append(x.Data, word(c.Lo, 4)...)
	}
	return x
}

// pattern runs a reduction, then the kernel that adds the blocks' sums.
func pattern(m *ptx.Module, entry, finish string, a, b []wide.U128, dot bool, threads, blocks int) (uint64, error) {
	f, _ := m.Entry(entry)
	g, _ := m.Entry(finish)
	if len(f.Params) != 4 || len(g.Params) != 3 {
		return 0, errors.New("the kernels have other parameters than (a, b, o, n) and (p, o, m)")
	}
	parts, out := &machine.Buffer{Name: "parts", Data: make([]byte, 4*blocks)}, &machine.Buffer{Name: "out", Data: make([]byte, 4)}
	second := parameter(f, 1, 0)
	if dot {
		second = machine.Argument{Buffer: buffer("b", b)}
	}
	err := launched(m, machine.Launch{Entry: entry, Grid: [3]int{blocks, 1, 1}, Block: [3]int{threads, 1, 1}, Dynamic: 4096,
		Arguments: []machine.Argument{{Buffer: buffer("a", a)}, second, {Buffer: parts}, parameter(f, 3, uint64(len(a)))}})
	if err != nil {
		return 0, err
	}
	err = launched(m, machine.Launch{Entry: finish, Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1},
		Arguments: []machine.Argument{{Buffer: parts}, {Buffer: out}, parameter(g, 2, uint64(blocks))}})
	return read(out.Data), err
}
