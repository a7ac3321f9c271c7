// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// A part of an item that needs no evaluation: `item[0]`, `item.name`.
///
/// Long lists of choices are mostly made of them. Whatever isn't as simple as it looks, such as a
/// part that the item doesn't have, is evaluated.
package struct ItemPart: Sendable {
  private enum Kind {
    case element(Int)
    case member(String)
  }

  private let kind: Kind

  /// The part that an expression is; nil for any other expression.
  init?(_ text: String, _ expression: CompiledExpression) {
    guard text.hasPrefix("item") else { return nil }
    let references = expression.references
    guard !references.isEmpty, references.allSatisfy({ $0.name == "item" }) else { return nil }
    if text.hasPrefix("item["), text.hasSuffix("]"), let index = Int(text.dropFirst(5).dropLast()) {
      kind = .element(index)
    } else if text.hasPrefix("item."), text.utf8.dropFirst(5).allSatisfy(Self.isLetter) {
      kind = .member(String(text.dropFirst(5)))
    } else {
      return nil
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  /// The part, unless it's missing or null.
  package func value(in item: Value) -> Value? {
    switch (kind, item) {
    case (.element(let index), .list(let list)):
      return list.indices.contains(index) ? list[index].unwrapped : nil
    case (.member(let name), .map(let map)): return map[name]?.unwrapped
    default: return nil
    }
  }
}

// A text of parts of an item that need no evaluation, and of words: `${item.name} (${item.city})`.
extension [CheckedText.Part] {
  /// Whether it's such a text.
  package var isOfItem: Bool {
    allSatisfy { part in
      switch part {
      case .words: true
      case .expression(let expression): expression.itemPart != nil
      case .conditional, .loop, .binding, .file: false
      }
    }
  }

  /// The text for an item; nil where one of its parts isn't a text.
  package func text(of item: Value) -> String? {
    var text = ""
    for part in self {
      switch part {
      case .words(let words): text += words
      case .expression(let expression):
        guard case .string(let words)? = expression.itemPart?.value(in: item) else { return nil }
        text += words
      case .conditional, .loop, .binding, .file: return nil
      }
    }
    return text
  }
}
