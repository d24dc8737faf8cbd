// Package evidence says how a statement about hardware is known.
package evidence

// Kind says how a fact is known.
type Kind uint8

const (
	Documented Kind = iota + 1 // by the vendor
	Measured                   // on hardware, by the lab or by others
	Inferred                   // follows from documented and measured facts
	Recalled                   // general knowledge, not looked up
)

func (k Kind) String() string {
	return [...]string{"", "documented", "measured", "inferred", "general knowledge"}[k]
}
