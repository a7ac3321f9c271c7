// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// What the checker found out about a tree, by the indices of its nodes.
struct CheckedTree: Sendable {
  /// What a node refers to.
  enum Resolution: Sendable {
    /// Nothing, or what its kind says.
    case none
    /// A name of the scope, with its full name.
    case variable(String, isOptional: Bool)
    /// A name bound by a macro, by its place among the bound values.
    case bound(Int)
    /// A type as a value.
    case type(ValueType)
    /// A function; when namespaced the target is a part of its name.
    case function(FunctionDeclaration, overloads: [Int], isNamespaced: Bool)
    /// A selection of a field that may be absent, which gives an optional.
    case optionalField
    /// A name or chain of selections of an expression that was not checked: found when evaluated.
    case dynamicPath([String], isGlobal: Bool)
  }

  var types: [ValueType]
  var resolutions: [Resolution]
  /// For macro nodes the place of their first bound value.
  var boundStart: [Int: Int] = [:]
  /// The most values bound at a time.
  var localCount = 0
  /// The full names of the scope in the order of the text.
  var references: [NameReference] = []
  /// What is known of the value of the whole beyond its type.
  var knownValues: KnownValues?
  /// Whether types are known, or everything is `dyn`.
  var isChecked: Bool
}

/// A place where an expression uses a name of its scope.
package struct NameReference: Sendable, Hashable {
  /// The full name.
  package let name: String

  /// The place in the expression.
  package let range: SourceRange

  /// Whether it stands for an optional, because the name may have no value here.
  package let isOptional: Bool

  /// Whether it only asks for the presence of a value: `has(x)`.
  package let isPresenceTest: Bool
}
