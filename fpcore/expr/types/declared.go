package types

// Form says what a declared type is.
type Form uint8

// The forms.
const (
	Scalar Form = iota
	Array
	Record // a struct or a union
	Address
	Void
	Reference // to Elem: of a parameter or variable that is another name
	Signature // of a function: Elem is its result, nil if nothing is said of it; Members are its parameters
)

// Declared is the type of a variable, parameter or function as a text declares it.
type Declared struct {
	Form     Form
	Base     Type // scalar
	Narrow   int8 // scalar: 8 or 16 for char and short, negative if signed
	Volatile bool
	Union    bool
	Rounding string    // scalar: the function that a value stored goes through, as for __nv_fp8_e4m3; see Rounding
	Elem     *Declared // array, address, reference
	N        int32     // array: elements
	Cells    int32
	Size     int32 // bytes
	Members  []Member
}

// Member is a member of a struct or union.
type Member struct {
	ID   int32 // the number of its name
	Type *Declared
	Cell int32 // the first cell of it, relative to the structure; 0 in a union
}

// Has reports whether a structure has a member of this name.
func (ct *Declared) Has(id int32) bool {
	for i := range ct.Members {
		if ct.Members[i].ID == id {
			return true
		}
	}
	return false
}

// ScalarType is the type of a number.
//
//go:noinline
func ScalarType(t Type) *Declared {
	return &Declared{Base: t, Cells: 1, Size: int32(max(t.Bits(), 8) / 8)}
}

// PointerTo is the type of a pointer.
func PointerTo(ct *Declared) *Declared { return &Declared{Form: Address, Elem: ct, Cells: 1, Size: 8} }

// ReferenceTo is the type of another name of something.
func ReferenceTo(ct *Declared) *Declared {
	return &Declared{Form: Reference, Elem: ct, Cells: ct.Cells, Size: ct.Size}
}

// ArrayOf is the type of n elements.
func ArrayOf(ct *Declared, n int32) *Declared {
	return &Declared{Form: Array, Elem: ct, N: n, Cells: ct.Cells * n, Size: ct.Size * n}
}
