#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# InquirerPy 0.3.4 with prompt_toolkit 3.0.53 (Python packages), Linux.
#
# Expected: what's typed into its list with a search (`fuzzy`), and then Enter, answers with a choice that was found.
# Found: the search begins only some time after the last key, the longer, the more choices there are, and Enter doesn't wait
# for it. What's typed fast, pasted, or comes together over a slow connection answers with the choice that was on top before,
# although the line has the text of another: `ban` and Enter with `apple`. With 5,000 choices, a fifth of a second isn't
# enough. Of several choices, with none marked, it's the same. No message says so.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check InquirerPy==0.3.4 prompt_toolkit==3.0.53
cat >"$folder/ask.py" <<'PYTHON'
import threading, time
from InquirerPy import inquirer
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput


def answer(choices, text, pause, **options):
    """The answer to a text and Enter, with a pause in seconds between them."""

    def type_keys():
        if pause == 0:
            return keyboard.send_text(text + "\r")
        keyboard.send_text(text)
        time.sleep(pause)
        keyboard.send_text("\r")

    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        typing = threading.Timer(1, type_keys)
        typing.start()
        found = inquirer.fuzzy(message="m", choices=choices, **options).execute()
        typing.join()
        return found


fruits = ["apple", "banana", "cherry"]
items = [f"item {number}" for number in range(5000)]
print("after a while:", answer(fruits, "ban", 2))
print("at once:", answer(fruits, "ban", 0))
print("of several:", answer(fruits, "ban", 2, multiselect=True), answer(fruits, "ban", 0, multiselect=True))
print("of many:", answer(items, "item 4999", 5), answer(items, "item 4999", 0.2))
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found"
diff - "$folder/found" <<'TEXT'
after a while: banana
at once: apple
of several: ['banana'] ['apple']
of many: item 4999 item 0
TEXT
echo "as stated"
