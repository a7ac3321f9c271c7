#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Swift 6.3.1, the compiler of swift.org, Linux. It must be installed: it's no package that a script could fetch.
#
# Expected: a module that's compiled again with another flag, such as `-Xfrontend -function-sections`, has objects that
# follow the flag.
# Found: the whole module is compiled again, which takes as long as before, but its objects stay as they were. The
# compiler keeps in each object a hash of the code that it was made of, and doesn't generate code again while the hash
# is the same; the flag isn't a part of it, because it only changes how code is written down. So a package that's built
# again with the flag is as large as before, and seems to gain nothing from it. Without the old objects, it works.
#
# The script fails if the compiler behaves otherwise.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >first.swift <<'SWIFT'
public func product(_ number: Int) -> Int { tripled(number) &* number }
@inline(never) func tripled(_ number: Int) -> Int { number &* 3 }
SWIFT
cat >second.swift <<'SWIFT'
public func quotient(_ number: Int) -> Int { sevenfold(number) / 5 }
@inline(never) func sevenfold(_ number: Int) -> Int { number &* 7 }
SWIFT

compile() {
  swiftc -wmo -num-threads 2 -module-name Sections -Osize -parse-as-library "$@" -c first.swift second.swift
}

# The number of sections with code in an object.
sections() { readelf -S -W first.o | grep -cE ' \.text(\.| )'; }

version=$(swiftc --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' | head -n 1)
[ "$version" = 6.3.1 ] || { echo "this is about Swift 6.3.1, found ${version:-none}" >&2; exit 1; }
compile
without=$(sections)
compile -Xfrontend -function-sections
again=$(sections)
rm first.o second.o
compile -Xfrontend -function-sections
anew=$(sections)
printf 'sections with code: %d, compiled again with the flag %d, anew %d\n' "$without" "$again" "$anew"
[ "$without" -eq "$again" ] && [ "$anew" -gt "$again" ]
