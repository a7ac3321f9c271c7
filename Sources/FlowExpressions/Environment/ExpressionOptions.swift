// SPDX-License-Identifier: Apache-2.0

/// What an environment allows, and the limits that hold a hostile expression in check.
public struct ExpressionOptions: Sendable, Hashable {
  /// The greatest length of an expression in UTF-8 bytes; 100,000 unless told.
  public var maximumLength = 100_000

  /// The greatest depth of parentheses, brackets, calls, signs and chained members; 250 unless told.
  ///
  /// Chains of binary operators of any length count once.
  public var maximumNesting = 250

  /// The greatest cost of an evaluation; 10,000,000 unless told.
  ///
  /// A unit is about a node visited in a loop, an element looked at, or sixteen bytes of text.
  public var maximumCost = 10_000_000

  /// The greatest length of a text or sequence of bytes that an evaluation makes, in bytes;
  /// 10,000,000 unless told.
  public var maximumTextLength = 10_000_000

  /// Whether `has(name)` of a bare name is allowed, as flows do; false unless told.
  public var allowsHasOfNames = false

  /// Whether macros are expanded; true unless told.
  public var expandsMacros = true

  /// Whether expressions are checked before they are evaluated; true unless told.
  ///
  /// Unchecked expressions find names and overloads when they are evaluated.
  public var checksTypes = true

  /// Whether what can fail on a type when it is evaluated is a mistake, as in flows; false unless
  /// told.
  ///
  /// A value of type `dyn` is refused wherever one type is needed, unless each value that it can have
  /// is known and fits. A literal format is checked against the values that it is given, a date
  /// function takes only texts that are proven to be dates, and `value()` only an optional that is
  /// proven to have a value.
  public var isStrict = false

  /// The namespace in which names are looked up first: `a.b` finds `a.b.x`, `a.x` and `x` for `x`.
  public var container = ""

  /// Creates the options that plain expressions have.
  public init() {}
}
