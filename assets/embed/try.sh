#!/bin/sh
# try.sh LAB OUT builds copies of the projects in the folder OUT, for a lab at the address LAB, with whatever of sphinx-build,
# mkdocs, jupyter-nbconvert and, where ULPLAB_NPM=1 lets it install Docusaurus, npm is there, and says which were built.
# TestRecipes, in serve/e2e, opens the pages.
set -eu
lab=$1
mkdir -p "$2"
out=$(cd "$2" && pwd)
cd "$(dirname "$0")"
cp -R sphinx mkdocs docusaurus jupyter "$out"
(cd ../.. && go run ./serve/render -lab "$lab" -o "$out/copies" '#/f16/0.1')
cd "$out"
for file in $(grep -rl https://HOST/ sphinx mkdocs docusaurus jupyter); do
  sed "s|https://HOST/|$lab|g" "$file" >file && cp file "$file"
done
failed=0
try() { # FOLDER COPIES TOOL COMMAND…
  folder=$1 copies=$2 tool=$3
  shift 3
  if ! command -v "$tool" >/dev/null 2>&1; then echo "$folder: not built, $tool is missing"; return; fi
  mkdir -p "$folder/$copies"
  cp copies/* "$folder/$copies"
  if (cd "$folder" && "$@") >log 2>&1; then echo "$folder: built"; else cat log; echo "$folder: failed"; failed=1; fi
}
try sphinx ulplab sphinx-build sphinx-build -q -W . out
try mkdocs docs/ulplab mkdocs mkdocs build -q -s -d out
try jupyter ulplab jupyter-nbconvert jupyter-nbconvert --to html --execute --output-dir out --output index page.ipynb
[ -z "${ULPLAB_NPM:-}" ] || try docusaurus static/ulplab npm sh -c 'npm install --no-audit --no-fund --loglevel=error && npx docusaurus build --out-dir out'
exit $failed
