#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# sarif-tools 3.0.5 (a Python package), Linux.
#
# Expected: the lists that it makes of a SARIF file name the file of each finding, and its check fails if there's a finding
# of that severity.
# Found:
# - `sarif emacs` leaves out what the names of the files begin with. If all findings are in one file, that's its whole name, so
#   the list has lines of no file, and Emacs can't go there. It's named if there's only one finding, or a second file.
# - A finding that the file says is gone since the run before it (`baselineState: absent`), or is suppressed, counts as the
#   others, so `sarif --check error` fails where there's nothing to do.
# - A finding of the kind `open` or `review` without a level, which SARIF says is to be looked at, has the level `none`, so
#   `sarif --check note` finds nothing.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check sarif-tools==3.0.5
sarif=$folder/python/bin/sarif
cd "$folder"

# file NAME RESULT…: a SARIF file with these results.
file() {
  local name=$1 results
  shift
  results=$(IFS=,; echo "$*")
  echo '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "check", "rules": [{"id": "R1"}]}}, "results": ['"$results"']}]}' \
    >"$name.sarif"
}

# result FILE LINE KEYS: a finding of the rule R1.
result() {
  echo '{"ruleId": "R1", "message": {"text": "a mistake"}, '"$3"', "locations": [{"physicalLocation": {"artifactLocation":
    {"uri": "'"$1"'"}, "region": {"startLine": '"$2"'}}}]}'
}

# places NAME: the places in the list for Emacs.
places() {
  "$sarif" emacs --output list.txt "$1.sarif" >log
  echo "$1: $(sed -n 's/^\([a-z./]*:[78]\):.*/\1/p' list.txt | xargs)"
}

# check NAME LEVEL: the status of a check.
check() {
  local status=0
  "$sarif" --check "$2" summary "$1.sarif" >log || status=$?
  echo "$1: $status"
}

error='"level": "error"'
file one "$(result flows/a.yaml 7 "$error")"
file lines "$(result flows/a.yaml 7 "$error")" "$(result flows/a.yaml 8 "$error")"
file files "$(result flows/a.yaml 7 "$error")" "$(result flows/b.yaml 8 "$error")"
file absent "$(result flows/a.yaml 7 "$error, \"baselineState\": \"absent\"")"
file suppressed "$(result flows/a.yaml 7 "$error, \"suppressions\": [{\"kind\": \"inSource\"}]")"
file open "$(result flows/a.yaml 7 '"kind": "open"')"

{
  for name in one lines files; do places "$name"; done
  for name in one absent suppressed; do check "$name" error; done
  check open note
} >found 2>log
diff - found <<'TEXT'
one: flows/a.yaml:7
lines: :7 :8
files: a.yaml:7 b.yaml:8
one: 1
absent: 1
suppressed: 1
open: 0
TEXT
cat found
