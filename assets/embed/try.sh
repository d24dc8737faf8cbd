#!/bin/sh
# Builds the projects in a copy, with whatever of sphinx-build, mkdocs, jupyter and npm is there, and looks for the copy of a
# link in the page that came out. ULPLAB_NPM=1 lets npm install Docusaurus.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R . "$work"
for folder in sphinx/ulplab mkdocs/docs/ulplab docusaurus/static/ulplab jupyter/ulplab; do
  (cd ../.. && go run ./serve/render -lab https://HOST/ -o "$work/$folder" '#/f32/0.1')
done
cd "$work"
failed=0
try() { # TOOL FOLDER PAGE COMMAND…
  tool=$1 folder=$2 page=$3
  shift 3
  if ! command -v "$tool" >/dev/null 2>&1; then echo "$folder: not built, $tool is missing"; return; fi
  if (cd "$folder" && "$@") >log 2>&1 && grep -q '≈0.10000000149011612' "$folder/$page" && grep -q '<ulp-lab src="https://HOST/embed.html' "$folder/$page"; then
    echo "$folder: built"
  else
    cat log >&2; echo "$folder: failed"; failed=1
  fi
}
try sphinx-build sphinx out/index.html sphinx-build -q -W . out
try mkdocs mkdocs site/index.html mkdocs build -q -s
try jupyter-nbconvert jupyter page.html jupyter-nbconvert --to html --execute page.ipynb
[ -z "${ULPLAB_NPM:-}" ] || try npm docusaurus build/index.html sh -c 'npm install --no-audit --no-fund --loglevel=error && npx docusaurus build'
exit $failed
