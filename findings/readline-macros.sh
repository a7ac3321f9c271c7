#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# GNU Readline 8.2 and 8.3 (the Python packages gnureadline 8.2.13 and 8.3.3, which link it statically), Linux.
#
# Expected: a keyboard macro (Ctrl-X ( … Ctrl-X ), replayed with Ctrl-X e) repeats what was typed.
# Found: it has only the first byte of what arrives together. Readline's command that inserts text reads the rest of a
# character, and of keys that wait, by itself, past the recording. So `abcd` in one read is replayed as `a`, and `é`
# as its first byte, which is no text; typed one key at a time, `abcd` is replayed whole. Over a slow connection,
# where keys arrive together, the same keys make another macro than at a local terminal.
#
# The script fails if a version behaves otherwise.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/line.py" <<'PYTHON'
import gnureadline
gnureadline.parse_and_bind("set editing-mode emacs")
for _ in range(2):
    print("LINE", ascii(input("> ")), flush=True)
PYTHON
cat >"$folder/type.py" <<'PYTHON'
import os, pty, sys

RECORD, END, REPLAY = b"\x18(", b"\x18)", b"\x18e"


def lines(keys):
    """The two lines that a program reads: the macro as it's recorded, and its replay."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(INPUTRC="/dev/null", LC_ALL="C.UTF-8", TERM="dumb")
        os.execv(sys.executable, [sys.executable, sys.argv[1]])
    shown = b""

    def wait(mark, count):
        nonlocal shown
        while shown.count(mark) < count:
            shown += os.read(terminal, 4096)

    wait(b"> ", 1)
    os.write(terminal, RECORD)
    for key in keys:
        # The next one is typed once this one is shown.
        before = len(shown)
        os.write(terminal, key)
        while len(shown) == before:
            shown += os.read(terminal, 4096)
    os.write(terminal, END + b"\n")
    wait(b"LINE", 1)
    wait(b"> ", 2)
    os.write(terminal, REPLAY + b"\n")
    wait(b"LINE", 2)
    try:
        while True:
            shown += os.read(terminal, 4096)
    except OSError:
        pass
    os.waitpid(child, 0)
    text = shown.decode(errors="replace").replace("\r", "")
    return [line[5:] for line in text.split("\n") if line.startswith("LINE")]


for name, keys in [
    ("one key at a time", [b"a", b"b", b"c", b"d"]),
    ("four keys at once", [b"abcd"]),
    ("a letter of two bytes", ["é".encode()]),
]:
    print(name, *lines(keys))
PYTHON
cat >"$folder/expected" <<'TEXT'
one key at a time 'abcd' 'abcd'
four keys at once 'abcd' 'a'
a letter of two bytes '\xe9' '\udcc3'
TEXT
for version in 8.2.13 8.3.3; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet --disable-pip-version-check "gnureadline==$version"
  "$folder/$version/bin/python" "$folder/type.py" "$folder/line.py" >"$folder/found"
  echo "gnureadline $version"
  diff "$folder/expected" "$folder/found"
  cat "$folder/found"
done
