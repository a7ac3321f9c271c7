// SPDX-License-Identifier: Apache-2.0

package import FlowWalks
package import Localization

extension MessageCatalog {
  /// Whether a line says yes or no to a question that is no field's; nil when it says neither.
  package func yesOrNo(line text: String) -> Bool? { yesOrNo(text.filter { !$0.isWhitespace }) }
}

extension DecisionQuestion {
  /// Returns the answer that a typed text gives; nil if it gives none.
  ///
  /// A no never performs anything. Where the question is whether something happened, what performs it has a
  /// label, and both labels are answers.
  package func answer(typed text: String) -> DecisionAnswer? {
    let isYes = catalog.yesOrNo(line: text)
    if isYes == true, answers.first?.key != "yes" { return nil }
    guard case .doubt = decision else { return isYes.map { $0 ? .yes : .no() } }
    if isYes == false { return decision.isInterruption ? nil : .no() }
    let named = answers.first { $0.label.isNamed(by: text) || $0.key == text }
    return isYes == true || named?.key == "yes"
      ? .yes : named.map { $0.key == "perform" ? .perform : .no() }
  }
}

extension String {
  /// Whether a text that's typed is this label, or the beginning of it; a single letter may mean yes or no.
  package func isNamed(by text: String) -> Bool {
    let label = lowercased()
    let text = text.lowercased()
    return label == text || (text.count > 1 && label.hasPrefix(text))
  }
}
