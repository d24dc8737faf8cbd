package explain

import "ulplab/fpcore/expr"

// A compensated sum carries what rounding lost beside the sum. Taken one by one its operations would have errors that
// grow with every term; together they keep a number near the exact sum, of which the bound follows.
//
//	Kahan:     y = x - c;  t = s + y;  c = (t - s) - y;  s = t        s - c is near the sum
//	Neumaier:  t = s + x;  c += (s - t) + x, or (x - t) + s;  s = t   s + c is
//
// Let s ∓ c differ from the exact sum by at most e. Then t - s - y is just what the rounding of t lost, of magnitude h at
// most, and the difference that computes it has an error k, the roundings of |t - s| ≤ |y| + h and of h + k. So t ∓ c
// differs by e + E(x) + k and the rounding of y, or of c, and t alone by h more. This holds where sums are computed in the
// order of the text, each rounded to its own format.

// compensation is what a bound knows of the compensated sums of a program.
type compensation struct {
	sums map[int32]corrected // by correction
	lost map[int32]lost      // by sum t
	took map[int32]lost      // by operation that computes what t lost: its sum, and k in place of the rounding
}

// corrected is a sum t with its correction c: t - c if minus, else t + c, which differs by err and k from the exact sum, k
// because of the difference from first that computes what t lost.
type corrected struct {
	t, first int32
	minus    bool
	err, k   mag
}

// lost is a sum t = s + y; of what took it up, s is the operand that the difference begins with. Kahan's y has taken up the correction of s: then s + y differs by err from the exact sum.
type lost struct {
	t, s, y   int32
	kahan     bool
	err, part mag // part: the rounding of t
}

// compensated sets the bound of an operation that belongs to a compensated sum, and reports whether it is one.
func (b *bounder) compensated(i int32) (local mag, ok bool) {
	v := &b.c.Values[i]
	if b.m.Wide || b.m.Demoted || b.m.AnyOrder || b.m.Every != "" || b.chains[i] != nil {
		return mag{}, false
	}
	if b.comp.sums == nil {
		b.comp = compensation{map[int32]corrected{}, map[int32]lost{}, map[int32]lost{}}
	}
	x, y := v.X[0], v.X[1]
	if err, ok := b.near(x, y, v.Op == expr.Sub); ok && !b.high(x).isZero() && !b.e[y].isZero() { // the sum with its correction
		return b.rounded(i, err), true
	}
	if local, ok := b.taken(i); ok {
		return local, true
	}
	if v.Op == expr.Sub {
		return mag{}, false
	}
	if p, ok := b.comp.took[y]; ok { // c += what t lost
		for _, o := range [2][2]int32{{p.s, p.y}, {p.y, p.s}} {
			if err, ok := b.near(o[0], x, false); ok {
				local = b.rounded(i, b.e[x].addUp(b.e[y]))
				b.comp.sums[i] = corrected{p.t, p.s, false, err.addUp(b.e[o[1]]).addUp(local), p.part}
				return local, true
			}
		}
	}
	for _, o := range [2][2]int32{{x, y}, {y, x}} { // t = s + (x - c)
		w := &b.c.Values[o[1]]
		if w.Op != expr.Sub {
			continue
		}
		if err, ok := b.near(o[0], w.X[1], true); ok {
			before := b.e[w.X[0]].addUp(b.e[w.X[1]])
			err = err.addUp(b.e[w.X[0]]).addUp(b.unit(o[1], before, 1))
			local = b.rounded(i, err)
			b.comp.lost[i] = lost{i, o[0], o[1], true, err, local}
			return local, true
		}
	}
	local = b.rounded(i, b.e[x].addUp(b.e[y]))
	b.comp.lost[i] = lost{i, x, y, false, mag{}, local}
	return local, true
}

// rounded sets the bound of an operation whose result before rounding differs by err from that of the program.
func (b *bounder) rounded(i int32, err mag) (local mag) {
	if !err.none() {
		local = b.unit(i, err, 1)
	}
	b.e[i] = err.addUp(local)
	return local
}

// near returns how far s - c, or s + c, is from the exact sum, if c is the correction of s.
func (b *bounder) near(s, c int32, minus bool) (mag, bool) {
	if p, ok := b.comp.sums[c]; ok && p.t == s && p.minus == minus {
		return p.err.addUp(p.k), true
	}
	if b.e[c].isZero() && b.high(c).isZero() { // there is nothing to correct yet
		return b.e[s], true
	}
	return mag{}, false
}

// taken sets the bound of (t - s) - y, (s - t) + y and (y - t) + s, which are 0 in exact arithmetic.
func (b *bounder) taken(i int32) (local mag, ok bool) {
	v := &b.c.Values[i]
	d := &b.c.Values[v.X[0]]
	if d.Op != expr.Sub || !b.high(i).isZero() {
		return mag{}, false
	}
	t, first := d.X[0], d.X[1]
	if v.Op == expr.Add {
		t, first = first, t
	}
	p, ok := b.comp.lost[t]
	other := p.y
	if first == p.y {
		other = p.s
	}
	if !ok || first != p.s && first != p.y || v.X[1] != other || v.Op == expr.Sub && (!p.kahan || first != p.s) {
		return mag{}, false
	}
	apart := p.part // how far t is from s + y
	if !p.kahan {   // y may be a product that was fused into t, and is rounded here
		apart = apart.addUp(b.e[p.s]).addUp(b.e[p.y])
	}
	one := b.unitOf(b.formatFor(i), v.Type, b.most(other).addUp(apart), mag{}, 1)
	if one.none() {
		return mag{}, false
	}
	k := one.addUp(b.unitOf(b.formatFor(i), v.Type, apart.addUp(one), mag{}, 1))
	b.e[i] = apart.addUp(k)
	if v.Op == expr.Sub {
		b.comp.sums[i] = corrected{t, first, true, p.err, k}
	} else {
		b.comp.took[i] = lost{t, first, other, false, mag{}, k}
	}
	return k, true
}

// meet joins what the two ways of a ?: are to a compensated sum. Where the larger operand of t is that from which the
// difference is taken, it is exact (Dekker 1971), but for numbers that are taken as zero.
func (b *bounder) meet(i int32) {
	v := &b.c.Values[i]
	least := func(x, y mag, first, other int32) mag {
		if x.less(y) {
			x = y
		}
		if b.larger(v.X[0], first, other) {
			x = b.flushed(v.Type, mag{}).scaled(1)
		}
		return x
	}
	p, ok1 := b.comp.sums[v.X[1]]
	q, ok2 := b.comp.sums[v.X[2]]
	if ok1 && ok2 && p.t == q.t && p.minus == q.minus {
		if p.err.less(q.err) {
			p.err = q.err
		}
		p.k = least(p.k, q.k, p.first, q.first)
		b.comp.sums[i] = p
	}
	x, ok1 := b.comp.took[v.X[1]]
	y, ok2 := b.comp.took[v.X[2]]
	if ok1 && ok2 && x.t == y.t {
		x.part = least(x.part, y.part, x.s, y.s)
		b.comp.took[i] = x
	}
}

// larger reports a condition that holds where the number x is the larger in magnitude, and y where it does not. A product
// may be fused into the sum, and is none of its operands then.
func (b *bounder) larger(cond, x, y int32) bool {
	v := &b.c.Values[cond]
	if v.Op == expr.Less || v.Op == expr.LessEq {
		x, y = y, x
	} else if v.Op != expr.More && v.Op != expr.MoreEq {
		return false
	}
	for k, operand := range [2]int32{x, y} {
		w := &b.c.Values[v.X[k]]
		if w.Op != expr.Call || w.Fn != "fabsf" && w.Fn != "fabs" || w.X[0] != operand || b.c.Values[operand].Op == expr.Mul {
			return false
		}
	}
	return true
}
