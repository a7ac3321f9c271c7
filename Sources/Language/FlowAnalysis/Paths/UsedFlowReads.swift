// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions

/// The fields of used flows that conditions read, so that a replay can give them values.
///
/// A used flow of which anything else is read, such as whether a field is there, has no fields here: its value
/// stays unknown.
struct UsedFlowReads {
  /// A field of a used flow, such as `w.name`.
  struct Field {
    let name: String

    /// Its term.
    let term: TermID

    let domain: AnswerDomain
  }

  private(set) var fields: [Int: [Field]] = [:]

  /// The maximum number of subexpressions to examine.
  private static let maximumParts = 20_000

  /// Finds the fields that conditions read.
  ///
  /// - Parameters:
  ///   - conditions: The conditions, by number.
  ///   - facts: The flow.
  /// - Complexity: O(*n*) in the size of the conditions, up to a limit, beyond which nothing is found.
  init(of conditions: some Sequence<Int>, in facts: FlowFacts) {
    var isReadOtherwise: Set<Int> = []
    var open = conditions.map { facts.conditions[$0].expression.root }
    var examined = 0
    while let next = open.popLast() {
      examined += 1
      guard examined <= Self.maximumParts else {
        fields = [:]
        return
      }
      switch next.kind {
      case .select(let operand, let field, isOptional: false):
        guard case .name(let name, _) = operand.kind, let number = facts.usedFlow(name) else {
          open.append(operand)
          continue
        }
        add(field, of: number, in: facts)
      case .name(let name, _), .hasName(let name):
        if let number = facts.usedFlow(name) { isReadOtherwise.insert(number) }
      default: open += next.children
      }
    }
    for number in isReadOtherwise { fields[number] = nil }
  }

  private mutating func add(_ name: String, of number: Int, in facts: FlowFacts) {
    guard fields[number]?.contains(where: { $0.name == name }) != true,
      case .record(let record) = facts.names[number].type, let field = record[name],
      !field.isOptional
    else { return }
    let flow = facts.terms.number(.name(number))
    let domain: AnswerDomain =
      field.type == .bool ? .boolean : AnswerDomain(ofComputed: field.type)
    fields[number, default: []].append(
      Field(name: name, term: facts.terms.number(.call(".\(name)", [flow])), domain: domain))
  }
}

extension UsedFlowReads.Field {
  /// Returns a value of the field for which predicates have the same results as for what a search found, or any
  /// value if it found nothing; nil if none is known.
  ///
  /// A search doesn't know the type of the field, so it may have found a number of another type.
  func value(_ samples: [TermID: Solver.Answers.Found]) -> Value? {
    let found = samples[term]
    let asked = found?.asked ?? []
    let fitting = AnswerSamples(of: domain, asked: asked).samples.first { sample in
      guard let found else { return true }
      return asked.allSatisfy {
        AnswerSamples.holds($0, of: sample) == AnswerSamples.holds($0, of: found.sample)
      }
    }
    return (fitting ?? found?.sample)?.value(asked: asked, in: domain.textBounds)
  }
}

extension FlowFacts {
  /// Returns the number of a name that is a used flow; nil for any other.
  fileprivate func usedFlow(_ name: String) -> Int? {
    guard !itemNames.contains(name), let number = numbers[name], case .flow = names[number].kind
    else { return nil }
    return number
  }
}
