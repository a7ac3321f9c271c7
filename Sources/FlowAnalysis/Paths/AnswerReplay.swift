// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Walks a path with concrete answers and evaluates its conditions.
///
/// A search knows little of most functions: to it `s.startsWith('ab')` is true or false on its own,
/// whatever `s` is. So what it finds is evaluated before it's shown, with the evaluator that sessions
/// use. What depends on more than answers, such as the time or the items of lists, stays unknown and
/// contradicts nothing.
struct AnswerReplay {
  /// What the names have for values.
  private struct Answers: Bindings {
    let facts: FlowFacts
    var values: [Int: Value] = [:]
    var absent: Set<Int> = []

    func value(of name: String) -> Value? { number(of: name).flatMap { values[$0] } }

    func isUnknown(_ name: String) -> Bool {
      guard let number = number(of: name) else { return true }
      return values[number] == nil && !absent.contains(number)
    }

    /// The number of a name; nil where it refers to something else outside the current item.
    private func number(of name: String) -> Int? {
      facts.itemNames.contains(name) ? nil : facts.numbers[name]
    }

    /// The truth of a condition; nil where it isn't known, or fails.
    func truth(of condition: CompiledExpression) -> Bool? {
      guard case .value(.bool(let truth)) = condition.evaluatePartially(in: self) else {
        return nil
      }
      return truth
    }
  }

  private let facts: FlowFacts

  /// The way that's walked.
  private let path: FlowPath

  /// The name that has no value at its end.
  private let subject: Int

  /// The names on which the way depends, in order.
  private let names: [Int]

  /// How many names a walk has at most; of a longer one only the first answers are evaluated.
  private static let mostNames = 2_000

  /// How many names get other answers where those that were found don't fit, and how many each.
  private static let mostTries = (names: 6, values: 16)

  /// Prepares a walk.
  ///
  /// - Parameters:
  ///   - facts: The flow.
  ///   - path: The way to the point where the name has no value.
  ///   - subject: The name.
  init(_ facts: FlowFacts, path: FlowPath, subject: Int) {
    self.facts = facts
    self.path = path
    self.subject = subject
    var names = facts.names(of: facts.presence(of: subject), limit: Self.mostNames)
    for condition in path.conditions {
      names.formUnion(
        facts.names(of: facts.conditions[condition].formula, limit: Self.mostNames))
    }
    // The name itself is asked last, where its own conditions hold.
    self.names = names.subtracting([subject]).sorted().prefix(Self.mostNames) + [subject]
  }

  /// Answers that lead to the end of the way without the name; nil where those that were found don't,
  /// and none were found near them.
  func answers(like found: Solver.Answers) -> Solver.Answers? {
    if isPossible(found, with: [:]) { return found }
    if isPossible(found, with: [:], leavingEmpty: true) { return found }
    let literals = literals
    for name in names.filter({ facts.names[$0].field != nil }).suffix(Self.mostTries.names) {
      let domain = AnswerDomain(of: facts.names[name])
      let term = facts.terms.number(.name(name))
      let known = found.samples.first { $0.term == term }
      for value in Self.candidates(literals, domain, known).prefix(Self.mostTries.values)
      where isPossible(found, with: [name: value]) {
        return Solver.Answers(
          samples: found.samples.map { sample in
            guard sample.term == term, case .value = sample.sample else { return sample }
            return (sample.term, .value(value), sample.asked)
          })
      }
    }
    return nil
  }

  // MARK: Walking

  /// Whether answers lead to the end of the way without the name.
  ///
  /// - Parameters:
  ///   - found: What a search found.
  ///   - changed: Answers in place of those that were found, by the number of the name.
  ///   - leavesEmpty: Whether optional questions of which nothing was found are left empty.
  /// - Returns: Whether they do; true also where that depends on more than answers.
  private func isPossible(
    _ found: Solver.Answers, with changed: [Int: Value], leavingEmpty leavesEmpty: Bool = false
  ) -> Bool {
    var answers = Answers(facts: facts)
    var samples: [TermID: Solver.Answers.Found] = [:]
    for sample in found.samples { samples[sample.term] = sample }
    // The stops that were passed, and whether the flow has ended at one of them.
    var passed = 0
    var hasEnded = false
    for number in names {
      let name = facts.names[number]
      while !hasEnded, passed < min(name.path.stopsBefore, Self.mostNames) {
        let conditions = facts.stops[passed].path.conditions
        hasEnded = conditions.allSatisfy {
          answers.truth(of: facts.conditions[$0].expression) == true
        }
        passed += 1
      }
      if hasEnded {
        answers.absent.insert(number)
        continue
      }
      let truths = name.path.conditions.map {
        answers.truth(of: facts.conditions[$0].expression)
      }
      if truths.contains(false) {
        answers.absent.insert(number)
        continue
      }
      guard !truths.contains(nil) else { continue }
      let given = samples[facts.terms.number(.given(number))]?.sample
      if given == .value(false) || given == nil && leavesEmpty && name.field?.isOptional == true {
        answers.absent.insert(number)
        continue
      }
      guard let value = changed[number] ?? value(of: number, samples, answers) else { continue }
      answers.values[number] = value
      for validation in name.field?.validations ?? [] where validation.level == .error {
        guard let check = facts.compiled(validation.check) else { continue }
        if answers.truth(of: check) == false { return false }
      }
    }
    guard answers.values[subject] == nil else { return false }
    for condition in path.conditions
    where answers.truth(of: facts.conditions[condition].expression) == false {
      return false
    }
    return !(0..<min(path.stopsBefore, Self.mostNames)).contains { stop in
      let conditions = facts.stops[stop].path.conditions
      return !conditions.isEmpty
        && conditions.allSatisfy { answers.truth(of: facts.conditions[$0].expression) == true }
    }
  }

  /// The value of a name that's asked: what was found, any that it allows, or what it computes.
  private func value(
    of number: Int, _ samples: [TermID: Solver.Answers.Found], _ answers: Answers
  ) -> Value? {
    let name = facts.names[number]
    switch name.kind {
    case .compute(let source):
      guard let compiled = facts.compiled(source),
        case .value(let value) = compiled.evaluatePartially(in: answers)
      else { return nil }
      return value
    case .field, .input, .capture:
      let domain = AnswerDomain(of: name)
      guard let found = samples[facts.terms.number(.name(number))] else {
        // What the search left open may still be read by what it doesn't understand.
        return AnswerSamples(of: domain, asked: []).samples.first?.value(
          asked: [], in: domain.textBounds)
      }
      return found.sample.value(asked: found.asked, in: domain.textBounds)
    case .repeat, .flow: return nil
    }
  }

  // MARK: Other answers

  /// The literals on the way.
  private var literals: [Value] {
    var conditions = path.conditions + facts.names[subject].path.conditions
    for name in names.suffix(Self.mostTries.names) {
      conditions += facts.names[name].path.conditions
    }
    var found: [Value] = []
    for condition in Set(conditions).sorted().suffix(50) {
      var open = [facts.conditions[condition].expression.root]
      while let next = open.popLast() {
        if case .literal(let value) = next.kind, !found.contains(value) { found.append(value) }
        open += next.children
      }
    }
    return found
  }

  /// Values of a domain near literals, of which the predicates say the same as of a sample.
  private static func candidates(
    _ literals: [Value], _ domain: AnswerDomain, _ known: Solver.Answers.Found?
  ) -> [Value] {
    var near: [Value] = []
    for literal in literals {
      switch literal {
      case .string(let text): near += [literal, .string(text + "a"), .string("a" + text)]
      case .int(let number):
        near += [literal, .int(number &+ 1), .int(number &- 1)]
      default: near.append(literal)
      }
    }
    let values = near + AnswerSamples(of: domain, asked: near.map { .compares(.equal, $0) }).values
    return values.filter { value in
      domain.allows(value)
        && (known?.asked ?? []).allSatisfy {
          $0.holds(of: value) == AnswerSamples.holds($0, of: known?.sample ?? .other)
        }
    }
  }
}

extension AnswerSamples {
  /// The samples that are values.
  fileprivate var values: [Value] {
    samples.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }
}

extension FieldDefinition {
  /// Whether it may always be left empty.
  fileprivate var isOptional: Bool {
    if case .literal(let literal)? = required { literal.value == .bool(false) } else { false }
  }
}

extension AnswerDomain {
  /// Whether a value is one of the domain.
  fileprivate func allows(_ value: Value) -> Bool {
    AnswerSamples(of: self, asked: [.compares(.equal, value)]).samples.contains(.value(value))
  }
}
