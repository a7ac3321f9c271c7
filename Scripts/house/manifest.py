# SPDX-License-Identifier: Apache-2.0
"""Reads Package.swift for the scripts in Python: the targets, their folders, and their floors."""
import json
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MANIFEST = ROOT / "Package.swift"


def targets():
    """The targets as SwiftPM describes them."""
    dumped = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "--scratch-path", str(ROOT / ".build" / "manifest"), "dump-package"],
        check=True, capture_output=True, text=True)
    return json.loads(dumped.stdout)["targets"]


def folder(target):
    return ROOT / (target.get("path") or f"Sources/{target['name']}")


def wing(target):
    """The name of the folder above a module's, in Sources; None for the module without a wing."""
    parts = folder(target).relative_to(ROOT).parts
    return parts[1] if len(parts) > 2 else None


def floors():
    """The floor of each module by name, from the comments of the manifest; tests have none."""
    found, floor = {}, None
    for line in MANIFEST.read_text(encoding="utf-8").splitlines():
        comment = re.match(r"\s*//", line)
        if comment:
            number = re.fullmatch(r"\s*// Floor (\d+)", line)
            floor = int(number.group(1)) if number else None
        # A target is declared above the targets that name it.
        for name in re.findall(r'(?<!\.product\()\bname: "(\w+)"', line):
            if floor is not None:
                found.setdefault(name, floor)
    return found
