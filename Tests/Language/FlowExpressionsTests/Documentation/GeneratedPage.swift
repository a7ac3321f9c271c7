// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import Testing

/// A page of the documentation catalog that's generated from the code.
struct GeneratedPage {
  let path: String

  init(_ name: String) {
    let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    path = "/\(root)/Sources/Language/FlowExpressions/Documentation.docc/\(name).md"
  }

  /// Compares the page with its expected text.
  ///
  /// If the page is missing or `RECORD_GOLDENS=1`, writes it and fails.
  func check(_ text: String) throws {
    let records = getenv("RECORD_GOLDENS").map { String(cString: $0) } == "1"
    guard let current = TextFile.contents(of: path), !records else {
      try TextFile.write(text, to: path)
      Issue.record("wrote \(path); look at it and run the test again")
      return
    }
    let lines = current.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, pair) in zip(lines, wanted).enumerated() where pair.0 != pair.1 {
      Issue.record("\(path):\(number + 1): '\(pair.0)' instead of '\(pair.1)'")
      return
    }
    expectEqual(lines.count, wanted.count)
  }
}

enum TextFile {
  struct CannotWrite: Error {
    let path: String
  }

  static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw CannotWrite(path: path) }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw CannotWrite(path: path) }
  }
}
