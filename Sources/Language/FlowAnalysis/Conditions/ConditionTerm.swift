// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A value that conditions are about: an answer, or the value of an expression over answers.
///
/// Terms are numbered. Equal expressions over the same answers are the same term wherever they
/// occur, because answers never change once they're submitted.
enum ConditionTerm: Hashable {
  case literal(Value)

  /// An input, an answer, or a computed value that isn't replaced by its expression, by number.
  case name(Int)

  /// A name that's local to an expression, such as `item`.
  case local(String)

  /// `now` or `today`, which differ between evaluations.
  case moment(Int, isToday: Bool)

  /// An operator or a function with its operands.
  case call(String, [TermID])

  /// One of two terms, depending on a condition.
  case conditional(FormulaID, TermID, TermID)

  /// Whether a name has a value, apart from the conditions under which it's asked.
  case given(Int)

  /// An expression that isn't analyzed.
  case opaque(ParsedExpression)
}

/// The number of a term in its table.
struct TermID: Hashable {
  let number: Int
}

/// The table of all terms of a flow, in which each term occurs once.
struct TermTable {
  private(set) var terms: [ConditionTerm] = []
  private var numbers: [ConditionTerm: TermID] = [:]
  private var depths: [Int] = []
  private var namesRead: [[Int]] = []

  /// The work done so far to merge lists of names.
  private(set) var work = 0

  /// The maximum depth of a term; deeper expressions aren't analyzed.
  static let maximumDepth = 64

  subscript(id: TermID) -> ConditionTerm { terms[id.number] }

  /// Returns the nesting depth of calls in a term.
  func depth(of id: TermID) -> Int { depths[id.number] }

  /// Returns the id of a term, and adds the term if it's new.
  mutating func number(_ term: ConditionTerm) -> TermID {
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

  /// Returns the numbers of the names that a term reads, in ascending order, not counting those in
  /// the conditions of conditional terms.
  func names(of id: TermID) -> [Int] { namesRead[id.number] }

  /// Returns the sorted union of two sorted lists.
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
