package reduction

import (
	"strconv"
	"strings"

	"ulplab/fpcore/summation"
	"ulplab/fpcore/text"
	"ulplab/fpcore/wide"
)

// csvTable writes lines of fields as RFC 4180 has them.
type csvTable struct{ b strings.Builder }

func (t *csvTable) line(fields ...string) {
	for i, f := range fields {
		if i > 0 {
			t.b.WriteByte(',')
		}
		if strings.ContainsAny(f, ",\"\r\n") {
			f = `"` + strings.ReplaceAll(f, `"`, `""`) + `"`
		}
		t.b.WriteString(f)
	}
	t.b.WriteString("\r\n")
}

// csvUlps writes an error, nothing where it has no meaning.
func csvUlps(x float64, ok bool) string {
	if !ok || x != x {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 10, 64)
}

func (m *Model) csvBits(c wide.U128) string { return text.Bits(m.F, c) }

// OrdersCSV is the table of orders.
func (m *Model) OrdersCSV() string {
	var t csvTable
	t.line("id", "order", "result", "bits", "error_ulp", "bound_ulp", "likely_bound_ulp", "steps", "correctly_rounded")
	for i := range m.Rows {
		r := &m.Rows[i]
		if !r.Done || r.Unclaimed {
			continue
		}
		steps := ""
		if r.Height > 0 {
			steps = strconv.Itoa(r.Height)
		}
		t.line(r.ID, Name(r), m.Decimal(r.Bits), m.csvBits(r.Bits), csvUlps(r.Ulps, r.OK), csvUlps(r.Worst, true), csvUlps(r.Likely, true), steps, strconv.FormatBool(r.Bits == m.Once))
	}
	return t.b.String()
}

// OutcomesCSV is a histogram of results.
func (m *Model) OutcomesCSV(list []summation.Outcome) string {
	var t csvTable
	t.line("result", "bits", "error_ulp", "count")
	for _, o := range list {
		t.line(m.Decimal(o.Bits), m.csvBits(o.Bits), csvUlps(o.Ulps, o.OK), strconv.FormatUint(o.Count, 10))
	}
	return t.b.String()
}

// GridCSV is all launches, of a GPU and of a CPU.
func (m *Model) GridCSV() string {
	var t csvTable
	t.line("machine", "accumulators", "blocks", "threads", "result", "bits", "error_ulp")
	for i := range summation.Places + summation.MostCPU {
		if m.Outcomes == nil {
			break
		}
		c := m.CellBits(i)
		machine, accums, blocks, threads := "CPU", 1, 1, i-summation.Places+1
		if i < summation.Places {
			machine = "GPU"
			accums, blocks, threads = summation.LaunchAt(i)
		}
		e, ok := m.ErrorOf(c)
		t.line(machine, strconv.Itoa(accums), strconv.Itoa(blocks), strconv.Itoa(threads), m.Decimal(c), m.csvBits(c), csvUlps(e, ok))
	}
	return t.b.String()
}

// statsCSV is the errors of many vectors: a line for each method and size.
func statsCSV(t *summation.Stats) string {
	var c csvTable
	c.line("id", "method", "elements", "vectors", "mean_ulp", "worst_ulp", "mean_u_sum_magnitudes", "worst_u_sum_magnitudes")
	for _, m := range t.Methods {
		for i, n := range t.Sizes {
			c.line(m.Row.ID, Name(&m.Row), strconv.Itoa(n), strconv.FormatUint(t.Vectors[i], 10), csvUlps(m.Mean[0][i], true), csvUlps(m.Worst[0][i], true), csvUlps(m.Mean[1][i], true), csvUlps(m.Worst[1][i], true))
		}
	}
	return c.b.String()
}

// growthCSV is the errors while orders run: a line for each point of the plot.
func growthCSV(t *summation.Growth) string {
	var c csvTable
	c.line("id", "order", "from_step", "to_step", "sums", "worst_error_ulp")
	for _, l := range t.Lines {
		for _, p := range l.Points {
			c.line(l.Row.ID, Name(l.Row), strconv.Itoa(p.From), strconv.Itoa(p.To), strconv.Itoa(p.Sums), csvUlps(p.Worst, true))
		}
	}
	return c.b.String()
}
