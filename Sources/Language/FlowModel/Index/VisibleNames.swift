// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// A name that can be used at a place.
package struct VisibleName: Sendable {
  package let text: String

  /// The index of the name; nil for one that the expression itself binds.
  package let name: Int?

  /// The type of its value there; nil if it isn't known.
  package let type: ValueType?

  /// Creates a name.
  package init(text: String, name: Int?, type: ValueType?) {
    self.text = text
    self.name = name
    self.type = type
  }
}

/// The names that expressions can use at a place, innermost first, with their types there.
///
/// Each is found as it's asked for: of the names of a large flow, the first ones that begin with a word take little.
package struct VisibleNames: Sequence, Sendable {
  /// The names that the expression itself binds, which hide others.
  private let bound: [VisibleName]
  private let index: FlowIndex?
  private let scope: Int

  /// Names that others hide.
  private var last: [VisibleName]

  /// The beginning of the names.
  private var prefix = ""

  init(_ bound: [VisibleName] = [], in index: FlowIndex, at scope: Int) {
    (self.bound, self.index, self.scope, last) = (bound, index, scope, index.visibleTimes)
  }

  /// No names.
  package init() { (bound, index, scope, last) = ([], nil, -1, []) }

  /// Returns these names, and another one unless one of these hides it.
  package func followed(by name: VisibleName) -> VisibleNames {
    var names = self
    names.last.append(name)
    return names
  }

  /// Returns those of the names that begin with a word.
  package func beginning(with prefix: String) -> VisibleNames {
    var names = self
    names.prefix = prefix
    return names
  }

  /// Returns the innermost name with a text; nil if there's none.
  ///
  /// - Complexity: O(*n*) in the number of names.
  package func named(_ text: String) -> VisibleName? {
    beginning(with: text).first { $0.text == text }
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  package struct Iterator: IteratorProtocol {
    private let index: FlowIndex?
    private let prefix: String
    private var first: ArraySlice<VisibleName>
    private var scope: Int
    private var last: ArraySlice<VisibleName>

    /// The texts of the names so far, of those that begin as they should.
    package private(set) var seen: Set<String> = []

    fileprivate init(_ names: VisibleNames) {
      (index, scope, prefix) = (names.index, names.scope, names.prefix)
      (first, last) = (names.bound[...], names.last[...])
    }

    /// Returns the next name.
    ///
    /// - Complexity: O(*k*) in the number of names up to it that are hidden, or begin otherwise.
    package mutating func next() -> VisibleName? {
      while let bound = first.popFirst() { if isNew(bound.text) { return bound } }
      while let (text, name, outer) = index?.meaning(in: scope, beginningWith: prefix) {
        scope = outer
        if isNew(text), let name { return name }
      }
      while let name = last.popFirst() { if isNew(name.text) { return name } }
      return nil
    }

    private mutating func isNew(_ text: String) -> Bool {
      text.hasPrefix(prefix) && seen.insert(text).inserted
    }
  }
}
