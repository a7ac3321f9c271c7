// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles

/// Data as people and programs give it: what is read and written again is the same.
enum DataFuzzing {
  static func violation(for bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    if let value = try? Value(json: text) {
      guard let written = JSONWriter().text(of: value) else { return "JSON that is not written" }
      guard (try? Value(json: written)) == value else { return "JSON that changes: \(written)" }
    }
    _ = AnswersFile.read(bytes, name: "a.env")
    _ = ConformanceCase(line: text)
    _ = ValueType(spelling: text)
    if let time = try? Timestamp(text), (try? Timestamp(time.description)) != time {
      return "a time that changes"
    }
    if let span = try? TimeSpan(typed: text), (try? TimeSpan(iso8601: span.iso8601)) != span {
      return "a length of time that changes"
    }
    return nil
  }
}
