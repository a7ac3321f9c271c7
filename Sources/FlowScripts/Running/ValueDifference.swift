// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Tells two values apart, part by part.
enum ValueDifference {
  /// One line per part that differs; empty when nothing does.
  ///
  /// An exact map has no keys beside the wanted ones; a list is always exact.
  static func lines(
    found: Value?, wanted: Value, isExact: Bool, at path: String = ""
  ) -> [String] {
    let name = path.isEmpty ? "the value" : path
    guard let found else { return ["- \(name) is missing, expected \(text(wanted))"] }
    switch (found, wanted) {
    case (.map(let found), .map(let wanted)):
      var lines: [String] = []
      for entry in wanted {
        lines += Self.lines(
          found: found[entry.key], wanted: entry.value, isExact: isExact,
          at: join(path, entry.key.plainText))
      }
      if isExact {
        for entry in found where wanted[entry.key] == nil {
          let part = join(path, entry.key.plainText)
          lines.append("+ \(part) is \(text(entry.value)), expected nothing")
        }
      }
      return lines
    case (.list(let found), .list(let wanted)):
      var lines: [String] = []
      for index in 0..<max(found.count, wanted.count) {
        let part = "\(path)[\(index)]"
        if index >= wanted.count {
          lines.append("+ \(part) is \(text(found[index])), expected nothing")
        } else {
          lines += Self.lines(
            found: index < found.count ? found[index] : nil, wanted: wanted[index], isExact: true,
            at: part)
        }
      }
      return lines
    default:
      if found == wanted || found.isSameText(as: wanted) { return [] }
      return ["! \(name) is \(text(found)), expected \(text(wanted))"]
    }
  }

  private static func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  static func text(_ value: Value) -> String {
    JSONWriter().text(of: value) ?? value.plainText
  }
}

extension Value {
  /// Whether two numbers are the same, or a text of a script spells this value.
  func isSameText(as wanted: Value) -> Bool {
    switch (self, wanted) {
    case (.int(let found), .double(let number)): Double(found) == number
    case (.double(let found), .int(let number)): found == Double(number)
    case (.timestamp, .string(let text)), (.duration, .string(let text)): plainText == text
    // A number whose source isn't how it is written, such as 1.10, is there as a text.
    case (.double(let found), .string(let text)): "\(found)" != text && Double(text) == found
    case (.int(let found), .string(let text)): "\(found)" != text && Int64(text) == found
    default: false
    }
  }
}
