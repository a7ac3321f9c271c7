#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lcov_cobertura 2.1.1 and pycobertura 4.1.0 (Python packages), Linux.
#
# The coverage of one file may come in parts: a tracefile of LCOV that was put together of those of several runs has a record
# for each, whose counts add up, and a report of Cobertura has a class for each class of the file.
#
# Expected: a line that one part has executed is covered, and counts once.
# Found:
# - lcov_cobertura writes the lines of the last record alone, so what an earlier run covered is gone, or isn't covered. Its
#   totals count the lines of all records, and so belong to no list of lines.
# - Of LCOV 2's functions, `FN:1,3,f` becomes two: `3,f`, never called, and `f`, on line 0. `FNL` and `FNA`, which later
#   versions write, are left out.
# - pycobertura counts a line of two classes twice. If one of them hasn't executed it, it's both a hit and a miss, and is
#   listed as missing.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check lcov_cobertura==2.1.1 pycobertura==4.1.0
cat >"$folder/read.py" <<'PYTHON'
import os, re, tempfile
from lcov_cobertura import LcovCobertura
from pycobertura import Cobertura


def converted(text):
    report = LcovCobertura(text.replace(" ", "\n") + "\nend_of_record\n").convert()
    total = re.search(r'lines-covered="(\d+)" lines-valid="(\d+)"', report)
    methods = re.findall(r'<method name="([^"]*)".*?hits="(\d+)" number="(\d+)"', report, re.DOTALL)
    lines = re.findall(r'hits="(\d+)" number="(\d+)"/>', report.split("</methods>")[-1])
    return f"{total[1]} of {total[2]}, {lines}, {methods}"


def lines(*hits):
    return "".join(f'<line number="{number}" hits="{count}"/>' for number, count in hits)


def read(*classes):
    text = '<coverage version="1"><packages><package name="p"><classes>' + "".join(
        f'<class name="c{number}" filename="a.x" line-rate="0.5"><methods/><lines>{part}</lines></class>'
        for number, part in enumerate(classes)
    ) + "</classes></package></packages></coverage>"
    path = os.path.join(tempfile.mkdtemp(dir=os.environ["FOLDER"]), "report.xml")
    with open(path, "w") as file:
        file.write(text)
    report = Cobertura(path)
    return f"{report.total_statements('a.x')} lines, missing {report.missed_statements('a.x')}"


print("a record:", converted("SF:a.x DA:1,2 DA:2,0"))
print("two records:", converted("SF:a.x DA:1,2 DA:2,0 end_of_record SF:a.x DA:1,0 DA:2,1"))
print("other lines:", converted("SF:a.x DA:1,2 end_of_record SF:a.x DA:5,1"))
print("function:", converted("SF:a.x FN:1,f FNDA:2,f DA:1,2"))
print("function of LCOV 2:", converted("SF:a.x FN:1,3,f FNDA:2,f DA:1,2"))
print("later:", converted("SF:a.x FNL:0,1,3 FNA:0,2,f DA:1,2"))
print("a class:", read(lines((1, 1), (2, 0))))
print("two classes:", read(lines((1, 1), (2, 0)), lines((2, 3), (3, 1))))
PYTHON
FOLDER=$folder "$folder/python/bin/python" "$folder/read.py" >"$folder/found"
diff - "$folder/found" <<'TEXT'
a record: 1 of 2, [('2', '1'), ('0', '2')], []
two records: 2 of 4, [('0', '1'), ('1', '2')], []
other lines: 2 of 2, [('1', '5')], []
function: 1 of 1, [('2', '1')], [('f', '2', '1')]
function of LCOV 2: 1 of 1, [('2', '1')], [('3,f', '0', '1'), ('f', '2', '0')]
later: 1 of 1, [('2', '1')], []
a class: 2 lines, missing [2]
two classes: 4 lines, missing [2]
TEXT
echo "as stated"
