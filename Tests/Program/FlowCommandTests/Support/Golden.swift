// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Expected texts under `Goldens/`, one per test.
///
/// With `RECORD_GOLDENS=1`, or if the file is missing, the actual text is recorded and the test
/// fails. Review a recorded text like code.
enum Golden {
  /// The line between two frames.
  static let separator = String(repeating: "─", count: 72)

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Goldens")

  /// Returns a line with its control characters spelled out.
  static func visible(_ line: String) -> String {
    line.unicodeScalars.reduce(into: "") { text, scalar in
      let isControl =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
        || (0x202A...0x202E).contains(scalar.value)
      if isControl {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Compares text with the golden of a name.
  static func compare(_ found: String, with name: String, at place: SourceLocation) {
    let file = folder.appending(path: "\(name).txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    let records = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard let expected, !records else {
      guard expected != found else { return }
      do {
        try found.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded Goldens/\(name).txt; review it", sourceLocation: place)
      } catch {
        Issue.record("Goldens/\(name).txt cannot be written: \(error)", sourceLocation: place)
      }
      return
    }
    guard expected != found else { return }
    let difference = Self.difference(from: expected, to: found)
    Issue.record("Goldens/\(name).txt differs:\n\(difference)", sourceLocation: place)
  }

  /// Returns the lines that differ, with `-` before expected lines and `+` before actual ones.
  private static func difference(from expected: String, to found: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [String] = []
    var (one, other) = (0, 0)
    while one < old.count || other < new.count {
      if removed.contains(one) {
        lines.append("- \(old[one])")
        one += 1
      } else if inserted.contains(other) {
        lines.append("+ \(new[other])")
        other += 1
      } else {
        lines.append("  \(old[one])")
        one += 1
        other += 1
      }
    }
    return Self.near(lines).joined(separator: "\n")
  }

  /// Returns only the lines around changes.
  private static func near(_ lines: [String]) -> [String] {
    var shown: [String] = []
    for (index, line) in lines.enumerated() {
      let around = lines[max(0, index - 2)...min(lines.count - 1, index + 2)]
      if around.contains(where: { !$0.hasPrefix("  ") }) {
        shown.append(line)
      } else if shown.last != "  …" {
        shown.append("  …")
      }
    }
    return shown
  }
}
