// SPDX-License-Identifier: Apache-2.0

public import FlowModel

/// Something that stands for a value in an expression: a key, or a term made of keys and values.
public protocol FlowTerm<Value> {
  /// The type of the value in this program.
  associatedtype Value

  /// The expression.
  var term: Term<Value> { get }
}

/// An expression with the type of its value.
///
/// Operators make terms from keys, and ``init(cel:)`` from text.
public struct Term<Value>: FlowTerm {
  /// The expression's text, in CEL.
  public let cel: String

  /// How strongly its outermost operator binds.
  let rank: TermRank

  init(cel: String, rank: TermRank) {
    self.cel = cel
    self.rank = rank
  }

  /// Creates a term from the text of an expression.
  ///
  /// The text is checked with the flow.
  ///
  /// - Parameter text: The expression, in CEL.
  public init(cel text: String) { self.init(cel: text, rank: .unknown) }

  /// Creates a term that's a value of this program.
  public init(_ value: Value) where Value: AnswerValue {
    cel = value.answer.celLiteral
    rank = cel.hasPrefix("-") ? .unary : .primary
  }

  /// The term itself.
  public var term: Term<Value> { self }

  /// The expression, as definitions contain it.
  public var source: ExpressionSource { ExpressionSource(cel) }

  /// The text, in parentheses if an operator of this rank needs them around it.
  func text(in rank: TermRank) -> String { self.rank >= rank ? cel : "(\(cel))" }
}

extension Term: Sendable {}

/// How strongly an operator binds, weakest first.
enum TermRank: Int, Comparable, Sendable {
  /// Text that may contain any operator.
  case unknown
  case choice
  case or
  case and
  case relation
  case sum
  case product
  case unary
  case primary

  static func < (left: TermRank, right: TermRank) -> Bool { left.rawValue < right.rawValue }

  /// The rank above this one.
  var above: TermRank { TermRank(rawValue: rawValue + 1) ?? .primary }
}
