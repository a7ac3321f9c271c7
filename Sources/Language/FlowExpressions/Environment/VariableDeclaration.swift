// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A name that expressions can use.
public struct VariableDeclaration: Sendable, Hashable {
  /// Whether a name has a value whenever an expression is evaluated.
  public enum Presence: Sendable, Hashable {
    /// It always has a value.
    case always

    /// It may have no value: the name is an optional unless a guard proves that it has one.
    case maybe
  }

  /// The name, which can include a namespace: `a.b`.
  public let name: String

  /// The type of its value.
  public let type: ValueType

  /// Whether it always has a value.
  public let presence: Presence

  /// The only values that the variable, its elements, or its fields can have, if they're known.
  ///
  /// The checker warns of comparisons with other values.
  public let knownValues: KnownValues?

  /// The name of the answer whose elements it stands for, one after the other; nil if it's anything else.
  package var isElementOf: String?

  /// Creates a declaration.
  public init(
    _ name: String, _ type: ValueType, presence: Presence = .always,
    knownValues: KnownValues? = nil
  ) {
    self.name = name
    self.type = type
    self.presence = presence
    self.knownValues = knownValues
  }
}

/// The names that an expression can use; a view of the host's own data, so nothing is copied for
/// each expression.
public protocol VariableScope {
  /// Returns the declaration of a name, or `nil` if there's none.
  func variable(named name: String) -> VariableDeclaration?

  /// All names, for "did you mean"; read only if a name is unknown.
  var variableNames: [String] { get }
}

/// A scope of many expressions, which limits how many of their unknown names are compared with the
/// known ones.
package protocol SharedScope: VariableScope {
  /// The search for the names that were meant.
  var nearMisses: NearMissSearch { get }
}

extension [String: VariableDeclaration]: VariableScope {
  /// The declaration of a name.
  public func variable(named name: String) -> VariableDeclaration? { self[name] }

  /// All names.
  public var variableNames: [String] { keys.sorted() }
}
