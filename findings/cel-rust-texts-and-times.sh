#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# common-expression-language 0.10.0 (a Python package with the Rust library cel), compared with cel-expr-python 0.1.3 (a
# Python package with CEL's C++ library), Linux.
#
# Expected: the functions of CEL's specification mean in both what it says: the size of a text is its number of code points,
# the parts of a time are those in UTC unless a zone is given, and the error of an element doesn't end an `exists` or `all`
# that another element decides.
# Found in the first one: the size of a text is that of its UTF-8, so a limit of 2 refuses 日本. The parts of a time are those
# at the offset with which it was written, so two times that are equal have different hours and days. The first element with
# an error ends `exists` and `all`, which then depend on the order of the list; `||` isn't ended by it.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  common-expression-language==0.10.0 cel-expr-python==0.1.3
cat >"$folder/compare.py" <<'PYTHON'
import cel
from cel_expr_python import cel as reference

environment = reference.NewEnv()


def value(text):
    try:
        return cel.evaluate(text)
    except Exception as error:
        return type(error).__name__


for text in [
    "size('ab')",
    "size('\u65e5\u672c') <= 2",
    "'\u00e9'.size()",
    "timestamp('2024-02-29T23:30:00-02:00') == timestamp('2024-03-01T01:30:00Z')",
    "timestamp('2024-03-01T01:30:00Z').getDate()",
    "timestamp('2024-02-29T23:30:00-02:00').getDate()",
    "timestamp('2024-02-29T23:30:00-02:00').getHours()",
    "[2, 0].exists(n, 4 / n == 2)",
    "[0, 2].exists(n, 4 / n == 2)",
    "[0, 2].all(n, 4 / n == 3)",
    "4 / 0 == 2 || 4 / 2 == 2",
]:
    expected = environment.compile(text).eval(data={}).value()
    print(f"{text}: {value(text)}, {expected}")
PYTHON
diff - <(PYTHONIOENCODING=utf-8 "$folder/python/bin/python" "$folder/compare.py") <<'TEXT'
size('ab'): 2, 2
size('日本') <= 2: False, True
'é'.size(): 2, 1
timestamp('2024-02-29T23:30:00-02:00') == timestamp('2024-03-01T01:30:00Z'): True, True
timestamp('2024-03-01T01:30:00Z').getDate(): 1, 1
timestamp('2024-02-29T23:30:00-02:00').getDate(): 29, 1
timestamp('2024-02-29T23:30:00-02:00').getHours(): 23, 1
[2, 0].exists(n, 4 / n == 2): True, True
[0, 2].exists(n, 4 / n == 2): ZeroDivisionError, True
[0, 2].all(n, 4 / n == 3): ZeroDivisionError, False
4 / 0 == 2 || 4 / 2 == 2: True, True
TEXT
echo "as stated"
