package sweep

import (
	"errors"

	"ulplab/fpcore/summation"
)

// vectors is the job "vectors WORD LO HI": random vectors summed in several orders, see summation.Vectors.
type vectors struct{ summation.Vectors }

func newVectors(words []string, lo, hi uint64) (Job, error) {
	if len(words) != 1 {
		return nil, errors.New("a job of vectors reads: vectors, one word that describes them, and the range")
	}
	v, err := summation.ReadVectors(words[0], lo, hi)
	if err != nil {
		return nil, err
	}
	return vectors{v}, nil
}

func (j vectors) Range() (lo, hi uint64) { return j.Lo, j.Hi }

func (j vectors) Part(lo, hi uint64) Job {
	j.Lo, j.Hi = max(lo, j.Lo), min(hi, j.Hi)
	return j
}

func (j vectors) Start() Runner { return j.Vectors.Start() }
