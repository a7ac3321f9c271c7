#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# GNU Readline 8.2 and 8.3 (the Python packages gnureadline 8.2.13 and 8.3.3, which link it statically), Linux.
#
# Expected: in vi mode, `.` repeats the last insertion, or change of a word, with all of the text that was typed.
# Found: it repeats the last piece alone. Readline cuts what's typed into pieces to undo: each character of several bytes is
# one, and other keys are one up to the twentieth. So after `café b`, `.` inserts `é b`; after 日本語, 語; after 26 letters,
# the last 6; and after a `cw` with them, the next word becomes that piece. The first 20 keys of ASCII are repeated whole.
# No message says that something is missing.
#
# The script fails if a version behaves otherwise.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/line.py" <<'PYTHON'
import gnureadline
gnureadline.parse_and_bind("set editing-mode vi")
print("LINE", ascii(input("> ")), flush=True)
PYTHON
cat >"$folder/type.py" <<'PYTHON'
import os, pty, re, sys


def line(keys):
    """The line that a program reads."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(INPUTRC="/dev/null", LC_ALL="C.UTF-8", TERM="dumb")
        os.execv(sys.executable, [sys.executable, sys.argv[1]])
    shown = b""
    while b"> " not in shown:
        shown += os.read(terminal, 4096)
    os.write(terminal, keys.encode() + b"\n")
    try:
        while True:
            shown += os.read(terminal, 4096)
    except OSError:
        pass
    os.waitpid(child, 0)
    return re.search("LINE (.*)", shown.decode().replace("\r", ""))[1]


ESC = "\x1b"
for name, text in [
    ("20 letters", "abcdefghijklmnopqrst"),
    ("21 letters", "abcdefghijklmnopqrstu"),
    ("26 letters", "abcdefghijklmnopqrstuvwxyz"),
    ("a letter of two bytes", "caf\u00e9 b"),
    ("three of three bytes", "\u65e5\u672c\u8a9e"),
]:
    print(name)
    print(" inserted", line(f"-{ESC}a{text}{ESC}."))
    print(" changed", line(f"one two{ESC}0cw{text}{ESC}w."))
PYTHON
cat >"$folder/expected" <<'TEXT'
20 letters
 inserted '-abcdefghijklmnopqrstabcdefghijklmnopqrst'
 changed 'abcdefghijklmnopqrst abcdefghijklmnopqrst'
21 letters
 inserted '-abcdefghijklmnopqrstuu'
 changed 'abcdefghijklmnopqrstu u'
26 letters
 inserted '-abcdefghijklmnopqrstuvwxyzuvwxyz'
 changed 'abcdefghijklmnopqrstuvwxyz uvwxyz'
a letter of two bytes
 inserted '-caf\xe9 b\xe9 b'
 changed 'caf\xe9 b \xe9 b'
three of three bytes
 inserted '-\u65e5\u672c\u8a9e\u8a9e'
 changed '\u65e5\u672c\u8a9e \u8a9e'
TEXT
for version in 8.2.13 8.3.3; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet --disable-pip-version-check "gnureadline==$version"
  "$folder/$version/bin/python" "$folder/type.py" "$folder/line.py" >"$folder/found"
  echo "gnureadline $version"
  diff "$folder/expected" "$folder/found"
done
cat "$folder/found"
