package conform

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// beside lays the recorded modules out as CheckPTX finds them: beside the results of their expressions and patterns.
func beside(t *testing.T) fstest.MapFS {
	files := fstest.MapFS{}
	err := filepath.WalkDir("testdata/ptx", func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		files["h200/"+strings.TrimPrefix(filepath.ToSlash(name), "testdata/")] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]string{"(default flags)": "default", "-ftz=true": "ftz", "-use_fast_math": "use_fast_math"}
	for _, part := range strings.Split(string(recorded(t, "expressions_recorded.txt.gz")), "# target: ") {
		head, _, _ := strings.Cut(part, "\n")
		if flag, ok := strings.CutPrefix(head, "nvcc 13.0 sm_90 "); ok && flags[flag] != "" && strings.Contains(part, "# type: float") {
			files["expressions/f32."+flags[flag]+".txt"] = &fstest.MapFile{Data: []byte("# target: " + part)}
		}
	}
	rows := strings.SplitAfter(string(recorded(t, "orders/kernels.tsv.gz")), "\n")
	kept := rows[:1]
	for k, row := range rows[1:] { // small ones, some of each pattern; all of them with ULPLAB_LONG
		if w := strings.Fields(row); os.Getenv("ULPLAB_LONG") != "" || len(w) > 2 && len(w[1]) < 5 && k%5 == 0 {
			kept = append(kept, row)
		}
	}
	files["h200/orders/kernels.tsv"] = &fstest.MapFile{Data: []byte(strings.Join(kept, ""))}
	return files
}

// TestPTX runs the modules that nvcc and Triton printed, and compares with what the same kernels gave on an H200.
func TestPTX(t *testing.T) {
	files := beside(t)
	least := map[string]int{"exprs.default": 240, "exprs.ftz": 240, "exprs.fast": 240, "kernels": 50}
	module := files["h200/ptx/cuda/module.ptx.gz"]
	for name := range maps.Clone(files) {
		if kernel, ok := strings.CutSuffix(strings.TrimPrefix(name, "h200/ptx/"), ".json.gz"); ok {
			if program, ok := strings.CutPrefix(kernel, "programs/"); ok { // compiled for two targets, with the same results
				for _, target := range []string{"sm_80", "sm_90"} {
					if program == "k_packed" && target == "sm_80" { // functions of binary16 that differ
						continue
					}
					files["h200/ptx/"+target+"/"+program+".ptx.gz"] = files["h200/ptx/programs/"+target+".ptx.gz"]
					files["h200/ptx/"+target+"/"+program+".json.gz"] = files[name]
					least[target+"/"+program] = 33
				}
				continue
			}
			least[kernel] = 1
			if strings.HasPrefix(kernel, "cuda/") { // all in one module
				files["h200/ptx/"+kernel+".ptx.gz"] = module
				least[kernel] = 1024
			}
		}
	}
	if len(least) < 4+20+17+51 {
		t.Errorf("only %d modules and kernels", len(least))
	}
	for i, name := range slices.Sorted(maps.Keys(least)) {
		if testing.Short() && i%4 != 0 {
			continue
		}
		least := least[name]
		reports, err := CheckPTX(files, "h200/ptx/"+name+".ptx.gz")
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		passed := 0
		for _, r := range reports {
			passed += r.Passed
			if r.Failed > 0 || r.Unsupported > 0 {
				t.Errorf("%s: %d failed, %d not run: %s %v", r.Name, r.Failed, r.Unsupported, r.Reason, r.Mismatches)
			}
		}
		if passed < least {
			t.Errorf("%s: %d results compared, not %d", name, passed, least)
		}
	}
}

// TestPTXDiffers: a result that is not the recorded one is counted, and a module without results is refused.
func TestPTXDiffers(t *testing.T) {
	files := beside(t)
	name := "h200/ptx/triton/sum.json.gz"
	files["h200/ptx/triton/sum.json"] = &fstest.MapFile{Data: []byte(strings.Replace(string(recorded(t, "ptx/triton/sum.json.gz")), "410ac220", "410ac221", 1))}
	delete(files, name)
	reports, err := CheckPTX(files, "h200/ptx/triton/sum.ptx.gz")
	if err != nil || len(reports) != 1 || reports[0].Failed != 1 || reports[0].Passed != 0 {
		t.Errorf("%v %v", reports, err)
	}
	delete(files, "h200/ptx/triton/sum.json")
	if _, err := CheckPTX(files, "h200/ptx/triton/sum.ptx.gz"); err == nil {
		t.Error("a module without results passed")
	}
}
