#!/bin/sh
# Builds, serves and tests ULP Lab. Needs Go (the version in go.mod); the browser tests need Chromium.
#
#   ./build.sh serve [-port N] [-open]   build, then serve on this machine and print the address
#   ./build.sh build [-draft | -trial]   make the site in dist/ (and the Cloudflare entry in serve/worker/build/);
#                                        a draft has no brotli forms, a trial those that the tests load
#   ./build.sh test                      check, all tests natively and under WebAssembly, the site in a browser
#   ./build.sh check                     format, vet, import law, reproducible WebAssembly
#   ./build.sh bench                     speed natively and under WebAssembly, start and answer times in a browser
#   ./build.sh clean                     remove what was built
set -eu
cd "$(dirname "$0")"

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Nothing here is in C, and a C compiler that is there, or comes meanwhile, would have Go build parts of its library with it.
export CGO_ENABLED=0

# Memory is cheaper than collecting it: compilers are a tenth quicker so, and tests too.
export GOGC=400

# Tests that take long run in part, unless ULPLAB_LONG is set; then they take hours.
limit=30m
[ -z "${ULPLAB_LONG:-}" ] || limit=0

say() { printf '\n== %s\n' "$*"; }
fail() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

have go || fail "Go is missing: install Go $(sed -n 's/^go //p' go.mod) or newer from https://go.dev/dl/"

# The program depends on the sources and the Go version only: no paths (-trimpath), no state of the repository.
# Inlining pays in the arithmetic and in the Go runtime; in the page's own packages, which mostly hand text to the
# browser, it only makes the program larger to load. In searches over machines, jobs, reading and printing, and in exact
# arithmetic, it gains 10 to 20 %, and costs 33 KB of the single file; in what reads, compiles and prints programs in C (fpcore/expr), 42 KB, where compiling does
# not gain a hundredth of a search; in the plans and trees of sums (fpcore/summation), 18 KB, for a tenth to a fifth of a tree of a million elements; in orders as graphs (fpcore/reduce), 11 KB, for no gain in trees that was measured; in functions of libraries (fpcore/libm), 6 KB, for no gain that was measured; in the machine that runs PTX, 9 KB while the tables of lines are there, for a sixth of the time of an instruction; in what writes a program out step by step (fpcore/expr/run), 1 KB, and in the table of views, sorting and the sources of facts, 1 KB; in block formats (fpcore/blockscale), 1 KB of that kind, for a fifth of the time of quantizing; in the orders of matrix products (fpcore/tensor/product), 2 KB, for a tenth of those in TF32; in the package strings, whose builders every page is written with, 17 KB; in strconv and the package that it hands on to, 5 KB; in reflect, 1 KB;
# in syscall/js, whose calls cross into the browser, 2 KB.
# The tag "opening" makes the program of a first visit, which has the views that need no large machinery.
# The garbage collector before Go 1.26's takes 6 KB less of the single file; a Go version that lacks it builds with its own.
experiment=nogreenteagc
GOEXPERIMENT=$experiment go env GOVERSION >/dev/null 2>&1 || experiment=
js_flags="-trimpath -buildvcs=false"
for package in site/... fpcore/exact fpcore/explain fpcore/target fpcore/x86 fpcore/sweep fpcore/text fpcore/tensor/field fpcore/tensor/product fpcore/blockscale fpcore/ptx fpcore/ptx/machine fpcore/ptx/scalar fpcore/libm fpcore/reduce fpcore/summation \
  fpcore/evidence fpcore/stable wasm/lab/catalogue fpcore/expr/run fpcore/expr/syntax fpcore/expr/types fpcore/expr/build fpcore/expr/compile fpcore/expr/reals fpcore/expr/print fpcore/gpu; do
  js_flags="$js_flags -gcflags=ulplab/$package=-l"
done
js_flags="$js_flags -gcflags=github.com/hexops/...=-l -gcflags=honnef.co/...=-l -gcflags=strings=-l -gcflags=strconv=-l -gcflags=internal/strconv=-l -gcflags=reflect=-l -gcflags=syscall/js=-l"
js() { # GO_COMMAND ARGUMENT...
  GOOS=js GOARCH=wasm GOFLAGS=$js_flags GOEXPERIMENT=$experiment go "$@"
}
wasm() { # FOLDER FILE [TAGS]
  (cd "$1" && js build -tags "${3:-}" -ldflags=-s -o "$2" ./wasm/lab)
}

# The program is built on one processor, and what puts the site together beside it on another.
build() { # [-draft | -trial]
  tools "$@" &
  tools=$!
  say "build: wasm/lab"
  [ -f "$temporary/lab.wasm" ] || wasm . "$temporary/lab.wasm" # check has made it already
  wasm . "$temporary/opening.wasm" opening
  wait "$tools"
  say "build: dist/"
  "$temporary/tools/pack" -wasm "$temporary/lab.wasm" -opening "$temporary/opening.wasm" -assets assets -out dist "$@"
}

# A draft is for a machine that may have compiled nothing yet: there, tools without inlining and debugging data are made in
# three quarters of the time.
tools() { # [-draft | -trial]
  quick=
  [ "${1:-}" != -draft ] || quick="all=-l -dwarf=false"
  go build ${quick:+-gcflags="$quick" -ldflags=-w} -o "$temporary/tools/" ./serve/pack ./serve
}

# The Cloudflare entry: start scripts from the module that the Go side uses, then the Go side.
worker() {
  say "build: serve/worker"
  (cd serve/worker && go run github.com/syumai/workers/cmd/workers-assets-gen -mode=go -o build >"$temporary/gen" 2>&1) ||
    { cat "$temporary/gen" >&2; fail "the start scripts of the worker could not be made"; }
  js build -ldflags=-s -o serve/worker/build/app.wasm ./serve/worker
}

# The packages of the page with the files that a platform has of them, a line each.
files() { # COMMAND that runs go: go, or js for js/wasm
  "$@" -f '{{.ImportPath}} {{.GoFiles}} {{.TestGoFiles}} {{.XTestGoFiles}}' ./fpcore/... ./site/... ./wasm/...
}

check() {
  check_sources
  same_bytes
}

check_sources() {
  say "check: gofmt"
  unformatted=$(gofmt -l fpcore serve site wasm)
  [ -z "$unformatted" ] || fail "not formatted by gofmt: $unformatted"
  say "check: go vet, native"
  # Packages that need a browser do not build natively; they are vetted for js/wasm below.
  go vet ./...
  say "check: go vet, js/wasm"
  # Only packages that have other files there, or other tests, are read again.
  files go list >"$temporary/native"
  # shellcheck disable=SC2046
  js vet $(files js list | grep -vxFf "$temporary/native" | cut -d' ' -f1)
  js vet -tags opening ./wasm/...
  say "check: import law"
  go test -count=1 ./fpcore
}

same_bytes() {
  say "check: the same bytes twice"
  wasm . "$temporary/lab.wasm"
  # The second build is of a copy in another folder, and links anew.
  mkdir "$temporary/copy"
  cp -R go.mod go.sum fpcore site wasm "$temporary/copy/"
  wasm "$temporary/copy" "$temporary/second.wasm"
  cmp "$temporary/lab.wasm" "$temporary/second.wasm" || fail "two builds of wasm/lab differ"
  echo "wasm/lab: $(wc -c <"$temporary/lab.wasm" | tr -d ' ') bytes, the same from two folders"
}

# make_runner writes the script that runs a program of go test under WebAssembly, rewritten as that of the site is but for
# the lines in its messages.
make_runner() {
  # The runner passes arguments and environment in a small block of memory, so it gets few variables.
  go build -o "$temporary/pack" ./serve/pack
  cat >"$temporary/runner" <<EOF
#!/bin/sh
set -e
"$temporary/pack" -rewrite "\$1"
exec env -i "PATH=$PATH" "HOME=${HOME:-/}" "TMPDIR=$temporary" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" "\$@"
EOF
  chmod +x "$temporary/runner"
}

# What computes runs again under WebAssembly, which is where the lab runs it: the same sources, by another compiler on
# another machine. The rest of the page has no other files there and shows the same natively; ULPLAB_LONG runs it too.
wasm_tests() {
  if ! have node; then
    [ "${CI:-}" != true ] || fail "node is missing, so the tests cannot run under WebAssembly; install node 18 or newer"
    say "test under js/wasm: left out, node is missing (install node 18 or newer)"
    return
  fi
  say "test under js/wasm"
  left_out='site/browser|site/lab/dom|fpcore/cmd/'
  [ -n "${ULPLAB_LONG:-}" ] || left_out='site/(files|kit|lab|views)|fpcore/(cmd/|explain|ptx$|expr/(build|print|programs|syntax|types))'
  packages=$(js list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./fpcore/... ./site/... |
    grep -vE "^ulplab/($left_out)" | tr '\n' ' ')
  make_runner
  # shellcheck disable=SC2086
  js test -short -vet=off -timeout "$limit" -exec "$temporary/runner" $packages
}

browser() {
  for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if have "$name"; then return 0; fi
  done
  return 1
}

# packages installs some of the system's packages, and is false where it may not; who calls looks whether they have come.
packages() { # PACKAGE...
  root=
  if [ "$(id -u)" != 0 ]; then
    have sudo && sudo -n true 2>/dev/null || return 1
    root="sudo -n"
  fi
  have apt-get || return 1
  say "installing $*"
  $root apt-get update -qq && $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null || true
}

ensure_browser() {
  browser || packages chromium || true
  browser
}

# Programs that the lab writes and models are compiled in the tests: by g++, for 32-bit x86 too.
ensure_compiler() {
  echo 'int main() {}' >"$temporary/empty.cpp"
  g++ -m32 -o "$temporary/empty" "$temporary/empty.cpp" 2>/dev/null || packages g++ g++-multilib || true
  # Some systems run no programs for 32-bit x86; an emulator does.
  if g++ -m32 -o "$temporary/empty" "$temporary/empty.cpp" 2>/dev/null && ! "$temporary/empty" 2>/dev/null && ! have qemu-i386; then
    packages --no-install-recommends qemu-user || true
  fi
  have g++ || say "g++ is missing: tests that compile programs are left out (Debian: apt-get install g++ g++-multilib)"
}

# The recipes of assets/embed are built with the tools that they are for. Where those could be installed, and on a build
# server, a recipe that is not built fails its test (ULPLAB_RECIPES).
ensure_documentation() {
  recipes=1
  documentation || packages --no-install-recommends python3-sphinx mkdocs jupyter-nbconvert python3-ipykernel || [ "${CI:-}" = true ] || recipes=
  documentation || say "sphinx-build, mkdocs or jupyter-nbconvert is missing: not all recipes of assets/embed are built" \
    "(Debian: apt-get install python3-sphinx mkdocs jupyter-nbconvert python3-ipykernel)"
}
documentation() { have sphinx-build && have mkdocs && have jupyter-nbconvert; }

browser_tests() {
  if ! ensure_browser; then
    message="no chromium, chromium-browser or google-chrome on PATH; install one (Debian: apt-get install chromium)"
    [ "${CI:-}" != true ] || fail "the browser tests cannot run: $message"
    say "test in a browser: left out, $message"
    return
  fi
  ensure_documentation
  say "test in a browser"
  # A test mostly waits for frames and answers, so more of them run than there are processors; with more than these the pages that wait
  # take the time of those that do not.
  ULPLAB_DIST="$PWD/dist" ULPLAB_GOFLAGS=$js_flags ULPLAB_GOEXPERIMENT=$experiment ULPLAB_E2E=1 ULPLAB_RECIPES=$recipes \
    go test -count=1 -parallel 3 -timeout 60m ./serve/e2e
}

worker_try() {
  if ! have node || ! have npm; then
    [ "${CI:-}" != true ] || fail "node or npm is missing, so the worker cannot be tried; install node 18 or newer"
    say "try the worker: left out, node or npm is missing (install node 18 or newer)"
    return
  fi
  say "try the worker under workerd"
  node serve/worker/try.mjs
}

native_tests() {
  say "test, native"
  # The longest first, so that no processor waits for it at the end. What check has shown is not shown again: the
  # import law and what go vet finds.
  # shellcheck disable=SC2046
  go test -vet=off -timeout "$limit" ./wasm/lab/catalogue ./fpcore/explain ./fpcore/arith \
    $(go list ./... | grep -vE '^ulplab/(serve/e2e|wasm/lab/catalogue|fpcore|fpcore/explain|fpcore/arith)$')
}

site_tests() {
  same_bytes # linking keeps one processor busy
  build -trial
  worker
  browser_tests
  worker_try
}

# The tests of the sources and those of the built site run beside each other: a browser seldom keeps two processors busy.
# What the site's say comes at the end, and both run to their end. An interrupt ends all that was started.
run_tests() {
  trap 'trap "" TERM; kill 0; exit 130' INT
  ensure_compiler >"$temporary/compiler" 2>&1 & # which mostly waits for the network
  compiler=$!
  check_sources
  wait "$compiler" || true
  cat "$temporary/compiler"
  site_tests >"$temporary/site" 2>&1 &
  site=$!
  { native_tests; wasm_tests; } &
  sources=$!
  failed=
  wait "$sources" || failed=yes
  wait "$site" || failed=yes
  cat "$temporary/site"
  [ -z "$failed" ] || fail "a test failed"
  say "all tests passed"
}

bench() {
  say "speed, native"
  go test -run '^$' -bench . -benchmem ./fpcore/arith
  if have node; then
    say "speed under js/wasm"
    make_runner
    GOOS=js GOARCH=wasm go test -run '^$' -bench . -benchmem -exec "$temporary/runner" ./fpcore/arith
  fi
  build
  if ensure_browser; then
    say "the page: start and answer times"
    ULPLAB_DIST="$PWD/dist" ULPLAB_E2E=1 go test -run '^$' -bench . -benchtime 20x ./serve/e2e
  fi
}

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  build) build "$@"; worker ;;
  serve) build -draft; "$temporary/tools/serve" -dir dist -open "$@" ;;
  test) run_tests ;;
  check) check ;;
  bench) bench ;;
  clean) rm -rf dist serve/worker/build serve/worker/.npm ;;
  *) sed -n '2,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//p;}' build.sh; [ -z "$command" ] || exit 2 ;;
esac
