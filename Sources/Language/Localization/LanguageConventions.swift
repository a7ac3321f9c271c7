// SPDX-License-Identifier: Apache-2.0

/// How a language quotes, enumerates, ends sentences, and says yes and no.
public struct LanguageConventions: Hashable, Sendable {
  /// The mark before a quoted text.
  var openingQuote = "'"

  /// The mark after a quoted text.
  var closingQuote = "'"

  /// The text between the items of a list.
  public var separator = ", "

  /// The text before the last of the alternatives: `a, b or c`.
  var lastAlternative = " or "

  /// The text before the last item of an enumeration: `a, b and c`.
  var lastItem = " and "

  /// The mark at the end of a sentence.
  var fullStop = "."

  /// The words that mean yes, in lower case; the first is the one that's shown.
  public var yes = ["yes", "y"]

  /// The words that mean no, in lower case; the first is the one that's shown.
  public var no = ["no", "n"]

  /// The words that mean all choices, in lower case; the first is the one that's shown.
  public var all = ["all"]

  /// The words that mean no choice, in lower case; the first is the one that's shown.
  public var none = ["none"]

  /// Creates English conventions, which can be changed.
  public init() {}
}
