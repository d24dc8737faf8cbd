package svg

import (
	"encoding/binary"
	"strings"

	"ulplab/site/kit/words"
)

// PNGText returns chunks, to come after the header of a PNG file, of a document that File or Linked made: its
// text alternative and its link.
func PNGText(file string) (chunks []byte) {
	_, link, _ := strings.Cut(file, "<desc>")
	link, _, _ = strings.Cut(link, "</desc>")
	for _, c := range [...][2]string{{"Description", TitleOf(file)}, {"Source", words.Unescape(link)}} {
		if c[1] == "" {
			continue
		}
		data := []byte("iTXt" + c[0] + "\x00\x00\x00\x00\x00" + c[1])
		chunks = binary.BigEndian.AppendUint32(chunks, uint32(len(data)-4))
		chunks = append(chunks, data...)
		chunks = binary.BigEndian.AppendUint32(chunks, crc(data))
	}
	return chunks
}

// crc is the CRC-32 of a chunk.
func crc(data []byte) uint32 {
	c := ^uint32(0)
	for _, b := range data {
		c ^= uint32(b)
		for range 8 {
			c = c>>1 ^ 0xedb88320&-(c&1)
		}
	}
	return ^c
}
