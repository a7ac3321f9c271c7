#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tap.py 3.2.1 (a Python package), with its command tappy; compared with prove of Perl 5.36, Linux.
#
# TAP writes a mark in a test's description as `\#`, so that it isn't the mark before `TODO` or `SKIP`.
#
# Expected: a failed test whose name has a mark and such a word, written so, has failed.
# Found: tap.py ends the description at the mark, also behind the backslash, and reads what follows as a directive. So
# `not ok 1 - keeps \# TODO marks` is a failure that was expected, and `\# SKIP` a test that was skipped: tappy ends with
# exit code 0, where prove fails. Any word that begins with `skip` will do, such as `\# skipper`. In all other names, the
# description is cut off at the backslash.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
command -v prove >/dev/null || { echo "prove is missing: it's in Debian's package perl" >&2; exit 1; }
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check tap.py==3.2.1
cd "$folder"

# passes COMMAND…: whether the command ends with 0.
passes() { if "$@" >log 2>&1; then echo passes; else echo fails; fi; }

# read_by_both NAME: a report of one failed test.
read_by_both() {
  printf '1..1\nnot ok 1 - %s\n' "$1" >report.tap
  echo "$1: tappy $(passes python/bin/tappy report.tap), prove $(passes prove --QUIET --exec cat report.tap)"
}

{
  read_by_both 'keeps marks'
  read_by_both 'keeps # TODO marks'
  read_by_both 'keeps \# TODO marks'
  read_by_both 'keeps \# SKIP'
  read_by_both 'calls \# skipper'
  python/bin/python -c 'from tap.parser import Parser; print(next(Parser().parse_text(r"ok 1 - closes \#12 at once")).description)' 2>log
} >found
diff - found <<'TEXT'
keeps marks: tappy fails, prove fails
keeps # TODO marks: tappy passes, prove passes
keeps \# TODO marks: tappy passes, prove fails
keeps \# SKIP: tappy passes, prove fails
calls \# skipper: tappy passes, prove fails
- closes \
TEXT
echo "as stated"
