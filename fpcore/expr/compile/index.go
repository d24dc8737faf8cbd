package compile

import "math/bits"

// index finds nodes by their keys. It is a hash table of its own: a map of the language took a fifth of a compilation.
type index struct {
	keys  []key
	nodes []int32 // by number of a key
	slots []int32 // by hash, or the next free one: the number of a key plus one
	shift uint8
}

// newIndex has room for n keys, and grows.
func newIndex(n int) (x index) {
	x.keys, x.nodes = make([]key, 0, n), make([]int32, 0, n)
	x.rehash(2 * n)
	return x
}

func (x *index) rehash(n int) {
	log := max(bits.Len(uint(n)), 4)
	x.slots, x.shift = make([]int32, 1<<log), uint8(64-log)
	for i := range x.keys {
		x.slots[x.slot(&x.keys[i])] = int32(i) + 1
	}
}

// slot is the place of a key, or where it would have it.
func (x *index) slot(k *key) uint64 {
	h := (uint64(uint32(k.x[0]))|uint64(uint32(k.x[1]))<<32)*0x9e3779b97f4a7c15 ^ (k.bits^uint64(k.op)<<56^uint64(k.typ)<<48)*0xc2b2ae3d27d4eb4f ^ uint64(uint32(k.x[2]))<<32 ^ uint64(k.fn)
	h = (h ^ h>>29) * 0x9e3779b97f4a7c15
	for s := h >> x.shift; ; s = (s + 1) & uint64(len(x.slots)-1) {
		if i := x.slots[s]; i == 0 || x.keys[i-1] == *k {
			return s
		}
	}
}

func (x *index) find(k key) (int32, bool) {
	if i := x.slots[x.slot(&k)]; i > 0 {
		return x.nodes[i-1], true
	}
	return 0, false
}

// add enters a key that is not there.
func (x *index) add(k key, node int32) {
	x.keys, x.nodes = append(x.keys, k), append(x.nodes, node)
	if 2*len(x.keys) > len(x.slots) {
		x.rehash(2 * len(x.slots))
		return
	}
	x.slots[x.slot(&k)] = int32(len(x.keys))
}
