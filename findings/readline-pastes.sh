#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# GNU Readline 8.2 and 8.3 (the Python packages gnureadline 8.2.13 and 8.3.3, which link it statically), Linux.
#
# Text is pasted with `enable-bracketed-paste`, which is on by default. The terminal marks where the text begins and ends.
#
# Expected: pasted text is inserted, and never taken for commands, as the manual says of this variable.
# Found: that's so in the keymaps `emacs` and `vi-insert`.
# - In vi's command mode, the mark isn't known, so the mark and the text are commands: with `v` in the line, the pasted version
#   `2.40-rc1` makes it `CEPLOY EU-WESt`, an earlier line in other letters.
# - In a search through the history, Readline has code to add a paste to what's searched for, but the first byte of the mark,
#   Esc, ends the search before that. So the paste goes into the line that was found, at the place where it was found, and Enter
#   answers with both. With `isearch-terminators` set to Ctrl-J alone, it's searched for.
#
# The script fails if a version behaves otherwise.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/line.py" <<'PYTHON'
import sys

import gnureadline

for setting in sys.argv[1:]:
    gnureadline.parse_and_bind("set " + setting)
gnureadline.add_history("deploy eu-west")
gnureadline.add_history("deploy us-east")
print("LINE", ascii(input("> ")), flush=True)
PYTHON
cat >"$folder/type.py" <<'PYTHON'
import os, pty, re, sys, time


def line(keys, *settings):
    """The line that a program reads; the keys of each text arrive together."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(INPUTRC="/dev/null", LC_ALL="C.UTF-8", TERM="xterm")
        os.execv(sys.executable, [sys.executable, sys.argv[1], *settings])
    shown = b""
    while b"> " not in shown:
        shown += os.read(terminal, 4096)
    for text in [*keys, "\r"]:
        time.sleep(1)
        os.write(terminal, text.encode())
    try:
        while True:
            shown += os.read(terminal, 4096)
    except OSError:
        pass
    os.waitpid(child, 0)
    return re.search("LINE (.*)", shown.decode().replace("\r", ""))[1]


ESC, CTRL_R, VI = "\x1b", "\x12", "editing-mode vi"
TERMINATORS = r'isearch-terminators "\C-j"'


def pasted(text):
    return f"{ESC}[200~{text}{ESC}[201~"


print("emacs", line(["one ", pasted("dw 2Xi")]))
print("vi, inserting", line(["one ", pasted("dw 2Xi")], VI))
print("vi, commands", line(["one two", ESC, pasted("dw 2Xi")], VI))
print("vi, a version", line(["v", ESC, pasted("2.40-rc1")], VI))
print("search, typed", line([CTRL_R, "eu", "-west"]))
print("search, pasted", line([CTRL_R, "eu", pasted("-west")]))
print("search, pasted, Esc is no end", line([CTRL_R, "eu", pasted("-west")], TERMINATORS))
PYTHON
cat >"$folder/expected" <<'TEXT'
emacs 'one dw 2Xi'
vi, inserting 'one dw 2Xi'
vi, commands 'onEw'
vi, a version 'CEPLOY EU-WESt'
search, typed 'deploy eu-west'
search, pasted 'deploy -westeu-west'
search, pasted, Esc is no end 'deploy eu-west'
TEXT
for version in 8.2.13 8.3.3; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet --disable-pip-version-check "gnureadline==$version"
  "$folder/$version/bin/python" "$folder/type.py" "$folder/line.py" >"$folder/found"
  echo "gnureadline $version"
  diff "$folder/expected" "$folder/found"
done
cat "$folder/found"
