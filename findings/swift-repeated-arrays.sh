#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Swift 6.3.1, x86-64 Linux; counted with valgrind 3.19 (a Debian 12 package). Both must be installed.
#
# Expected: with -O, a small array of a known type costs the same however it's written.
# Found: for each `Array(repeating: n, count: 4)` of bytes, the runtime looks up the type of the array's storage: the
# initializer calls an allocation of the standard library that isn't specialized. It takes more than twice the instructions
# of `[n, n, n, n]`, which looks up nothing. So write out small arrays that are made often.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >program.swift <<'SWIFT'
@inline(never) func repeated(_ n: UInt8) -> [UInt8] { Array(repeating: n, count: 4) }
@inline(never) func written(_ n: UInt8) -> [UInt8] { [n, n, n, n] }
let numbers = 0..<Int(CommandLine.arguments[2])!
var sum = 0
if CommandLine.arguments[1] == "repeated" {
  for number in numbers { sum &+= repeated(UInt8(truncatingIfNeeded: number)).count }
} else {
  for number in numbers { sum &+= written(UInt8(truncatingIfNeeded: number)).count }
}
print(sum)
SWIFT
swiftc -O program.swift -o program

# Instructions of a process: all, and those of looking up generic types.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=profile ./program "$1" "$2" >output 2>&1
  callgrind_annotate --threshold=100 profile |
    awk '{ gsub(",", "", $1) } /PROGRAM TOTALS/ { all = $1 } /:_swift_getGenericMetadata\(/ { lookup += $1 }
      END { print all + 0, lookup + 0 }'
}

# Those of an array: the difference between two numbers of them.
of_an_array() {
  local few many
  few=$(instructions "$1" 1000)
  many=$(instructions "$1" 11000)
  awk '{ print int(($3 - $1) / 10000), int(($4 - $2) / 10000) }' <<<"$few $many"
}

read -r repeated lookup <<<"$(of_an_array repeated)"
read -r written other <<<"$(of_an_array written)"
echo "repeated: $repeated instructions, $lookup of them in the lookup; written: $written, $other"
[ "$lookup" -ge 40 ] && [ "$other" -eq 0 ] && [ "$repeated" -ge $((2 * written)) ]
echo "as stated"
