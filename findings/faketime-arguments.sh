#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libfaketime 0.9.10-2.1 (a Debian 12 package) and Swift 6.3.1, Linux.
#
# Expected: a program that's started with libfaketime preloaded, to have another clock, gets its arguments.
# Found: a program in Swift gets none, not even its name: `CommandLine.arguments` is empty. Started by a shell that has the
# library, too, or by the command `faketime`, it gets all of them. The difference is `FAKETIME_SHARED`: without it, the library
# adds it to the environment before `main`, and the runtime of Swift looks for the arguments next to the environment. So set
# the variable in advance, or start such programs from a shell.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
chmod 755 "$folder"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq libfaketime=0.9.10-2.1 2>/dev/null
dpkg-deb -x libfaketime_*.deb package
library=$(find "$folder/package" -name libfaketime.so.1)

echo 'print(CommandLine.arguments.dropFirst())' >program.swift
swiftc program.swift -o program
unset FAKETIME_SHARED
export FAKETIME=+1d

diff - <(
  env LD_PRELOAD="$library" ./program a b
  env LD_PRELOAD="$library" sh -c './program a b; true'
) <<'TEXT'
[]
["a", "b"]
TEXT
echo "as stated"
