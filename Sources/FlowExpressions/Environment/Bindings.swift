// SPDX-License-Identifier: Apache-2.0

/// The values of names for an evaluation.
public protocol Bindings {
  /// The value of a name; nil when it has none.
  ///
  /// It is asked at most once for each name of an expression, when the name is first needed, except
  /// for expressions that were not checked.
  func value(of name: String) -> Value?
}

extension [String: Value]: Bindings {
  /// The value of a name.
  public func value(of name: String) -> Value? { self[name] }
}

extension ValueMap: Bindings {
  /// The value of a name.
  public func value(of name: String) -> Value? { self[name] }
}
