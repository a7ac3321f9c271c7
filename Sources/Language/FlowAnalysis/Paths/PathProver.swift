// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import FlowExpressions
import FlowModel
import SourceDiagnostics

/// Decides which answers are present where, and which conditions can be true.
///
/// A name has a value at a place if the conditions under which it's asked follow from the
/// conditions on the path to the place, those to its left in the expression, and the negation of
/// each earlier stop. The prover searches for answers that contradict this. If there are none, it's
/// proven; otherwise, the answers are a counterexample to show. If the search reaches its limit,
/// the result is undecided.
final class PathProver {
  let facts = FlowFacts()

  /// The path to the current place.
  private(set) var path = FlowPath()

  /// The conditions that are suspended.
  private var suspended: [ArraySlice<Int>] = []

  /// The number of stops so far that complete the flow.
  private var completedStopsBefore = 0

  /// Whether the current place is the output.
  private var isAtOutput = false

  /// The stops that complete the flow, and the nested flows that may complete it.
  private var completedStops: [StopFacts] = []

  /// The meanings of names outside each of the items that contain the current place.
  private var outerTables: [(FlowFacts.NameTable, list: SourcePlace)] = []

  /// The guards that also hold where the current expression is evaluated.
  private(set) var assumed: [Guard] = []

  /// The provers of nested flows, by the place at which they're used.
  private(set) var subflows: [SourcePlace: (flow: SubflowDefinition, prover: PathProver)] = [:]

  /// The state of searches.
  var searches = Searches()

  /// The maximum number of subformulas of a stop's condition to examine for the names that it
  /// reads.
  private static let maximumStopParts = 256

  /// The maximum number of names that a stop is considered to depend on.
  private static let maximumDependencies = 64

  /// The maximum number of stops for each of which an output is checked.
  private static let maximumOutputEnds = 64

  // MARK: Searches

  /// The result of a proof.
  enum Verdict {
    /// The claim holds on every path.
    case proven

    /// The claim is false for these answers; for the output, with the stop at which the flow ends.
    case refuted(Solver.Answers, stop: StopFacts?)

    /// The search reached its limit.
    case undecided

    /// The search found a counterexample, but evaluating its answers contradicts it.
    case unconfirmed
  }

  /// Proves that a name has a value at the current place wherever guards hold.
  func verdict(on name: Int, given guards: [Guard]) -> Verdict {
    guard isAtOutput else { return verdict(on: name, given: guards, at: path, stop: nil) }
    guard completedStops.count < Self.maximumOutputEnds else { return .undecided }
    defer { facts.completedStopsPassed = nil }
    for (passed, stop) in completedStops.enumerated() {
      facts.completedStopsPassed = passed
      let verdict = verdict(on: name, given: guards, at: stop.path, stop: stop)
      guard case .proven = verdict else { return verdict }
    }
    facts.completedStopsPassed = completedStops.count
    return verdict(on: name, given: guards, at: path, stop: nil)
  }

  private func verdict(
    on name: Int, given guards: [Guard], at path: FlowPath, stop: StopFacts?
  ) -> Verdict {
    switch search(absence(of: name, given: guards), at: path) {
    case .impossible: .proven
    case .possible(let answers): .refuted(answers, stop: stop)
    case .undecided: .undecided
    }
  }

  /// Returns the formulas that a name has no value, and that guards hold.
  private func absence(of name: Int, given guards: [Guard]) -> [FormulaID] {
    let reader = ConditionReader(facts)
    var goals = [facts.formulas.not(facts.presence(of: name))]
    for fact in guards {
      let formula = reader.formula(fact.expression)
      goals.append(fact.isTrue ? formula : facts.formulas.not(formula))
    }
    return goals
  }

  /// Returns whether a name is proven to have a value at the current place wherever guards hold.
  private func isProven(_ name: Int, given guards: [Guard]) -> Bool {
    guard isAtOutput else {
      return isPossible(absence(of: name, given: guards), at: path) == false
    }
    guard completedStops.count < Self.maximumOutputEnds else { return false }
    defer { facts.completedStopsPassed = nil }
    for (passed, stop) in completedStops.enumerated() {
      facts.completedStopsPassed = passed
      guard isPossible(absence(of: name, given: guards), at: stop.path) == false else {
        return false
      }
    }
    facts.completedStopsPassed = completedStops.count
    return isPossible(absence(of: name, given: guards), at: path) == false
  }
}

extension PathProver: FlowFollower {
  func checked(_ source: ExpressionSource, _ expression: CompiledExpression) {
    facts.remember(expression, at: source)
  }

  func declare(function name: String, _ parameters: [String], _ body: CompiledExpression) {
    facts.functions[name] = (parameters, body.root)
  }

  func enter(_ condition: CompiledExpression, from source: ExpressionSource) {
    path.conditions.append(facts.conditions.count)
    facts.conditionNumbers[source.place] = facts.conditions.count
    facts.conditions.append(
      PathCondition(
        expression: condition, source: source,
        formula: ConditionReader(facts).formula(condition.root)))
  }

  func leave() { path.conditions.removeLast() }

  func suspend(_ count: Int) {
    suspended.append(path.conditions.suffix(count))
    path.conditions.removeLast(count)
  }

  func resume() { path.conditions += suspended.removeLast() }

  func declare(
    _ id: Identifier, as type: ValueType, _ kind: DeclaredKind, knowing values: KnownValues?
  ) {
    let hidden = outerTables.last.flatMap { $0.0.numbers[id.name] }
    guard facts.numbers[id.name] == nil || facts.numbers[id.name] == hidden else { return }
    let table = outerTables.isEmpty ? nil : facts.nameTable
    if !outerTables.isEmpty { facts.itemNames.insert(id.name) }
    facts.add(
      NameFacts(
        id: id, type: type, kind: kind, path: path, completedStopsBefore: completedStopsBefore,
        values: values, table: table))
    prefer(facts.presences[facts.names.count - 1], stopsBefore: path.stopsBefore)
  }

  func enterItem(of list: Identifier, as element: String) {
    outerTables.append((facts.nameTable, list.place))
    facts.items.append(.init(name: list.name, outer: facts.nameTable))
    facts.itemMark = facts.items.count
    facts.itemNames.insert("index", "items", "item", element)
    facts.numbers[element] = nil
  }

  func hide(_ name: String) {
    facts.numbers[name] = nil
    facts.itemNames.insert(name)
  }

  func assume(_ guards: [Guard]) { assumed = guards }

  func leaveItem() {
    guard let (outer, list) = outerTables.popLast() else { return }
    facts.itemNumbers[list] = facts.nameTable
    facts.nameTable = outer
  }

  func pass(flow id: Identifier) {
    completedStops.append(
      StopFacts(id: id, path: path, outcome: .completed, formula: facts.formula(of: path)))
    completedStopsBefore += 1
  }

  func follower(of flow: SubflowDefinition) -> (any FlowFollower)? {
    let prover = PathProver()
    subflows[flow.use.place] = (flow, prover)
    return prover
  }

  func pass(stop id: Identifier, outcome: StopOutcome) {
    let number = facts.stops.count
    let stop = StopFacts(
      id: id, path: path, outcome: outcome, formula: facts.formula(of: path))
    pass(stop)
    if facts.firstUnconditionalStop == nil, endsEveryPath(stop.formula, after: number) {
      facts.firstUnconditionalStop = number
    }
    prefer(facts.formulas.not(stop.formula), stopsBefore: path.stopsBefore)
    guard outcome == .completed else { return }
    completedStops.append(stop)
    completedStopsBefore += 1
  }

  func pass(form id: Identifier, checks: [ValidationDefinition]) {
    for check in facts.refusingChecks(checks) {
      let passes = ConditionReader(facts).formula(check.expression.root)
      pass(
        StopFacts(
          id: id, path: path, outcome: .failed,
          formula: facts.formulas.all([facts.formula(of: path), facts.formulas.not(passes)]),
          check: check, itemMark: facts.itemMark))
      prefer(passes, stopsBefore: path.stopsBefore)
    }
  }

  /// Adds a stop.
  private func pass(_ stop: StopFacts) {
    facts.stops.append(stop)
    facts.stopsInItems[stop.itemMark, default: []].append(stop)
    path.stopsBefore += 1
    facts.add(namesOfStop: dependencies(of: stop.formula), stop.formula)
  }

  /// Returns the names that a formula depends on: those that it reads, and those that their rules
  /// read, such as the conditions of choices.
  private func dependencies(of formula: FormulaID) -> [Int] {
    var names = facts.names(of: formula, limit: Self.maximumStopParts)
    var open = Array(names.sorted().suffix(Self.maximumDependencies))
    var next = 0
    while next < open.count, open.count < Self.maximumDependencies {
      let read = facts.namesOfRules(of: open[next], limit: Self.maximumStopParts)
      open += read.subtracting(names).sorted().suffix(Self.maximumDependencies)
      names.formUnion(read)
      next += 1
    }
    return open
  }

  func reachOutput() { isAtOutput = true }

  func isPresent(_ name: String, given guards: [Guard]) -> Bool {
    guard let number = facts.numbers[name] else { return false }
    return isProven(number, given: guards)
  }
}
