#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# InquirerPy 0.3.4 with prompt_toolkit 3.0.53 (Python packages), Linux.
#
# Its question for a number has a field for the whole part, and one behind the point, each with a 0 in it.
#
# Expected: a number that's typed key by key is the answer, or is refused; Up and Down make it larger and smaller.
# Found: the answer is another number.
# - `3.14` is 3.014, `0.25` is 0.025, and `-7` is 7, or, with `replace_mode`, 70; `-2.5` is -20.5 there. Without a default
#   (`default=None`), they're what was typed.
# - In the part behind the point, Up turns 1.9 into 1.10. Down turns 0.5 into -1.5, and Up back from there is 0.5, since a
#   key counts the whole part alone.
# - A minimum or maximum is kept at each key, so 15 can't be typed where 10 is the minimum: 1 becomes 10, and 105 becomes the
#   maximum. Above a minimum of 3 alone, it's 35.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check InquirerPy==0.3.4 prompt_toolkit==3.0.53
cat >"$folder/ask.py" <<'PYTHON'
from InquirerPy import inquirer
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput


def answer(keys, **options):
    """The answer to a question for a number, whose keys are typed one after the other."""
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        keyboard.send_text(keys + "\r")
        return inquirer.number(message="n", **options).execute()


TAB, UP, DOWN = "\t", "\x1b[A", "\x1b[B"
for number in ["7", "-7"]:
    print(number, answer(number), answer(number, replace_mode=True), answer(number, default=None))
for number in ["3.14", "0.25", "-2.5"]:
    options = {"float_allowed": True}
    print(number, answer(number, **options), answer(number, replace_mode=True, **options), answer(number, default=None, **options))
print("up", answer(TAB + UP, float_allowed=True, default=1.9))
print("down", answer(DOWN, float_allowed=True, default=0.5), answer(UP, float_allowed=True, default=-1.5))
print("15", answer("15", min_allowed=10, max_allowed=20), answer("15", min_allowed=10, max_allowed=20, default=None))
print("15 from 3", answer("15", min_allowed=3, default=None))
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found"
diff - "$folder/found" <<'TEXT'
7 7 7 7
-7 7 70 -7
3.14 3.014 3.14 3.14
0.25 0.025 0.25 0.25
-2.5 -2.05 -20.5 -2.5
up 1.10
down -1.5 0.5
15 20 20
15 from 3 35
TEXT
echo "as stated"
