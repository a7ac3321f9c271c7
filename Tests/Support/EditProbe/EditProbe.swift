// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomEditing

/// Edits the files in `Flows` at random in the language server, and compares what it finds with a check after every hundred
/// edits.
///
///     EditProbe SEED EDITS
///
/// It has the sequences of the test of the same name, one for each seed from SEED on, until as many edits are made, and
/// exits with 1 if something differs. It imports modules for testing, so an optimized build needs
/// `-c release -Xswiftc -enable-testing`.
@main
enum EditProbe {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    guard numbers.count == 2, let most = Int(exactly: numbers[1]) else {
      print("usage: EditProbe SEED EDITS")
      exit(2)
    }
    let seeds = sequence(first: numbers[0]) { $0 &+ 1 }
    let failed = EditRun.run(seeds, comparisons: 10, most: most) {
      print($0)
      fflush(nil)
    }.failed
    exit(failed == 0 ? 0 : 1)
  }
}
