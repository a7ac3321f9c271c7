#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# questionary 2.1.1 with prompt_toolkit 3.0.53 (Python packages), Linux.
#
# A list whose choices are searched by typing (`use_search_filter`).
#
# Expected: the answer is one of the choices that are shown and can be chosen, as without a search.
# Found: after each key, the place is the first line that's found, whatever it is.
# - If it's a disabled choice, Enter answers with it; if it's a separator, the answer is the text of the separator. Without
#   a search, neither can be reached.
# - If nothing is found, all choices are shown again, and Enter answers with the first one, whatever the default is, and
#   wherever the user was.
# - With several choices, Ctrl-A marks all of them, also those that the search hides; so after a search for `ap`, `banana`
#   is among the answers. The same key a second time removes the marks of all.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check questionary==2.1.1 prompt_toolkit==3.0.53
cat >"$folder/ask.py" <<'PYTHON'
import questionary
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from questionary import Choice, Separator


def answer(question, choices, keys, **options):
    with create_pipe_input() as keyboard:
        keyboard.send_text(keys + "\r")
        return question(
            "m", choices=choices, use_search_filter=True, use_jk_keys=False, input=keyboard, output=DummyOutput(), **options
        ).unsafe_ask()


fruits = ["apple", "banana", "cherry", "apricot"]
disabled = [Choice("apple", disabled="sold out"), "banana", "apricot"]
separator = [Separator("apples and pears"), "apple", "pear"]
select, checkbox = questionary.select, questionary.checkbox
DOWN, CTRL_A = "\x1b[B", "\x01"
print("found", answer(select, fruits, "ap"))
print("disabled", answer(select, disabled, ""), answer(select, disabled, "ap"))
print("separator", answer(select, separator, ""), answer(select, separator, "ap"))
print("nothing found", answer(select, fruits, "zz", default="banana"), answer(select, fruits, DOWN + DOWN + "zz"))
print("of several", *answer(checkbox, fruits, "zz "))
print("all", *answer(checkbox, fruits, "ap" + CTRL_A))
print("all twice", answer(checkbox, fruits, "ban " + "\x7f" * 3 + "ap" + CTRL_A + CTRL_A))
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found"
diff - "$folder/found" <<'TEXT'
found apple
disabled banana apple
separator apple apples and pears
nothing found apple apple
of several apple
all apple banana cherry apricot
all twice []
TEXT
echo "as stated"
