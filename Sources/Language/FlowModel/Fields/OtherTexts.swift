// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import Localization

/// The texts that a question for choices takes beside them.
///
/// A text that equals the value or the label of a choice is that choice, and a blank one is no answer.
package struct OtherTexts: Hashable, Sendable {
  /// The label of the row for them.
  package let label: String

  /// The values of choices that aren't offered now, none of which is such a text.
  let closed: Set<Value>

  package init(label: String, closed: Set<Value> = []) {
    self.label = label
    self.closed = closed
  }

  /// Returns the answer that a text is, beside choices that it isn't; nil if it's none.
  func value(of text: String) -> Value? {
    let value = Value.string(text)
    let isLine =
      !text.trimmed.isEmpty && text != label
      && !text.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
    return isLine && !closed.contains(value) ? value : nil
  }

  /// Returns why a text isn't an answer beside the choices.
  package func refusal(of text: String, _ catalog: MessageCatalog) -> String {
    if text == label { return catalog.text(.otherNeeded, ["choice": .quoted(label)]) }
    return closed.contains(.string(text))
      ? catalog.text(.choiceClosed, ["choice": .quoted(text)])
      : catalog.text(text.trimmed.isEmpty ? .chooseOne : .lineNeeded)
  }
}

extension DataFitting {
  /// Returns data as one of the choices, or as a text beside them; nil if it's neither.
  func one(_ data: Value) -> Value? {
    let chosen = choices.first { $0.isEnabled && $0.value.comparedAsData == data.comparedAsData }
    if let chosen { return chosen.value }
    guard let other, case .string(let text) = data else { return nil }
    if let named = choices.first(where: { $0.isNamed(text) }) {
      return named.isEnabled ? named.value : nil
    }
    return other.value(of: text)
  }
}

extension Sequence<Choice> {
  /// Returns the elements of an answer of several choices that are none of them, in their order.
  package func others(in values: [Value]) -> [Value] {
    let known = Set(map(\.value))
    return values.filter { !known.contains($0) }
  }
}

extension Choice {
  /// Whether a text is exactly its value or its label.
  func isNamed(_ text: String) -> Bool { value == .string(text) || label == text }
}
