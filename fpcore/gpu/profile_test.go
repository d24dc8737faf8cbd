package gpu

import (
	"encoding/csv"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestProfiles: every field of every profile has a value, a kind and a listed source; the capabilities promised are
// there, in ascending order; every source is used.
func TestProfiles(t *testing.T) {
	used := map[string]bool{}
	var ccs []string
	for k, p := range Profiles() {
		if p.Family == "" || p.Examples == "" || k > 0 && p.CC <= Profiles()[k-1].CC {
			t.Errorf("%v: %q, %q", p.CC, p.Family, p.Examples)
		}
		ccs = append(ccs, p.CC.String())
		for _, f := range lacking(p) {
			t.Errorf("%v %v: %+v", p.CC, f, p.Facts[f])
		}
		for _, fact := range p.Facts {
			used[fact.Source] = true
		}
		if q, ok := FindProfile(p.CC); !ok || q != p {
			t.Errorf("%v is not found", p.CC)
		}
	}
	want := "1.0 1.1 1.2 1.3 2.0 2.1 3.0 3.5 5.0 5.2 5.3 6.0 6.1 6.2 7.0 7.5 8.0 8.6 8.9 9.0 10.0 12.0"
	if got := strings.Join(ccs, " "); got != want {
		t.Errorf("profiles %s, want %s", got, want)
	}
	for _, s := range Sources {
		if !used[s.ID] || s.Title == "" {
			t.Errorf("source %+v is not used", s)
		}
	}
	if _, ok := FindProfile(44); ok {
		t.Error("4.4 is found")
	}
}

// lacking lists the features of which a profile lacks value, kind or a listed source.
func lacking(p Profile) (list []Feature) {
	for f := range featureCount {
		fact := p.Facts[f]
		known := slices.ContainsFunc(Sources, func(s Source) bool { return s.ID == fact.Source })
		if fact.Feature != f || f.String() == "" || fact.Value == "" || fact.Kind < Documented || fact.Kind > Recalled || fact.Kind.String() == "" || !known {
			list = append(list, f)
		}
	}
	return list
}

// TestLacking: the check of every fact fails when one lacks its kind, source or value.
func TestLacking(t *testing.T) {
	for f := range featureCount {
		for n, spoil := range []func(*Fact){
			func(x *Fact) { x.Kind = 0 },
			func(x *Fact) { x.Kind = Recalled + 1 },
			func(x *Fact) { x.Source = "" },
			func(x *Fact) { x.Source = "somewhere" },
			func(x *Fact) { x.Value = "" },
			func(x *Fact) { *x = Fact{} },
		} {
			p := Profiles()[0]
			spoil(&p.Facts[f])
			if list := lacking(p); !slices.Equal(list, []Feature{f}) {
				t.Errorf("%v spoiled in way %d: %v lack something", f, n, list)
			}
		}
	}
}

// TestTable compares the fields that are numbers or lists with the table of capabilities in testdata, which was
// gathered from the sources before this package.
func TestTable(t *testing.T) {
	file, err := os.Open("testdata/gpu_cc.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(name string) int { return slices.Index(rows[0], name) }
	for _, p := range Profiles() {
		k := slices.IndexFunc(rows, func(row []string) bool {
			return slices.Contains(strings.Split(row[0], ","), p.CC.String()) || row[0] == "1.0-1.2" && p.CC < 13
		})
		if k < 0 {
			t.Fatalf("no row of %v", p.CC)
		}
		row := rows[k]
		for name, f := range map[string]Feature{"thr_f32": RateF32, "thr_f64": RateF64, "thr_f16": RateF16, "thr_sfu": RateSpecial,
			"last_nvcc": Toolkit, "tensor_core_input_types": TensorTypes, "mufu_ops": SpecialUnit} {
			want := row[column(name)]
			switch {
			case want == "-":
				want = "none"
			case strings.HasPrefix(want, "13.x"):
				want = "supported by CUDA 13"
			case f == TensorTypes:
				want, _, _ = strings.Cut(want, " (")
				want = strings.ReplaceAll(want, ",", ", ")
			case f == SpecialUnit && strings.Contains(want, "sqrt (sqrt from 5.2)"):
				want = "rcp rsq sin cos ex2 lg2"
				if p.CC >= 52 {
					want += " sqrt"
				}
			}
			if got := p.Facts[f].Value; got != want {
				t.Errorf("%v %v: %q, want %q", p.CC, f, got, want)
			}
		}
		nan, _, _ := strings.Cut(row[column("nan_result_f32")], " ")
		if got := p.Facts[NaNF32].Value; got != strings.TrimSuffix(nan, ";") {
			t.Errorf("%v NaN %q, want %q", p.CC, got, nan)
		}
		if got, want := strings.HasPrefix(p.Facts[MultiplyAddF32].Value, "FMAD"), strings.HasPrefix(row[column("f32_madd")], "FMAD"); got != want {
			t.Errorf("%v: FMAD %v, want %v", p.CC, got, want)
		}
		if got, want := strings.HasPrefix(p.Facts[MultiplyAddF16].Value, "FMA"), row[column("f16_scalar_arith")] != "no"; got != want {
			t.Errorf("%v: arithmetic in binary16 %v, want %v", p.CC, got, want)
		}
		if got, want := strings.Contains(p.Facts[Formats].Value, "bfloat16"), row[column("bf16_scalar_arith")] != "no"; got != want {
			t.Errorf("%v: bfloat16 %v, want %v", p.CC, got, want)
		}
		if got, want := strings.Contains(p.Facts[Conversions].Value, "E4M3"), row[column("fp8_convert")] != "no"; got != want {
			t.Errorf("%v: E4M3 %v, want %v", p.CC, got, want)
		}
		if got, want := strings.Contains(p.Facts[Conversions].Value, "E2M1"), row[column("fp6_fp4_e8m0_convert")] != "no"; got != want {
			t.Errorf("%v: E2M1 %v, want %v", p.CC, got, want)
		}
	}
}

// TestDifferences: 1.0 and 1.2 compute alike; 1.3 differs from 1.2 in what binary64 brings.
func TestDifferences(t *testing.T) {
	get := func(cc Capability) Profile {
		p, ok := FindProfile(cc)
		if !ok {
			t.Fatalf("no %v", cc)
		}
		return p
	}
	if d := Differences(get(10), get(12)); len(d) != 0 {
		t.Errorf("1.0 and 1.2 differ in %v", d)
	}
	want := []Feature{Formats, Conversions, MultiplyAddF64, RoundingF64, RoundingDivisionF64, SubnormalsOther, DivisionF64, NaNF64, RateF64}
	if d := Differences(get(12), get(13)); !slices.Equal(d, want) {
		t.Errorf("1.2 and 1.3 differ in %v, want %v", d, want)
	}
}
