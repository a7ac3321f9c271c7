// SPDX-License-Identifier: Apache-2.0

/// A name that expressions may use.
public struct VariableDeclaration: Sendable, Hashable {
  /// Whether a name has a value whenever an expression is evaluated.
  public enum Presence: Sendable, Hashable {
    /// It has one always.
    case always

    /// It may have none: the name is an optional unless a guard proves that it has one.
    case maybe
  }

  /// The name, perhaps with a namespace: `a.b`.
  public let name: String

  /// The type of its value.
  public let type: ValueType

  /// Whether it has a value always.
  public let presence: Presence

  /// The only values that it, its elements or its fields can have, where they are known; comparisons
  /// with others are warned of.
  public let knownValues: KnownValues?

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

/// The names that an expression sees; a view into what the host already has, so that nothing is
/// copied for each expression.
public protocol VariableScope {
  /// The declaration of a name; nil when there is none.
  func variable(named name: String) -> VariableDeclaration?

  /// All names, for "did you mean"; asked only when a name is unknown.
  var variableNames: [String] { get }
}

extension [String: VariableDeclaration]: VariableScope {
  /// The declaration of a name.
  public func variable(named name: String) -> VariableDeclaration? { self[name] }

  /// All names.
  public var variableNames: [String] { keys.sorted() }
}
