// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Lists that no one needs to be asked for where defaults are taken.
extension CheckedFlow {
  /// Whether a list may be left empty, or each field of its items has a default or is optional.
  ///
  /// Limits and defaults that are computed are known only to a session, and count as none.
  ///
  /// - Complexity: O(*n*) in the number of steps of an item.
  func hasDefaultRepeat(_ id: String) -> Bool {
    stepIndices[id].map { hasDefaultRepeat(at: $0) } ?? false
  }

  private func hasDefaultRepeat(at repeatIndex: Int) -> Bool {
    guard let list = `repeat`(at: repeatIndex) else { return false }
    guard list.over != nil else {
      return !list.constraints.contains { constraint in
        switch constraint {
        case .known(let check): check.kind == .minItems && check.limit != .int(0)
        case .computed(let kind, _): kind == .minItems
        }
      }
    }
    var index = repeatIndex + 1
    while index < list.end {
      if case .step(let step) = plan[index], !hasDefault(step, at: index) { return false }
      index = self.index(after: index)
    }
    return true
  }

  private func hasDefault(_ step: CheckedStep, at index: Int) -> Bool {
    if case .repeat = step.kind { return hasDefaultRepeat(at: index) }
    return step.elements.allSatisfy { element in
      guard let field = element.field else { return true }
      if case .known? = field.defaultValue { return true }
      if case .known(.bool(false))? = field.required { return field.defaultValue == nil }
      return false
    }
  }
}

extension CheckedFlow {
  /// The flow's title in a language, else in its own; nil when it has none, or it depends on inputs
  /// that aren't given here.
  public func title(in language: String?) -> String? {
    guard let title, let session = try? FlowSession(flow: self) else {
      return title?.words(in: language ?? definition.language)
    }
    return try? title.text(in: session.scope(), language: language ?? definition.language)
  }
}
