#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cel-python 0.5.0 (a Python package that's CEL in Python), compared with cel-expr-python 0.1.3 (a Python package with CEL's
# C++ library), Linux.
#
# Expected: an expression of CEL's specification has the same value in both.
# Found in the first one: a duration or a timestamp loses its fraction as a text, so `-0.5s` is `0s`, and a timestamp keeps
# the offset that it was written with. `getMilliseconds()` of a duration is all of it, not the part of a second. A truth value
# is written `True`, so a comparison with 'true' is false. No value differs from itself, so what finds NaN finds nothing, and
# a negative number divided by zero is positive infinity. `int` takes 1_000 and 0x10. `map` with a condition, and a comma at
# the end of a list, are errors.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check cel-python==0.5.0 cel-expr-python==0.1.3
cat >"$folder/compare.py" <<'PYTHON'
import celpy
from cel_expr_python import cel as reference

environments = celpy.Environment(), reference.NewEnv()


def value(text):
    try:
        found = environments[0].program(environments[0].compile(text)).evaluate({})
    except Exception as error:
        return type(error).__name__
    return str(bool(found)) if isinstance(found, celpy.celtypes.BoolType) else str(found)


for text in [
    "string(duration('1.5s'))",
    "string(duration('-0.5s'))",
    "string(timestamp('2024-01-01T00:00:00.120Z'))",
    "string(timestamp('2024-01-01T00:00:00+02:00'))",
    "duration('1.5s').getMilliseconds()",
    "string(1 < 2) == 'true'",
    "string(1 < 2)",
    "0.0 / 0.0 != 0.0 / 0.0",
    "-1.0 / 0.0",
    "1.0 / 0.0",
    "int('1_000')",
    "int('0x10')",
    "[1, 2].map(n, n > 1, n * 10)",
    "[1, 2,]",
]:
    expected = environments[1].compile(text).eval(data={}).value()
    expected = "error" if "INVALID_ARGUMENT" in str(expected) else expected
    print(f"{text}: {value(text)}, {expected}")
PYTHON
diff - <("$folder/python/bin/python" "$folder/compare.py") <<'TEXT'
string(duration('1.5s')): 1s, 1.500s
string(duration('-0.5s')): 0s, -0.500s
string(timestamp('2024-01-01T00:00:00.120Z')): 2024-01-01T00:00:00Z, 2024-01-01T00:00:00.120Z
string(timestamp('2024-01-01T00:00:00+02:00')): 2024-01-01T00:00:00+02:00, 2023-12-31T22:00:00Z
duration('1.5s').getMilliseconds(): 1500, 500
string(1 < 2) == 'true': False, True
string(1 < 2): True, true
0.0 / 0.0 != 0.0 / 0.0: False, True
-1.0 / 0.0: inf, -inf
1.0 / 0.0: inf, inf
int('1_000'): 1000, error
int('0x10'): 16, error
[1, 2].map(n, n > 1, n * 10): ValueError, [20]
[1, 2,]: CELParseError, [1, 2]
TEXT
echo "as stated"
