// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Replays a path with concrete answers, and evaluates its conditions.
///
/// A search doesn't understand most functions: for it, `s.startsWith('ab')` is true or false
/// regardless of `s`. So before the answers that it finds are shown, they're checked with the
/// evaluator that sessions use. Whatever depends on more than answers, such as the time or list
/// items, is unknown and never a contradiction.
struct AnswerReplay {
  /// The values of names.
  private struct Answers: Bindings {
    let facts: FlowFacts
    var values: [Int: Value] = [:]
    var absent: Set<Int> = []

    /// The names with a value but no answer.
    var otherwise: Set<Int> = []

    /// The absent names that aren't asked.
    var unasked: Set<Int> = []

    func value(of name: String) -> Value? { number(of: name).flatMap { values[$0] } }

    func isUnknown(_ name: String) -> Bool {
      guard let number = number(of: name) else { return true }
      return values[number] == nil && !absent.contains(number)
    }

    /// Returns the number of a name, or nil if it refers to something else outside the current
    /// item.
    private func number(of name: String) -> Int? {
      facts.itemNames.contains(name) ? nil : facts.numbers[name]
    }

    /// Records that a name has no answer, and its value for that, if it has one that's known.
    mutating func leaveOut(_ number: Int) {
      let name = facts.names[number]
      switch name.field?.settings[.otherwise] {
      case nil: absent.insert(number)
      case .literal(let literal)?: values[number] = literal.value.asAnswer(of: name.type)
      case .computed(let source)?:
        guard case .value(let value)? = facts.compiled(source)?.evaluatePartially(in: self) else {
          return
        }
        values[number] = value
      }
      otherwise.insert(number)
    }

    /// Returns the truth of a condition, or nil if it's unknown or fails.
    func truth(of condition: CompiledExpression) -> Bool? {
      guard case .value(.bool(let truth)) = condition.evaluatePartially(in: self) else {
        return nil
      }
      return truth
    }

    /// Returns those of the answers that a search found that are given.
    ///
    /// A search gives a value to a question that isn't asked if a condition reads `x.orValue(…)`.
    func given(of found: Solver.Answers) -> Solver.Answers {
      Solver.Answers(
        samples: found.samples.filter { sample in
          if case .given(let name) = facts.terms[sample.term] { return !unasked.contains(name) }
          guard let name = facts.nameRead(by: sample.term) else { return true }
          return !absent.contains(name) && !otherwise.contains(name)
        })
    }

    /// Returns whether the flow ends at a stop, or isn't continued after a form because of a check.
    func end(at stop: StopFacts) -> Bool {
      guard stop.itemMark == facts.itemMark || stop.itemMark == 0 else { return false }
      if let check = stop.check, truth(of: check.expression) != false { return false }
      return stop.path.conditions.allSatisfy {
        truth(of: facts.conditions[$0].expression) == true
      }
    }
  }

  private let facts: FlowFacts

  private let path: FlowPath

  /// The name that must have no value at the end of the path.
  private let subject: Int

  /// The names that the path depends on, in order.
  private let names: [Int]

  /// The fields of used flows that the path depends on.
  private let flows: UsedFlowReads

  /// The maximum number of names to evaluate, beginning with the first.
  private static let maximumNames = 2_000

  /// The maximum number of names for which to try other answers, and of answers to try for each.
  private static let maximumTries = (names: 6, values: 16)

  /// Creates a replay.
  ///
  /// - Parameters:
  ///   - facts: The flow.
  ///   - path: The path to the point where the name has no value.
  ///   - subject: The name.
  ///   - answers: The answers to replay, which the checks of forms may forbid.
  init(_ facts: FlowFacts, path: FlowPath, subject: Int, _ answers: Solver.Answers) {
    self.facts = facts
    self.path = path
    self.subject = subject
    var names = facts.names(of: facts.presence(of: subject), limit: Self.maximumNames)
    for condition in path.conditions {
      names.formUnion(
        facts.names(of: facts.conditions[condition].formula, limit: Self.maximumNames))
    }
    names.insert(subject)
    for sample in answers.samples { names.formUnion(facts.terms.names(of: sample.term)) }
    // Stops and the checks of forms can read more.
    for name in names.sorted().suffix(Self.maximumTries.names) {
      for stop in facts.stopsReading[name] ?? []
      where stop < path.stopsBefore && facts.applies(stop) {
        names.formUnion(facts.stopNames[stop])
      }
    }
    self.names = facts.including(namesReadBy: names, limit: Self.maximumNames)
    flows = UsedFlowReads(
      of: Set(self.names.flatMap { facts.names[$0].path.conditions } + path.conditions), in: facts)
  }

  /// Returns answers that lead to the end of the path without the name: the ones that were found,
  /// or similar ones.
  ///
  /// Returns nil if there are none.
  func answers(like found: Solver.Answers) -> Solver.Answers? {
    if let answers = replayed(found, with: [:]) { return answers.given(of: found) }
    if let answers = replayed(found, with: [:], leavingEmpty: true) {
      return answers.given(of: found)
    }
    let literals = literals
    for name in names.filter({ facts.names[$0].field != nil }).suffix(Self.maximumTries.names) {
      let domain = AnswerDomain(of: facts.names[name])
      let term = facts.terms.number(.name(name))
      let known = found.samples.first { $0.term == term }
      for value in Self.candidates(literals, domain, known).prefix(Self.maximumTries.values) {
        guard let answers = replayed(found, with: [name: value]) else { continue }
        return answers.given(of: found.replacing(term, with: value))
      }
    }
    return answers(like: found, changing: literals)
  }

  /// Returns answers that lead to the end of the path with another answer of a used flow; nil if there are none.
  private func answers(
    like found: Solver.Answers, changing literals: [Value]
  ) -> Solver.Answers? {
    let samples = Dictionary(found.samples.map { ($0.term, $0) }) { $1 }
    for name in names.filter({ flows.fields[$0] != nil }).suffix(Self.maximumTries.names) {
      guard case .map(let values)? = value(of: name, samples, Answers(facts: facts)) else {
        continue
      }
      for field in flows.fields[name] ?? [] {
        let candidates = Self.candidates(literals, field.domain, samples[field.term])
        for value in candidates.prefix(Self.maximumTries.values) {
          var changed = values
          changed[.string(field.name)] = value
          guard let answers = replayed(found, with: [name: .map(changed)]) else { continue }
          return answers.given(of: found.replacing(field.term, with: value))
        }
      }
    }
    return nil
  }

  // MARK: Walking

  /// Returns the values of names if answers lead to the end of the path without the name.
  ///
  /// - Parameters:
  ///   - found: The answers that a search found.
  ///   - changed: Answers that replace the ones that were found, by the number of the name.
  ///   - leavesEmpty: Whether to leave optional questions empty if no answer was found for them.
  /// - Returns: The values, or nil if the answers don't lead there. If that depends on more than
  ///   answers, they do.
  private func replayed(
    _ found: Solver.Answers, with changed: [Int: Value], leavingEmpty leavesEmpty: Bool = false
  ) -> Answers? {
    var answers = Answers(facts: facts)
    var samples: [TermID: Solver.Answers.Found] = [:]
    for sample in found.samples { samples[sample.term] = sample }
    // The number of stops passed so far, and whether the flow ended at one of them.
    var passed = 0
    var hasEnded = false
    for number in names {
      // Names after the subject are asked without it.
      if number > subject, answers.values[subject] == nil { answers.absent.insert(subject) }
      let name = facts.names[number]
      while !hasEnded, passed < min(name.path.stopsBefore, Self.maximumNames) {
        hasEnded = answers.end(at: facts.stops[passed])
        passed += 1
      }
      if hasEnded {
        answers.unasked.insert(number)
        answers.absent.insert(number)
        continue
      }
      let truths = name.path.conditions.map {
        answers.truth(of: facts.conditions[$0].expression)
      }
      if truths.contains(false) {
        answers.unasked.insert(number)
        answers.leaveOut(number)
        continue
      }
      guard !truths.contains(nil) else { continue }
      let given = samples[facts.terms.number(.given(number))]?.sample
      if given == .value(false) || given == nil && leavesEmpty && name.field?.isOptional == true {
        answers.leaveOut(number)
        continue
      }
      guard let value = changed[number] ?? value(of: number, samples, answers) else { continue }
      answers.values[number] = value
      for validation in name.field?.validations ?? [] where validation.level == .error {
        guard let check = facts.compiled(validation.check) else { continue }
        if answers.truth(of: check) == false { return nil }
      }
    }
    guard answers.values[subject] == nil else { return nil }
    for condition in path.conditions
    where answers.truth(of: facts.conditions[condition].expression) == false {
      return nil
    }
    let stops = facts.stops.prefix(min(path.stopsBefore, Self.maximumNames))
    let hasStopped = stops.contains { stop in
      (stop.check != nil || !stop.path.conditions.isEmpty) && answers.end(at: stop)
    }
    return hasStopped ? nil : answers
  }

  /// Returns the value of a name: the one that was found, any valid value, or the computed value.
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
        // Expressions that the search doesn't understand may read answers that it left open.
        return AnswerSamples(of: domain, asked: []).samples.first?.value(
          asked: [], in: domain.textBounds)
      }
      return found.sample.value(asked: found.asked, in: domain.textBounds)
    case .flow:
      guard let fields = flows.fields[number] else { return nil }
      var values = ValueMap()
      for field in fields {
        guard let value = field.value(samples) else { return nil }
        values[.string(field.name)] = value
      }
      return .map(values)
    case .repeat: return nil
    }
  }

  // MARK: Other answers

  /// The literals in conditions on the path.
  private var literals: [Value] {
    var conditions = path.conditions + facts.names[subject].path.conditions
    for name in names.suffix(Self.maximumTries.names) {
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

  /// Returns values of a domain close to literals, for which the predicates have the same results
  /// as for a known sample.
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

extension Solver.Answers {
  /// Returns the answers with another concrete value of a term.
  fileprivate func replacing(_ term: TermID, with value: Value) -> Solver.Answers {
    Solver.Answers(
      samples: samples.map { sample in
        guard sample.term == term, case .value = sample.sample else { return sample }
        return (sample.term, .value(value), sample.asked)
      })
  }
}

extension AnswerSamples {
  /// The samples that are concrete values.
  fileprivate var values: [Value] {
    samples.compactMap { if case .value(let value) = $0 { value } else { nil } }
  }
}

extension FieldDefinition {
  /// Whether the answer is always optional.
  fileprivate var isOptional: Bool {
    if case .literal(let literal)? = settings[.required] {
      literal.value == .bool(false)
    } else {
      false
    }
  }
}

extension AnswerDomain {
  /// Returns whether the domain contains a value.
  fileprivate func allows(_ value: Value) -> Bool {
    AnswerSamples(of: self, asked: [.compares(.equal, value)]).samples.contains(.value(value))
  }
}
