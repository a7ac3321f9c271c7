// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The values of local names, of which there's mostly one: `item`, or the answer that's checked.
struct LocalNames: Sendable {
  // Apart, because an optional pair would be copied to be compared.
  private var firstName = ""
  private var firstValue: Value?
  private var others = Dictionary<String, Value>()

  /// Creates the values of no names.
  init() {}

  /// The value of a name; nil if it has none.
  ///
  /// - Complexity: O(1).
  subscript(name: String) -> Value? {
    get {
      if firstName == name, let firstValue { return firstValue }
      return others.isEmpty ? nil : others[name]
    }
    set {
      if firstValue != nil ? firstName == name : others[name] == nil {
        (firstName, firstValue) = (name, newValue)
      } else {
        others[name] = newValue
      }
    }
  }
}
