// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A text of Python's with places for values: `%s`, `%d`, `%.1f`, and `%(name)s`.
enum JinjaFormat {
  enum Part {
    case words(String)

    /// A place for a value: what follows the `%`, and the name in brackets before it.
    case value(String, name: String?)
  }

  /// Returns the parts of a format; nil if it has other places.
  static func parts(of text: String) -> [Part]? {
    // Swift doesn't see a sign that something combines with.
    guard text.count(where: { $0 == "%" }) == text.utf8.count(where: { $0 == 0x25 }) else {
      return nil
    }
    var parts: [Part] = []
    var words = ""
    var rest = Substring(text)
    while let first = rest.popFirst() {
      guard first == "%" else {
        words.append(first)
        continue
      }
      if rest.first == "%" {
        rest.removeFirst()
        words.append("%")
        continue
      }
      parts.append(.words(words))
      words = ""
      var name: String?
      if rest.first == "(" {
        guard let end = rest.firstIndex(of: ")") else { return nil }
        name = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      }
      var kind = ""
      if rest.first == "." {
        kind.append(rest.removeFirst())
        guard let digit = rest.popFirst(), ("0"..."9").contains(digit), rest.first == "f" else {
          return nil
        }
        kind.append(digit)
      }
      guard let letter = rest.popFirst(), "sdif".contains(letter) else { return nil }
      parts.append(.value(kind + String(letter), name: name))
    }
    parts.append(.words(words))
    return parts
  }

  /// Returns a number with the digits that `%f` or `%.1f` writes, without the `%`.
  static func fixed(_ number: Double, _ kind: String) -> String {
    ExactDecimal(number).fixed(Int(kind.dropFirst().prefix(1)) ?? 6)
  }
}
