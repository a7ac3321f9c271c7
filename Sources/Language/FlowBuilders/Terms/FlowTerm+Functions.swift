// SPDX-License-Identifier: Apache-2.0

// Functions of the expression language. Any other is written as text: `Term(cel:)`.

extension FlowTerm {
  /// A call of a function on this term.
  private func call<Result>(_ name: String, _ arguments: String = "") -> Term<Result> {
    Term(cel: "\(term.text(in: .primary)).\(name)(\(arguments))", rank: .primary)
  }

  // MARK: Presence

  /// Whether there's an answer: the question was asked, and not left empty.
  public var isAnswered: Term<Bool> { Term(cel: "has(\(term.cel))", rank: .primary) }

  /// Returns the answer, or another value if there's none.
  ///
  /// - Parameter value: The value to use instead.
  /// - Returns: A term that's never absent.
  public func or(_ value: Value) -> Term<Value> where Value: AnswerValue {
    call("orValue", Term(value).cel)
  }

  // MARK: Membership

  /// Returns whether it's one of several values.
  ///
  /// - Parameter values: The values.
  /// - Returns: A condition.
  public func isOne(of values: Value...) -> Term<Bool> where Value: AnswerValue {
    Term(cel: "\(term.text(in: .sum)) in \(values.answer.celLiteral)", rank: .relation)
  }

  /// Returns whether it's an element of a list.
  ///
  /// - Parameter list: A list, such as the answer of a field of several choices.
  /// - Returns: A condition.
  public func isOne(of list: some FlowTerm<[Value]>) -> Term<Bool> {
    Term(cel: "\(term.text(in: .sum)) in \(list.term.text(in: .sum))", rank: .relation)
  }

  // MARK: Choosing

  /// Returns one of two terms.
  ///
  /// - Parameters:
  ///   - value: The term if the condition holds, which is this term.
  ///   - other: The term if it doesn't.
  /// - Returns: The chosen term.
  public func then<Result>(
    _ value: some FlowTerm<Result>, else other: some FlowTerm<Result>
  ) -> Term<Result> where Value == Bool {
    Term(
      cel: "\(term.text(in: .or)) ? \(value.term.text(in: .or)) : \(other.term.text(in: .or))",
      rank: .choice)
  }

  /// Returns one of two values.
  ///
  /// - Parameters:
  ///   - value: The value if the condition holds, which is this term.
  ///   - other: The value if it doesn't.
  /// - Returns: The chosen value.
  public func then<Result: AnswerValue>(
    _ value: Result, else other: Result
  ) -> Term<Result> where Value == Bool {
    then(Term(value), else: Term(other))
  }
}

extension FlowTerm<String> {
  /// The number of code points.
  public var count: Term<Int> { Term(cel: "size(\(term.cel))", rank: .primary) }

  /// Returns whether the text begins with another.
  public func hasPrefix(_ prefix: String) -> Term<Bool> { text("startsWith", prefix) }

  /// Returns whether the text ends with another.
  public func hasSuffix(_ suffix: String) -> Term<Bool> { text("endsWith", suffix) }

  /// Returns whether the text contains another.
  public func contains(_ part: String) -> Term<Bool> { text("contains", part) }

  /// Returns whether a regular expression in RE2's syntax matches somewhere in the text.
  public func matches(_ pattern: String) -> Term<Bool> { text("matches", pattern) }

  private func text(_ name: String, _ argument: String) -> Term<Bool> {
    Term(cel: "\(term.text(in: .primary)).\(name)(\(Term(argument).cel))", rank: .primary)
  }
}

extension FlowTerm {
  /// The number of elements.
  public func size<Element>() -> Term<Int> where Value == [Element] {
    Term(cel: "size(\(term.cel))", rank: .primary)
  }

  /// Returns whether an element of the list is equal to a value.
  public func contains<Element: AnswerValue>(_ element: Element) -> Term<Bool>
  where Value == [Element] {
    Term(cel: "\(Term(element).cel) in \(term.text(in: .sum))", rank: .relation)
  }
}
