// SPDX-License-Identifier: Apache-2.0

/// The values of names for an evaluation.
public protocol Bindings {
  /// The value of a name; nil when it has none.
  ///
  /// It is asked at most once for each name of an expression, when the name is first needed, except
  /// for expressions that were not checked.
  func value(of name: String) -> Value?

  /// Whether it is not known yet if the name has a value, and which.
  ///
  /// Only ``CompiledExpression/evaluatePartially(in:)`` asks, and only for a name without a value: an
  /// optional that may still come is lacking, one that will not come is absent. The default is that
  /// nothing else will come.
  func isUnknown(_ name: String) -> Bool
}

extension Bindings {
  /// Nothing else will come.
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
