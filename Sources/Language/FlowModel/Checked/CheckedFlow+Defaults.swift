// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

// Lists that don't need to be asked when defaults are taken.
extension CheckedFlow {
  /// Returns whether a list may be left empty, or each field of its items has a default or is
  /// optional.
  ///
  /// Computed limits and defaults are only known to a session, so they count as missing.
  ///
  /// - Complexity: O(*n*) in the number of steps of an item.
  package func hasDefaultRepeat(_ id: String) -> Bool {
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
      var hasDefault = field.settings[.default] != nil
      if case .known(let value)? = field.settings[.default] {
        if !field.type.isText || value != "" { return true }
        hasDefault = false
      }
      if case .known(.bool(false))? = field.settings[.required] { return !hasDefault }
      return false
    }
  }
}
