package main

import (
	"net"
	"testing"
)

func TestListenTakesAFreePort(t *testing.T) {
	first, err := listen("127.0.0.1", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	taken := first.Addr().(*net.TCPAddr).Port
	second, err := listen("127.0.0.1", taken)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if got := second.Addr().(*net.TCPAddr).Port; got == taken || got == 0 {
		t.Errorf("port %d, want a free one other than %d", got, taken)
	}
	first.Close()
	third, err := listen("127.0.0.1", taken)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if got := third.Addr().(*net.TCPAddr).Port; got != taken {
		t.Errorf("port %d, want %d, which is free", got, taken)
	}
}

func TestShown(t *testing.T) {
	for host, want := range map[string]string{"": "localhost", "0.0.0.0": "localhost", "::": "localhost", "localhost": "localhost", "127.0.0.1": "127.0.0.1", "lab.test": "lab.test"} {
		if got := shown(host); got != want {
			t.Errorf("shown(%q) = %q, want %q", host, got, want)
		}
	}
}

func TestRunNeedsASite(t *testing.T) {
	if err := run(t.TempDir(), "127.0.0.1", 0, false); err == nil {
		t.Error("an empty folder was served")
	}
}
