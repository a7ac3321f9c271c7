// SPDX-License-Identifier: Apache-2.0

/// The values of names for an evaluation.
public protocol Bindings {
  /// Returns the value of a name, or `nil` if it has none.
  ///
  /// Called at most once for each name of an expression, when the name is first needed, except for
  /// unchecked expressions.
  func value(of name: String) -> Value?

  /// Returns whether a name without a value may still get one.
  ///
  /// Only ``CompiledExpression/evaluatePartially(in:)`` calls this, and only for a name without a
  /// value: an optional that may still get a value is lacking, and any other is absent. The default
  /// is false.
  func isUnknown(_ name: String) -> Bool
}

extension Bindings {
  /// No name gets a value later.
  public func isUnknown(_ name: String) -> Bool { false }
}

extension [String: Value]: Bindings {
  /// The value of a name.
  public func value(of name: String) -> Value? { self[name] }
}

extension ValueMap: Bindings {
  /// The value of a name.
  public func value(of name: String) -> Value? { self[name] }
}
