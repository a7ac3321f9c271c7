// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TerminalCells

/// The widths of all scalars against those of the Python package wcwidth.
///
/// The differences, all of them:
/// - Control characters have no width there (−1, and 0 for NUL); here they are shown as escapes.
///   So are the separators and bidirectional controls, which are 0 there.
/// - A spacing combining mark (Mc) alone is 0 there and 1 after a base; here it is 1 in both
///   places, as in the tables of glibc and xterm. The marks of East Asian width W, which are above
///   or beside a wide character in its cells, are 0 in both.
/// - A code point that isn't assigned yet is 1 there, and 2 here if it's in the blocks of pictographs: what comes
///   there is drawn on two cells by the terminals that have it.
@Suite struct WidthGoldenTests {
  struct Run: Sendable {
    let scalars: ClosedRange<UInt32>
    let width: Int
    let ambiguousWidth: Int

    /// The general category, if it's Mc or Cn.
    let category: Substring?
  }

  static func runs() throws -> [Run] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/wcwidth.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map {
      let fields = $0.split(separator: " ")
      let bounds = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      let first = try #require(bounds.first)
      let last = try #require(bounds.last)
      return Run(
        scalars: first...last, width: try #require(Int(fields[1])),
        ambiguousWidth: try #require(Int(fields[2])),
        category: fields.count > 3 ? fields[3] : nil)
    }
  }

  static let pictographs: [ClosedRange<UInt32>] = [0x1F000...0x1FAFF, 0x1FC00...0x1FFFD]

  static let marksOfNoWidth: Set<UInt32> = [0x302E, 0x302F, 0x16FF0, 0x16FF1]

  @Test func widthsOfAllScalarsAreThoseOfWcwidth() throws {
    var compared = 0
    var wrong: [String] = []
    for run in try Self.runs() {
      for value in run.scalars {
        guard let scalar = Unicode.Scalar(value) else { continue }
        compared += 1
        let character = Character(scalar)
        var expected = (run.width, run.ambiguousWidth)
        if character.isShownEscaped {
          let width = character.escapedForDisplay.count
          expected = (width, width)
        } else if run.category == "Mc", !Self.marksOfNoWidth.contains(value) {
          expected = (1, 1)
        } else if run.category == "Cn", Self.pictographs.contains(where: { $0.contains(value) }) {
          expected = (2, 2)
        }
        let found = (character.cellWidth, character.cellWidth(ambiguous: .wide))
        if found != expected {
          wrong.append("U+\(String(value, radix: 16)): \(found), wcwidth \(expected)")
        }
      }
    }
    #expect(wrong.prefix(20).isEmpty, "\(wrong.count) differ")
    #expect(compared > 1_100_000)
  }
}
