// SPDX-License-Identifier: Apache-2.0

extension Value: CustomStringConvertible {
  /// The value as an expression: `[1, 'a', 2u]`.
  ///
  /// Times are written as conversions, and network values as calls. Long lists and maps are cut
  /// after a hundred parts, and long texts after a thousand code points.
  public var description: String {
    var parts = 100
    return literal(&parts)
  }

  private func literal(_ parts: inout Int) -> String {
    parts -= 1
    guard parts >= 0 else { return "…" }
    switch self {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .uint(let uint): return "\(uint)u"
    case .double(let double):
      if double.isFinite { return double.description }
      return "double('\(NumberText.text(double))')"
    case .string(let text): return Value.quoted(text)
    case .bytes(let bytes):
      let shown = bytes.prefix(1_000).map { byte in
        let hex = String(byte, radix: 16)
        return byte >= 0x20 && byte < 0x7F && byte != 0x27 && byte != 0x5C
          ? String(Character(Unicode.Scalar(byte))) : "\\x\(hex.utf8.count < 2 ? "0" : "")\(hex)"
      }
      return "b'\(shown.joined())\(bytes.count > 1_000 ? "…" : "")'"
    case .list(let list):
      var shown: [String] = []
      for element in list {
        shown.append(element.literal(&parts))
        if parts < 0 { break }
      }
      return "[\(shown.joined(separator: ", "))]"
    case .map(let map):
      var shown: [String] = []
      for entry in map {
        shown.append("\(entry.key.literal(&parts)): \(entry.value.literal(&parts))")
        if parts < 0 { break }
      }
      return "{\(shown.joined(separator: ", "))}"
    case .timestamp(let time): return "timestamp('\(time)')"
    case .duration(let span): return "duration('\(span)')"
    case .type(let type): return type.runtimeName
    case .optional(let inner):
      return inner.map { "optional.of(\($0.literal(&parts)))" } ?? "optional.none()"
    case .network(.address(let address)): return "ip('\(address)')"
    case .network(.block(let block)): return "cidr('\(block)')"
    }
  }

  /// Returns a text as a literal in single quotes, cut after a number of Unicode scalars.
  package static func quoted(_ text: String, atMost limit: Int = 1_000) -> String {
    var result = "'"
    var count = 0
    for scalar in text.unicodeScalars {
      count += 1
      guard count <= limit else { return result + "…'" }
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          let hex = String(scalar.value, radix: 16)
          result += "\\x\(hex.utf8.count < 2 ? "0" : "")\(hex)"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "'"
  }
}
