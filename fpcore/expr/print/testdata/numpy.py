"""What the emitted programs need of NumPy, for machines without it: scalars of fixed size, rounded by struct.

Sums, products, quotients and roots of binary16 and binary32 are computed in binary64 and rounded again, which gives what
one rounding gives, for 53 >= 2*24 + 2.
"""
import math
import struct

isnan, isfinite = (lambda x: math.isnan(x)), (lambda x: math.isfinite(x))


def errstate(**_):
    class Nothing:
        def __enter__(self): return self
        def __exit__(self, *_): return False
    return Nothing()


def seterr(**_): pass


class Number:
    def view(self, other):
        return other._unpack(self._pack())

    def __repr__(self): return repr(self.value)
    def __str__(self): return str(self.value)
    def __format__(self, spec): return format(self.value, spec)
    def __int__(self): return int(self.value)
    def __index__(self): return int(self.value)
    def __float__(self): return float(self.value)
    def __bool__(self): return bool(self.value)
    def __hash__(self): return hash(self.value)
    def __eq__(self, o): return self.value == plain(o)
    def __ne__(self, o): return self.value != plain(o)
    def __lt__(self, o): return self.value < plain(o)
    def __le__(self, o): return self.value <= plain(o)
    def __gt__(self, o): return self.value > plain(o)
    def __ge__(self, o): return self.value >= plain(o)
    def __neg__(self): return type(self)(-self.value)
    def __pos__(self): return self
    def __abs__(self): return type(self)(abs(self.value))
    def __add__(self, o): return self.both(o)(self.value + plain(o))
    def __radd__(self, o): return self.both(o)(plain(o) + self.value)
    def __sub__(self, o): return self.both(o)(self.value - plain(o))
    def __rsub__(self, o): return self.both(o)(plain(o) - self.value)
    def __mul__(self, o): return self.both(o)(self.value * plain(o))
    def __rmul__(self, o): return self.both(o)(plain(o) * self.value)
    def __truediv__(self, o): return self.both(o)(quotient(float(self.value), float(plain(o))))
    def __rtruediv__(self, o): return self.both(o)(quotient(float(plain(o)), float(self.value)))

    def both(self, o):
        """The type of an operation with o: the wider of two NumPy types, or that of the one there is."""
        if not isinstance(o, Number) or type(o) is type(self):
            return type(self)
        if isinstance(self, Real) and isinstance(o, Real):
            return type(self) if self.bits > o.bits else type(o)
        raise TypeError("the program mixes " + type(self).__name__ + " and " + type(o).__name__)


def plain(x): return x.value if isinstance(x, Number) else x


def quotient(x, y):
    if y != 0:
        return x / y
    if x == 0 or math.isnan(x) or math.isnan(y):
        return math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


class Real(Number):
    def __init__(self, x):
        x = float(plain(x))
        if math.isfinite(x):
            try:
                x = struct.unpack(self.code, struct.pack(self.code, x))[0]
            except OverflowError:
                x = math.copysign(math.inf, x)
        self.value = x

    def _pack(self): return struct.pack(self.code, self.value)

    @classmethod
    def _unpack(cls, b): return cls(struct.unpack(cls.code, b)[0])


class Whole(Number):
    def __init__(self, x):
        x = int(plain(x)) & (1 << self.bits) - 1
        if self.signed and x >> self.bits - 1:
            x -= 1 << self.bits
        self.value = x

    def _pack(self): return struct.pack(self.code, self.value)

    @classmethod
    def _unpack(cls, b): return cls(struct.unpack(cls.code, b)[0])

    def __and__(self, o): return type(self)(self.value & plain(o))
    def __or__(self, o): return type(self)(self.value | plain(o))
    def __xor__(self, o): return type(self)(self.value ^ plain(o))
    def __lshift__(self, o): return type(self)(self.value << plain(o))
    def __rshift__(self, o): return type(self)(self.value >> plain(o))
    def __invert__(self): return type(self)(~self.value)
    def __mod__(self, o): return self.value % plain(o)
    def __floordiv__(self, o): return self.value // plain(o)


for name, base, code, bits, signed in (("float16", Real, "<e", 16, True), ("float32", Real, "<f", 32, True), ("float64", Real, "<d", 64, True),
        ("int32", Whole, "<i", 32, True), ("uint32", Whole, "<I", 32, False), ("int64", Whole, "<q", 64, True), ("uint64", Whole, "<Q", 64, False),
        ("int16", Whole, "<h", 16, True), ("uint16", Whole, "<H", 16, False)):
    globals()[name] = type(name, (base,), {"code": code, "bits": bits, "signed": signed})


def each(f):
    return lambda x: type(x)(x.value if not math.isfinite(x.value) else f(x.value))


def signed(f):
    """A function to whole numbers that keeps the sign of zero."""
    return each(lambda x: math.copysign(float(f(x)), x))


floor, ceil, trunc, rint = signed(math.floor), signed(math.ceil), signed(math.trunc), signed(round)
abs, sqrt = abs, (lambda x: type(x)(math.nan if x.value < 0 else math.sqrt(x.value) if x.value != math.inf else math.inf))


def copysign(x, y): return type(x)(math.copysign(x.value, float(plain(y))))
def fmod(x, y): return x.both(y)(math.nan if plain(y) == 0 or math.isinf(x.value) else math.fmod(x.value, plain(y)))
def fmin(x, y): return x if math.isnan(plain(y)) or x.value <= plain(y) else x.both(y)(y)
def fmax(x, y): return x if math.isnan(plain(y)) or x.value >= plain(y) else x.both(y)(y)


def ldexp(x, n):
    try:
        return type(x)(math.ldexp(x.value, int(plain(n))))
    except OverflowError:
        return type(x)(math.copysign(math.inf, x.value))
