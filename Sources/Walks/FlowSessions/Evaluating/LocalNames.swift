// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The values of local names, of which there's mostly one: `item`, or the answer that's checked.
package struct LocalNames: Sendable {
  private var first: (name: String, value: Value)?
  private var others = Dictionary<String, Value>()

  /// Creates the values of no names.
  package init() {}

  /// The value of a name; nil if it has none.
  ///
  /// - Complexity: O(1).
  package subscript(name: String) -> Value? {
    get {
      if let first, first.name == name { return first.value }
      return others.isEmpty ? nil : others[name]
    }
    set {
      if first?.name == name || first == nil && others[name] == nil {
        first = newValue.map { (name, $0) }
      } else {
        others[name] = newValue
      }
    }
  }
}
