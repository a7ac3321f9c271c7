// SPDX-License-Identifier: Apache-2.0

import ExpressionConformance
import FlowExpressions
import FlowFiles

/// Data from users and programs: writing what was read and reading it again gives the same data.
enum DataFuzzing {
  static func violation(for bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let value = try? Value(json: text) {
      guard let written = JSONWriter().text(of: value) else { return "JSON that can't be written" }
      guard (try? Value(json: written)) == value else { return "JSON changed: \(written)" }
    }
    _ = AnswersFile.read(bytes, name: "a.env")
    _ = ConformanceCase(line: text)
    _ = ValueType(spelling: text)
    if let time = try? Timestamp(text), (try? Timestamp(time.description)) != time {
      return "a time that doesn't round-trip"
    }
    if let span = try? TimeSpan(typed: text), (try? TimeSpan(iso8601: span.iso8601)) != span {
      return "a duration that doesn't round-trip"
    }
    return nil
  }
}
