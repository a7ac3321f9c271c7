// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import SourceDiagnostics
import Testing

/// `items` has the type of the records of its list, however deeply the list is nested.
@Suite struct ItemTypeTests {
  /// Returns nested lists, in the innermost of which an expression reads `items`.
  private static func nested(_ depth: Int, _ expression: String) -> String {
    var text = "flow: 1\nid: n\nsteps:\n"
    for level in 0..<depth {
      let pad = String(repeating: "    ", count: level)
      text += "\(pad)  - repeat: r\(level)\n\(pad)    steps:\n"
    }
    let pad = String(repeating: "    ", count: depth)
    return text
      + "\(pad)  - { ask: x, type: integer }\n\(pad)  - { compute: c, value: \"\(expression)\" }\n"
  }

  @Test(arguments: [1, 3, 4, 7, 12])
  func itemsAreTypedAtEveryDepth(depth: Int) {
    #expect(
      FlowFile.load(Self.nested(depth, "items.map(i, i.x + 1)"), name: "n").diagnostics.isEmpty)
    let found = FlowFile.load(Self.nested(depth, "items.map(i, i.nope)"), name: "n").diagnostics
    expectEqual(found.diagnostics.map(\.message), ["unknown field 'nope'; the record has 'x'"])
  }

  /// Each of many lists is typed, and takes no more work than the first.
  @Test func manyListsAreTyped() {
    let lists = (0..<400).map { number in
      """
        - repeat: r\(number)
          steps:
            - { ask: x, type: integer }
            - { compute: c, value: "items.map(i, i.\(number == 399 ? "nope" : "x") + 1)" }
      """
    }
    let text = "flow: 1\nid: n\nsteps:\n" + lists.joined(separator: "\n") + "\n"
    let found = FlowFile.load(text, name: "n").diagnostics
    expectEqual(found.diagnostics.map(\.message), ["unknown field 'nope'; the record has 'x', 'c'"])
  }
}
