// SPDX-License-Identifier: Apache-2.0

/// A JSON value to be written as text, whose keys keep their order.
indirect enum JSONText {
  case text(String)
  case number(Int)
  case bool(Bool)
  case list([JSONText])
  case object([(String, JSONText)])

  /// Writes the value on one line.
  func write(to text: inout String) {
    switch self {
    case .text(let value): Self.write(value, to: &text)
    case .number(let value): text += "\(value)"
    case .bool(let value): text += value ? "true" : "false"
    case .list(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let entries):
      text += "{"
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += "," }
        Self.write(entry.0, to: &text)
        text += ":"
        entry.1.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
