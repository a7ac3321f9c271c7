// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A value that conditions speak of: an answer, or what an expression makes of answers.
///
/// Terms are numbered: equal expressions over the same answers are one term, whatever the place
/// that reads them, because answers never change once submitted.
enum Term: Hashable {
  /// A literal.
  case literal(Value)

  /// An input, an answer or a compute that isn't replaced by its expression, by its number.
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

  /// How many names were looked at to merge lists of them.
  private(set) var work = 0

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
    namesRead.append(read.dropFirst().reduce(read.first ?? []) { merge($0, $1) })
    return id
  }

  /// The numbers of the names that a term reads, in order; conditions inside it apart.
  func names(of id: TermID) -> [Int] { namesRead[id.number] }

  /// The numbers in one of two ordered lists, in order and each once.
  private mutating func merge(_ one: [Int], _ other: [Int]) -> [Int] {
    work += min(one.count, other.count)
    if other.isEmpty || one == other { return one }
    if one.isEmpty { return other }
    work += one.count + other.count
    var merged: [Int] = []
    merged.reserveCapacity(one.count + other.count)
    var next = (0, 0)
    while next.0 < one.count || next.1 < other.count {
      let isFirst = next.1 == other.count || next.0 < one.count && one[next.0] <= other[next.1]
      let number = isFirst ? one[next.0] : other[next.1]
      if isFirst { next.0 += 1 } else { next.1 += 1 }
      if merged.last != number { merged.append(number) }
    }
    return merged
  }
}
