package lab

// Phase is the state of the sweep.
type Phase uint8

// The stages of a sweep.
const (
	Idle Phase = iota
	Running
	Paused
	Done
	Cancelled
	Failed
)
