// SPDX-License-Identifier: Apache-2.0

// Operators on terms. Each has two forms: two terms, or a term and a value; a value on the left is a `Term`.

/// Returns a term with an operator between two others, in parentheses where needed.
private func joined<Result>(
  _ left: Term<some Any>, _ sign: String, _ right: Term<some Any>, _ rank: TermRank,
  isAssociative: Bool = true
) -> Term<Result> {
  // Relations don't chain in Swift, and shouldn't in a flow.
  let leftRank = rank == .relation ? rank.above : rank
  let rightRank = isAssociative && rank != .relation ? rank : rank.above
  return Term(cel: "\(left.text(in: leftRank)) \(sign) \(right.text(in: rightRank))", rank: rank)
}

// MARK: Comparisons

/// Returns a term that's true if both sides are equal.
public func == <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool> {
  joined(left.term, "==", right.term, .relation)
}

/// Returns a term that's true if both sides are equal.
public func == <V>(left: some FlowTerm<V>, right: V) -> Term<Bool> where V: AnswerValue {
  joined(left.term, "==", Term(right), .relation)
}

/// Returns a term that's true if both sides differ.
public func != <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool> {
  joined(left.term, "!=", right.term, .relation)
}

/// Returns a term that's true if both sides differ.
public func != <V>(left: some FlowTerm<V>, right: V) -> Term<Bool> where V: AnswerValue {
  joined(left.term, "!=", Term(right), .relation)
}

/// Returns a term that's true if the left side is less than the right one.
public func < <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool>
where V: Comparable {
  joined(left.term, "<", right.term, .relation)
}

/// Returns a term that's true if the left side is less than the right one.
public func < <V>(left: some FlowTerm<V>, right: V) -> Term<Bool>
where V: Comparable, V: AnswerValue {
  joined(left.term, "<", Term(right), .relation)
}

/// Returns a term that's true if the left side is at most the right one.
public func <= <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool>
where V: Comparable {
  joined(left.term, "<=", right.term, .relation)
}

/// Returns a term that's true if the left side is at most the right one.
public func <= <V>(left: some FlowTerm<V>, right: V) -> Term<Bool>
where V: Comparable, V: AnswerValue {
  joined(left.term, "<=", Term(right), .relation)
}

/// Returns a term that's true if the left side is greater than the right one.
public func > <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool>
where V: Comparable {
  joined(left.term, ">", right.term, .relation)
}

/// Returns a term that's true if the left side is greater than the right one.
public func > <V>(left: some FlowTerm<V>, right: V) -> Term<Bool>
where V: Comparable, V: AnswerValue {
  joined(left.term, ">", Term(right), .relation)
}

/// Returns a term that's true if the left side is at least the right one.
public func >= <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<Bool>
where V: Comparable {
  joined(left.term, ">=", right.term, .relation)
}

/// Returns a term that's true if the left side is at least the right one.
public func >= <V>(left: some FlowTerm<V>, right: V) -> Term<Bool>
where V: Comparable, V: AnswerValue {
  joined(left.term, ">=", Term(right), .relation)
}

// MARK: Conditions

/// Returns a term that's true if both sides are.
public func && (left: some FlowTerm<Bool>, right: some FlowTerm<Bool>) -> Term<Bool> {
  joined(left.term, "&&", right.term, .and)
}

/// Returns a term that's true if one of both sides is.
public func || (left: some FlowTerm<Bool>, right: some FlowTerm<Bool>) -> Term<Bool> {
  joined(left.term, "||", right.term, .or)
}

/// Returns a term that's true if another isn't.
public prefix func ! (term: some FlowTerm<Bool>) -> Term<Bool> {
  Term(cel: "!" + term.term.text(in: .unary), rank: .unary)
}

// MARK: Calculations

/// A type that expressions can calculate with.
public protocol CalculatedValue: AnswerValue {}

extension Int: CalculatedValue {}
extension Double: CalculatedValue {}

/// Returns a term for the sum of both sides.
public func + <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<V>
where V: CalculatedValue {
  joined(left.term, "+", right.term, .sum, isAssociative: false)
}

/// Returns a term for the sum of both sides.
public func + <V>(left: some FlowTerm<V>, right: V) -> Term<V> where V: CalculatedValue {
  joined(left.term, "+", Term(right), .sum, isAssociative: false)
}

/// Returns a term for the difference of both sides.
public func - <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<V>
where V: CalculatedValue {
  joined(left.term, "-", right.term, .sum, isAssociative: false)
}

/// Returns a term for the difference of both sides.
public func - <V>(left: some FlowTerm<V>, right: V) -> Term<V> where V: CalculatedValue {
  joined(left.term, "-", Term(right), .sum, isAssociative: false)
}

/// Returns a term for the product of both sides.
public func * <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<V>
where V: CalculatedValue {
  joined(left.term, "*", right.term, .product, isAssociative: false)
}

/// Returns a term for the product of both sides.
public func * <V>(left: some FlowTerm<V>, right: V) -> Term<V> where V: CalculatedValue {
  joined(left.term, "*", Term(right), .product, isAssociative: false)
}

/// Returns a term for the quotient of both sides.
public func / <V>(left: some FlowTerm<V>, right: some FlowTerm<V>) -> Term<V>
where V: CalculatedValue {
  joined(left.term, "/", right.term, .product, isAssociative: false)
}

/// Returns a term for the quotient of both sides.
public func / <V>(left: some FlowTerm<V>, right: V) -> Term<V> where V: CalculatedValue {
  joined(left.term, "/", Term(right), .product, isAssociative: false)
}

/// Returns a term for the rest of a division of whole numbers.
public func % (left: some FlowTerm<Int>, right: Int) -> Term<Int> {
  joined(left.term, "%", Term(right), .product, isAssociative: false)
}

/// Returns a term for two joined texts.
public func + (left: some FlowTerm<String>, right: some FlowTerm<String>) -> Term<String> {
  joined(left.term, "+", right.term, .sum, isAssociative: false)
}

/// Returns a term for two joined texts.
public func + (left: some FlowTerm<String>, right: String) -> Term<String> {
  joined(left.term, "+", Term(right), .sum, isAssociative: false)
}
