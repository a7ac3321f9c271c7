#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SwiftPM of Swift 6.3.1, Linux. It must be installed: it's no package that a script could fetch.
#
# Expected: a build after one with the same options and sources compiles nothing.
# Found: if a package has several traits switched on, `swift build` now and then compiles every module of the package anew,
# after its manifest was touched, or a file was added. The flags `-D` of the traits have the order of a set, which is
# another one in each process, and modules are compiled again where their flags have another order than last time: with
# three traits, five of six times. The same goes for packages that it depends on. With SWIFT_DETERMINISTIC_HASHING=1 in
# the environment of SwiftPM, the order stays.
#
# The script fails if SwiftPM behaves otherwise.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p Sources/Lib
echo 'public func three() -> Int { 3 }' >Sources/Lib/Lib.swift
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription
let package = Package(name: "traits", traits: ["A", "B", "C", "D"], targets: [.target(name: "Lib")])
SWIFT

# again COUNT: builds after the manifest was touched, and prints how often something was compiled.
again() {
  local compiled=0
  for _ in $(seq "$1"); do
    touch Package.swift
    if [[ $(swift build -c release --traits A,B,C,D 2>&1) == *Compiling* ]]; then compiled=$((compiled + 1)); fi
  done
  echo "$compiled"
}

version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
[ "$version" = 6.3.1 ] || { echo "this is about Swift 6.3.1, found ${version:-none}" >&2; exit 1; }
swift build -c release --traits A,B,C,D >/dev/null 2>&1
random=$(again 8)
export SWIFT_DETERMINISTIC_HASHING=1
swift build -c release --traits A,B,C,D >/dev/null 2>&1
fixed=$(again 8)
printf 'builds of 8 that compiled again: %d, and with one order %d\n' "$random" "$fixed"
[ "$random" -gt 0 ] && [ "$fixed" -eq 0 ]
