// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Expected pictures and records under `Goldens/`.
///
/// With `RECORD_GOLDENS=1`, or where the file is missing, what was found is written and the test
/// fails. Look at a recorded picture as its user would.
enum ScreenGolden {
  private static let tests = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Compares a text with the golden of a name, in a folder of the tests.
  static func compare(
    _ found: String, with name: String, in place: String = "Screen",
    at location: SourceLocation = #_sourceLocation
  ) {
    let folder = tests.appending(path: "\(place)/Goldens")
    let file = folder.appending(path: "\(name).txt")
    let expected = try? String(contentsOf: file, encoding: .utf8)
    guard expected != found else { return }
    let records = ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1"
    guard let expected, !records else {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try found.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("recorded Goldens/\(name).txt; review it", sourceLocation: location)
      } catch {
        Issue.record("Goldens/\(name).txt can't be written: \(error)", sourceLocation: location)
      }
      return
    }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = found.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
      switch change {
      case .remove(let line, let text, _): "-\(line + 1) \(text)"
      case .insert(let line, let text, _): "+\(line + 1) \(text)"
      }
    }
    Issue.record(
      "Goldens/\(name).txt differs:\n\(changes.prefix(40).joined(separator: "\n"))",
      sourceLocation: location)
  }
}
