#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cookiecutter 2.7.1 (a Python package), Linux.
#
# Expected: a choice that's made of another variable, such as `{{cookiecutter.name}}-api`, is given on the command line as
# users see it in the menu: `kind=shop-api`.
# Found: what's given is compared with the choices before they're rendered. `kind=shop-api` is refused, although it's what
# the menu shows and what the files then have; the text with the braces is taken, and rendered.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check cookiecutter==2.7.1

mkdir -p "$folder/template/{{cookiecutter.name}}"
echo '{"name": "shop", "kind": ["plain", "{{cookiecutter.name}}-api"]}' >"$folder/template/cookiecutter.json"
echo '{{cookiecutter.kind}}' >"$folder/template/{{cookiecutter.name}}/kind"
printf '%s\n' "replay_dir: $folder/replay" "cookiecutters_dir: $folder/cookiecutters" >"$folder/config.yaml"

# made KIND: what the file has if the kind is given.
made() {
  rm -rf "$folder/shop"
  if "$folder/python/bin/cookiecutter" --no-input --config-file "$folder/config.yaml" --output-dir "$folder" \
    "$folder/template" "kind=$1" >"$folder/output" 2>&1; then
    cat "$folder/shop/kind"
  else
    tail -n 1 "$folder/output"
  fi
}

diff - <(made shop-api && made '{{cookiecutter.name}}-api') <<'TEXT'
ValueError: shop-api provided for choice variable kind, but the choices are ['plain', '{{cookiecutter.name}}-api'].
shop-api
TEXT
echo "as stated"
