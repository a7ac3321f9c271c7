// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// Describes the differences between two values.
enum ValueDifference {
  /// Returns a line for each difference.
  ///
  /// An exact map must not have other keys; lists are always exact.
  ///
  /// - Parameters:
  ///   - found: The value, or nil if there isn't one.
  ///   - shown: The value for messages, with secrets masked.
  ///   - wanted: The expected value.
  ///   - isExact: Whether maps are exact.
  ///   - path: The name of the value.
  /// - Returns: The lines.
  static func lines(
    found: Value?, shown: Value?, wanted: Value, isExact: Bool, at path: String = ""
  ) -> [String] {
    let name = path.isEmpty ? "the value" : path
    guard let found, let shown else { return ["- \(name) is missing, expected \(text(wanted))"] }
    switch (found, wanted) {
    case (.map(let found), .map(let wanted)):
      var lines: [String] = []
      for entry in wanted {
        lines += Self.lines(
          found: found[entry.key], shown: part(of: shown, at: entry.key), wanted: entry.value,
          isExact: isExact, at: join(path, entry.key.plainText))
      }
      if isExact {
        for entry in found where wanted[entry.key] == nil {
          let part = join(path, entry.key.plainText)
          let value = Self.part(of: shown, at: entry.key)
          lines.append("+ \(part) is \(text(value)), expected nothing")
        }
      }
      return lines
    case (.list(let found), .list(let wanted)):
      var lines: [String] = []
      for index in 0..<max(found.count, wanted.count) {
        let part = "\(path)[\(index)]"
        if index >= wanted.count {
          lines.append("+ \(part) is \(text(Self.part(of: shown, at: index))), expected nothing")
        } else {
          lines += Self.lines(
            found: index < found.count ? found[index] : nil, shown: Self.part(of: shown, at: index),
            wanted: wanted[index], isExact: true, at: part)
        }
      }
      return lines
    default:
      if found == wanted || found.isSameText(as: wanted) { return [] }
      return ["! \(name) is \(text(shown)), expected \(text(wanted))"]
    }
  }

  /// Returns a part of a value for messages, or the whole value if it's a masked secret.
  private static func part(of shown: Value, at key: Value) -> Value {
    if case .map(let map) = shown { map[key] ?? .null } else { shown }
  }

  private static func part(of shown: Value, at index: Int) -> Value {
    guard case .list(let values) = shown else { return shown }
    return values.indices.contains(index) ? values[index] : .null
  }

  private static func join(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  static func text(_ value: Value) -> String {
    JSONWriter().text(of: value) ?? value.plainText
  }
}

extension Value {
  /// Returns whether two numbers are equal, or text in a script spells this value.
  func isSameText(as wanted: Value) -> Bool {
    switch (self, wanted) {
    case (.int(let found), .double(let number)): Double(found) == number
    case (.double(let found), .int(let number)): found == Double(number)
    case (.timestamp, .string(let text)), (.duration, .string(let text)): plainText == text
    // A number whose source isn't its standard form, such as 1.10, is text in the script.
    case (.double(let found), .string(let text)): "\(found)" != text && Double(text) == found
    case (.int(let found), .string(let text)): "\(found)" != text && Int64(text) == found
    default: false
    }
  }
}
