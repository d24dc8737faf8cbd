package summation

import (
	"reflect"
	"strings"
	"testing"
)

// Every field of an Input but the arithmetic and the tree is a setting of its own, whose values are read as they are
// written, and what is not on offer changes nothing.
func TestSettings(t *testing.T) {
	var first Input
	for _, s := range Settings {
		if s.list != nil {
			if err := s.Set(&first, s.Values()[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	changed := map[string]string{"Arith": "", "Tree": ""}
	ids := map[string]bool{}
	for _, s := range Settings {
		if ids[s.ID] {
			t.Errorf("%s twice", s.ID)
		}
		ids[s.ID] = true
		values := s.Values()
		if values == nil {
			values = []string{"2", "77", "1048576"}
		}
		in := first
		for _, v := range values {
			if err := s.Set(&in, v); err != nil || s.Get(&in) != v {
				t.Errorf("%s: %q is read as %q, %v", s.ID, v, s.Get(&in), err)
			}
		}
		a, b := reflect.ValueOf(first), reflect.ValueOf(in)
		for i := range a.NumField() {
			if name := a.Type().Field(i).Name; a.Field(i).Interface() != b.Field(i).Interface() {
				if other, twice := changed[name]; twice {
					t.Errorf("%s and %s are both %s", s.ID, other, name)
				}
				changed[name] = s.ID
			}
		}
		for _, bad := range []string{"", "x", "-1", "1048577", "1e3", "99999999999999999999", "Uniform"} {
			if was := in; bad != "1048577" || s.most < 1<<21 {
				err := s.Set(&in, bad)
				if err == nil || in != was || !strings.HasPrefix(err.Error(), "n") {
					t.Errorf("%s: %q: %v, %+v", s.ID, bad, err, in)
				}
			}
		}
	}
	if n := reflect.TypeOf(first).NumField(); len(changed) != n {
		t.Errorf("%d of %d fields have a setting: %v", len(changed), n, changed)
	}
	if _, ok := SettingOf("nothing"); ok {
		t.Error("a setting that is none")
	}
}
