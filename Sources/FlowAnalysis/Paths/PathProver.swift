// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import SourceDiagnostics

/// Decides which answers were asked where, and which conditions can be true.
///
/// A name is asked at a place when the conditions on the way to the place, those to the left in the
/// expression and the negation of each stop before it imply the conditions under which the name is
/// asked. It is a search for answers of which that is false: none means proven, one is the
/// counterexample to show, and past the limit nothing is claimed.
final class PathProver {
  let facts = FlowFacts()

  /// The present place.
  private(set) var path = FlowPath()

  /// How many stops that complete the flow were passed.
  private var completedStopsBefore = 0

  /// Whether the output is being checked.
  private var isAtOutput = false

  /// The stops that complete the flow, and the flows inside it that may.
  private var completedStops: [StopFacts] = []

  /// What names refer to outside the items around the current place.
  private var outerTables: [(FlowFacts.NameTable, list: SourcePlace)] = []

  /// What holds besides where the current expression is evaluated.
  private(set) var assumed: [Guard] = []

  /// How many items were entered.
  private var itemCount = 0

  /// The provers of the flows inside this one, by the place at which they are used.
  private(set) var subflows: [SourcePlace: (flow: SubflowDefinition, prover: PathProver)] = [:]

  /// The questions answered, and the work done.
  var searches = Searches()

  /// How many parts of a stop's condition are looked at for the names that it reads.
  private static let mostPartsOfStops = 256

  /// How many names a stop may depend on; it isn't looked at for those that are further.
  private static let mostNamesBehind = 64

  /// The most stops that an output is checked for each.
  private static let mostOutputEnds = 64

  // MARK: Searches

  /// The result of a question.
  enum Verdict {
    /// It holds on every path.
    case proven

    /// It does not: here are answers, reached at one of the flow's ends when the output is asked.
    case refuted(Solver.Answers, stop: StopFacts?)

    /// The limit was reached.
    case undecided

    /// It doesn't seem to, but evaluating contradicts the answers that were found.
    case unconfirmed
  }

  /// Whether a name has a value at the current place wherever guards hold.
  func verdict(on name: Int, given guards: [Guard]) -> Verdict {
    guard isAtOutput else { return verdict(on: name, given: guards, at: path, stop: nil) }
    guard completedStops.count < Self.mostOutputEnds else { return .undecided }
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

  /// That a name has no value, and that guards hold.
  private func absence(of name: Int, given guards: [Guard]) -> [FormulaID] {
    let reader = ConditionReader(facts)
    var goals = [facts.formulas.not(facts.presence(of: name))]
    for fact in guards {
      let formula = reader.formula(fact.expression)
      goals.append(fact.isTrue ? formula : facts.formulas.not(formula))
    }
    return goals
  }

  /// Whether a name has a value at the current place wherever guards hold; false also where that
  /// isn't decided.
  private func isProven(_ name: Int, given guards: [Guard]) -> Bool {
    guard isAtOutput else {
      return isPossible(absence(of: name, given: guards), at: path) == false
    }
    guard completedStops.count < Self.mostOutputEnds else { return false }
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

  func enter(_ condition: CompiledExpression, from source: ExpressionSource) {
    path.conditions.append(facts.conditions.count)
    facts.conditionNumbers[source.place] = facts.conditions.count
    facts.conditions.append(
      PathCondition(
        expression: condition, source: source,
        formula: ConditionReader(facts).formula(condition.root)))
  }

  func leave() { path.conditions.removeLast() }

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

  func enterItem(of list: Identifier) {
    outerTables.append((facts.nameTable, list.place))
    itemCount += 1
    facts.itemMark = itemCount
    facts.itemNames.formUnion(["index", "items", "item"])
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
    let formula = facts.formula(of: path)
    facts.stops.append(StopFacts(id: id, path: path, outcome: outcome, formula: formula))
    path.stopsBefore += 1
    if facts.firstUnconditionalStop == nil, endsEveryPath(formula, behind: number) {
      facts.firstUnconditionalStop = number
    }
    let names = namesBehind(formula)
    facts.stopNames.append(names)
    for name in names { facts.stopsReading[name, default: []].append(number) }
    prefer(facts.formulas.not(formula), stopsBefore: path.stopsBefore)
    guard outcome == .completed else { return }
    completedStops.append(facts.stops[number])
    completedStopsBefore += 1
  }

  /// The names on which a formula depends: those that it reads, and those that their own rules read,
  /// such as the conditions of choices.
  private func namesBehind(_ formula: FormulaID) -> [Int] {
    var names = facts.names(of: formula, limit: Self.mostPartsOfStops)
    var open = Array(names.sorted().suffix(Self.mostNamesBehind))
    var next = 0
    while next < open.count, open.count < Self.mostNamesBehind {
      for axiom in facts.axioms(of: open[next]) {
        let read = facts.names(of: axiom, limit: Self.mostPartsOfStops)
        open += read.subtracting(names).sorted()
        names.formUnion(read)
      }
      next += 1
    }
    return open
  }

  /// Whether no path leads past a stop: its condition may be true of every answer without saying so.
  private func endsEveryPath(_ formula: FormulaID, behind stops: Int) -> Bool {
    if formula == FormulaTable.true { return true }
    var all = FlowPath()
    all.stopsBefore = stops
    return isPossible([facts.formulas.not(formula)], at: all) == false
  }

  func reachOutput() { isAtOutput = true }

  func isPresent(_ name: String, given guards: [Guard]) -> Bool {
    guard let number = facts.numbers[name] else { return false }
    return isProven(number, given: guards)
  }
}
