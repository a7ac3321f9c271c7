// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The checker's findings about a tree, by node index.
struct CheckedExpression: Sendable {
  /// The referent of a node.
  enum Resolution: Sendable {
    /// Nothing, or what the node's kind says.
    case none
    /// A name in scope, with its full name.
    case variable(String, isOptional: Bool)
    /// A call of a function that takes a name, about an element of the answer with that name: the full name of the
    /// map from the elements.
    case element(of: String)
    /// A name bound by a macro, by its position among the bound values.
    case bound(Int)
    case type(ValueType)
    /// A function. If it's namespaced, the target is part of its name.
    case function(FunctionDeclaration, overloads: [Int], isNamespaced: Bool)
    /// A selection of a field that may be absent; its value is an optional.
    case optionalField
    /// A name or chain of selections in an unchecked expression; resolved when it's evaluated.
    case dynamicPath([String], isGlobal: Bool)
  }

  var types: [ValueType]
  var resolutions: [Resolution]
  /// The position of the first bound value of each macro node.
  var boundStart: [Int: Int] = [:]
  /// The maximum number of values bound at a time.
  var localCount = 0
  /// The full names from the scope, in source order.
  var references: [NameReference] = []
  /// The known facts about the value of the whole expression beyond its type.
  var knownValues: KnownValues?
  /// The known facts about the values of the nodes.
  var knownParts: [KnownValues?] = []
  /// The name of which the value of the whole expression has some of the elements; nil if it isn't known.
  var elementsOf: String?
  /// Whether types are known, or everything is `dyn`.
  var isChecked: Bool
}

/// A use of a name from the scope.
package struct NameReference: Sendable, Hashable {
  /// The full name.
  package let name: String

  /// The location in the expression.
  let range: SourceRange

  /// Whether the name is an optional here, because it may have no value.
  let isOptional: Bool

  /// Whether the expression only tests for the presence of a value: `has(x)`.
  let isPresenceTest: Bool
}
