// SPDX-License-Identifier: Apache-2.0

import Foundation
import RandomTesting
import Testing

/// Plans are shared between threads without checking, because each holds only constants.
///
/// This verifies that they do.
@Suite struct PlanTests {
  private static let folder = ProjectFolder.url
    .appending(path: "Sources/Language/FlowExpressions")

  @Test func noUncheckedClassStoresAVariable() throws {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: Self.folder.path(percentEncoded: false))
    var count = 0
    for name in names where name.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      var isInside = false
      for line in text.split(separator: "\n") {
        if line.contains("@unchecked Sendable"), !line.hasPrefix("//") {
          isInside = true
          count += 1
        } else if line == "}" {
          isInside = false
        }
        let words = line.split(separator: " ")
        // A stored variable is indented by two columns and has no body.
        guard isInside, line.hasPrefix("  "), !line.hasPrefix("   "), words.contains("var") else {
          continue
        }
        #expect(line.contains("{"), "\(name): \(line)")
      }
    }
    #expect(count > 30)
  }
}
