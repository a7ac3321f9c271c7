#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# debconf 1.5.82, which asks the questions of Debian's packages, with Term::ReadLine::Gnu 1.45, both of Debian 12.
#
# Expected: an answer that a later version of a question doesn't take anymore, such as a choice that's gone, becomes the
# question's default, or is asked again. Who goes back to a question finds what was just entered there.
# Found:
# - A choice that's gone becomes the first one of the list, whatever the default is, without a word. That's so where a
#   question isn't asked: in the frontend `noninteractive`, and in all others for a question that was answered before, so a
#   machine in `eu-north` is in `ap` after an upgrade. Of several choices, one that's gone stays. A truth value stays as
#   it's written, although the protocol knows `true` and `false` only.
# - In the frontend `readline`, who goes back to an earlier question of a screen finds the value of before the screen, and
#   Enter, there, and at all questions that follow, keeps that: what was entered is lost.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -q -o APT::Sandbox::User=root debconf=1.5.82 libterm-readline-gnu-perl=1.45-1 >log 2>&1 ||
  { cat log >&2; exit 1; }
for package in *.deb; do dpkg -x "$package" .; done
PERL5LIB=$folder/usr/share/perl5:$(echo "$folder"/usr/lib/*/perl5/*)
export PERL5LIB DEBCONF_SYSTEMRC=$folder/debconf.conf LC_ALL=C.UTF-8 TERM=dumb
cat >debconf.conf <<TEXT
Config: answers
Templates: templates

Name: answers
Driver: File
Filename: $folder/answers

Name: templates
Driver: File
Filename: $folder/templates
TEXT
cat >questions <<'TEXT'
Template: shop/host
Type: string
Default: localhost
Description: Host

Template: shop/region
Type: select
Choices: ap, eu, us
Default: us
Description: Region

Template: shop/parts
Type: multiselect
Choices: api, web
Default: api
Description: Parts

Template: shop/secure
Type: boolean
Default: true
Description: Secure

TEXT

for seen in false true; do
  rm -f answers templates
  DEBIAN_FRONTEND=noninteractive usr/bin/debconf-communicate shop <<TEXT | sed -n 's/^0 \(.*[a-z]\)$/\1/p' | tail -n 3 | paste -sd ';'
X_LOADTEMPLATEFILE $folder/questions shop
SET shop/region eu-north
SET shop/parts web, docs
SET shop/secure yes
FSET shop/region seen $seen
INPUT high shop/region
INPUT high shop/parts
INPUT high shop/secure
GO
GET shop/region
GET shop/parts
GET shop/secure
TEXT
done >found
cat >>found <<'TEXT'
entered, back, and Enter:
TEXT

# The program whose questions are asked: its side of the protocol.
cat >program <<TEXT
#!/bin/sh
for line in "X_LOADTEMPLATEFILE $folder/questions shop" "CAPB backup" "INPUT high shop/host" "INPUT high shop/region" GO \
  "GET shop/host" "GET shop/region"; do
  echo "\$line"
  read -r code answer
  case \$line in GET*) echo "\$answer" >>$folder/entered ;; esac
done
TEXT
chmod +x program
cat >type.py <<'PYTHON'
import os
import pty
import sys

BACK, ENTER, CLEAR = b"\x1b[5~", b"\r", b"\x01\x0b"
child, terminal = pty.fork()
if child == 0:
    os.environ["DEBIAN_FRONTEND"] = "readline"
    os.execv("/usr/bin/perl", ["perl", "usr/share/debconf/frontend", sys.argv[1]])
# The line that's waited for, and what's typed then.
for line, keys in [(b"Host localhost", CLEAR + b"db1" + ENTER), (b"Region 3", BACK), (b"Host localhost", ENTER),
                   (b"Region 3", ENTER)]:
    shown = b""
    while not shown.endswith(line):
        shown += os.read(terminal, 4096)
    os.write(terminal, keys)
try:
    while os.read(terminal, 4096):
        pass
except OSError:
    pass
os.waitpid(child, 0)
PYTHON
rm -f answers templates
python3 type.py "$folder/program"
paste -sd ';' entered >>found
diff - found <<'TEXT'
ap;web, docs;yes
ap;web, docs;yes
entered, back, and Enter:
localhost;us
TEXT
cat found
