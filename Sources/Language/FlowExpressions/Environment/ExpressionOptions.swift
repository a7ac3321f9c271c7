// SPDX-License-Identifier: Apache-2.0

/// The features that an environment allows, and limits against hostile expressions.
public struct ExpressionOptions: Sendable, Hashable {
  /// The maximum length of an expression, in UTF-8 bytes; 100,000 by default.
  public var maximumLength = 100_000

  /// The maximum depth of parentheses, brackets, calls, signs, and chained members; 250 by default.
  ///
  /// A chain of binary operators counts once, whatever its length.
  public var maximumNesting = 250

  /// The maximum cost of an evaluation; 10,000,000 by default.
  ///
  /// One unit is roughly a node visited in a loop, an element read, or sixteen bytes of text.
  public var maximumCost = 10_000_000

  /// The maximum size of a list, map, or optional that an evaluation results in; 1,000,000 by default.
  ///
  /// Each part counts one, and one more for every sixteen bytes of its text. A part that occurs several times counts
  /// each time, because whatever reads the value reaches it each time.
  public var maximumValueSize = 1_000_000

  /// The maximum size of a text or byte sequence that an evaluation creates, in bytes; 10,000,000
  /// by default.
  public var maximumTextLength = 10_000_000

  /// Whether `has(name)` is allowed for a bare name, as in flows; false by default.
  public var allowsHasOfNames = false

  /// Whether macros are expanded; true by default.
  package var expandsMacros = true

  /// Whether expressions are checked before they're evaluated; true by default.
  ///
  /// Unchecked expressions resolve names and overloads during evaluation.
  package var checksTypes = true

  /// Whether anything that can fail on a type during evaluation is a mistake, as in flows; false by
  /// default.
  ///
  /// A value of type `dyn` is refused wherever one type is needed, unless every value that it can
  /// have is known and fits. A literal format is checked against its values, a date function takes
  /// only texts that are proven to be dates, and `value()` takes only an optional that's proven to
  /// have a value.
  package var isStrict = false

  /// The namespace in which names are looked up first: with `a.b`, the name `x` is looked up as
  /// `a.b.x`, `a.x`, and `x`.
  public var container = ""

  /// Creates options with the default values.
  public init() {}
}
