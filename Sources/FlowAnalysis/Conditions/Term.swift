// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A value that conditions speak of: an answer, or what an expression makes of answers.
///
/// Terms are numbered: equal expressions over the same answers are one term, whatever the place
/// they stand at, because answers never change once submitted.
enum Term: Hashable {
  /// A literal.
  case literal(Value)

  /// An input, an answer or a compute that does not stand for its expression, by its number.
  case name(Int)

  /// A name that only one expression knows: `item`, the candidate of a check.
  case local(String)

  /// `now` or `today`, which differ from one evaluation to the next.
  case moment(Int, isToday: Bool)

  /// An operator or a function with its operands.
  case call(String, [TermID])

  /// One of two terms, by a condition.
  case conditional(FormulaID, TermID, TermID)

  /// Whether a name has a value, apart from the conditions under which it is asked.
  case given(Int)

  /// An expression that is not looked into.
  case opaque(ParsedExpression)
}

/// The number of a term in its table.
struct TermID: Hashable {
  let number: Int
}

/// All terms of a flow, each once.
struct TermTable {
  private(set) var terms: [Term] = []
  private var numbers: [Term: TermID] = [:]
  private var depths: [Int] = []
  private var namesRead: [[Int]] = []

  /// The greatest depth of a term; beyond it expressions are not looked into.
  static let maximumDepth = 64

  subscript(id: TermID) -> Term { terms[id.number] }

  /// How deep calls nest in a term.
  func depth(of id: TermID) -> Int { depths[id.number] }

  /// The number of a term.
  mutating func number(_ term: Term) -> TermID {
    if let known = numbers[term] { return known }
    let id = TermID(number: terms.count)
    terms.append(term)
    numbers[term] = id
    let inner: Int =
      switch term {
      case .call(_, let operands): operands.map { depths[$0.number] }.max() ?? 0
      case .conditional(_, let first, let second):
        max(depths[first.number], depths[second.number])
      default: -1
      }
    depths.append(inner + 1)
    let read: [[Int]] =
      switch term {
      case .name(let name), .given(let name): [[name]]
      case .call(_, let operands): operands.map { namesRead[$0.number] }
      case .conditional(_, let first, let second):
        [namesRead[first.number], namesRead[second.number]]
      case .literal, .local, .moment, .opaque: []
      }
    namesRead.append(read.count == 1 ? read[0] : Set(read.joined()).sorted())
    return id
  }

  /// The numbers of the names that a term reads, in order; conditions inside it apart.
  func names(of id: TermID) -> [Int] { namesRead[id.number] }
}
