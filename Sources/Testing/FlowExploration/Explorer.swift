// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowForms
package import FlowScripts
import SourceDiagnostics

/// Walks a flow instead of a user, and checks laws.
///
/// A small flow is walked systematically: every combination of choices, of yes and no, of empty and
/// answered, and of the values that conditions compare with, for up to two items of each list. All
/// other answers, those that are refused, each way back, each failure of a command, and each change of
/// a list are tried once, from where they're first possible. A large flow is sampled: random moves
/// that prefer what was tried least, on walks that lead to each value of each condition.
///
/// The same flow, scripts, limits, and seed always lead to the same walks.
package struct Explorer {
  /// The limits of an exploration.
  package struct Limits: Sendable {
    /// The maximum number of moves.
    package var steps = 20_000

    /// Whether to stop, which is asked every few moves.
    package var isOver: @Sendable () -> Bool = { false }

    /// The seed of random choices.
    package var seed: UInt64 = 1

    /// Creates the standard limits.
    package init() {}
  }

  let flow: CheckedFlow
  let engine: ExploredEngine
  let laws: [ExplorationLaw]
  let candidates: AnswerCandidates
  let starts: [ExplorationStart]
  private let limits: Limits
  var random: SeededRandom

  private(set) var steps = 0
  private(set) var walks = 0
  private(set) var findings: [ExplorationFinding] = []

  /// The fields at which no valid answer was found.
  private var unanswered: Set<String> = []

  /// The fields that were answered.
  private var answered: Set<String> = []

  /// The number of walks that were cut because they were long.
  private(set) var cuts = 0

  /// What all walks covered, and the walks that covered something new.
  private(set) var coverage: FlowCoverage
  private(set) var covering: [(walk: ExploredWalk, trace: ScriptTrace)] = []
  private var trace = ScriptTrace()

  /// What has been tried once.
  private var tried: Set<Trial> = []

  /// How often each answer was chosen.
  private var uses: [Trial: Int] = [:]
  private var isStopped = false

  /// Something that's tried once, or as often as other things.
  enum Trial: Hashable {
    case answer(String, FieldInput)
    case back(String)
    case change(String, Int)
    case failure(String)
    case refusal(String)
  }

  /// The maximum number of moves of a random walk before it goes straight to the end, and in all.
  private static let wandering = 60
  private static let maximumMoves = 1_000

  /// The number of items that systematic walks add to each list.
  private static let maximumItems = 2

  /// Creates an explorer.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - scripts: Its scripts, whose inputs, files, answers, and results are used.
  ///   - laws: The laws to check.
  ///   - limits: The limits.
  ///   - engine: The functions of the engine.
  package init(
    _ flow: CheckedFlow, scripts: [FlowScript] = [], laws: [ExplorationLaw] = ExplorationLaw.all,
    limits: Limits = Limits(), engine: ExploredEngine = ExploredEngine()
  ) {
    self.flow = flow
    self.engine = engine
    self.laws = laws
    self.limits = limits
    candidates = AnswerCandidates(of: flow, scripts)
    starts = ExplorationStart.starts(of: flow, scripts)
    random = SeededRandom(seed: limits.seed)
    coverage = FlowCoverage(of: flow)
    outcomes = RunOutcomes(scripts)
  }

  let outcomes: RunOutcomes

  /// Explores the flow.
  ///
  /// - Returns: What was found.
  /// - Complexity: O(*n* · *m*) in the number of moves and the length of a walk.
  package mutating func run() -> Exploration {
    var isExhaustive = !starts.isEmpty && isSmall()
    if isExhaustive { isExhaustive = walkSystematically() }
    if !isExhaustive { sample() }
    return Exploration(
      flow: flow, seed: limits.seed, walks: walks, steps: steps, isExhaustive: isExhaustive,
      isStopped: isStopped, starts: starts.count, findings: findings,
      unanswered: unanswered.subtracting(answered).sorted(),
      cuts: cuts, laws: laws, coverage: coverage, explorer: self, covering: covering)
  }

  private mutating func isOver() -> Bool {
    if isStopped || steps >= limits.steps { return true }
    if steps % 64 == 0, limits.isOver() { isStopped = true }
    return isStopped
  }

  // MARK: Systematic walks

  /// A walk to go on with.
  private struct Node {
    let walk: ExploredWalk

    /// Whether it goes straight to the end.
    let isStraight: Bool
  }

  /// Returns whether all systematic walks probably fit into half of the limit, estimated from the
  /// branches of a few random ones (Knuth, 1975).
  private mutating func isSmall() -> Bool {
    var total = 0.0
    let probes = 24
    for probe in 0..<probes {
      guard var walk = begin(starts[probe % starts.count]) else { return false }
      var (leaves, length) = (1.0, 0.0)
      while !walk.hasEnded, walk.moves.count < Self.wandering * 4 {
        var next: [ExploredWalk] = []
        for move in forward(from: walk, deciding: true).moves {
          var copy = walk
          steps += 1
          if copy.make(move), !copy.isRefused { next.append(copy) }
        }
        guard let chosen = next.randomElement(using: &random) else { break }
        leaves *= Double(next.count)
        length += Double(next.count) * leaves
        walk = chosen
      }
      total += length
      if steps > limits.steps / 4 { return false }
    }
    return total / Double(probes) * Double(starts.count) < Double(limits.steps) / 4
  }

  /// Walks all combinations; returns false if a limit ended it.
  private mutating func walkSystematically() -> Bool {
    for start in starts {
      guard let walk = begin(start) else { continue }
      check(walk, at: .everywhere)
      var open = [Node(walk: walk, isStraight: false)]
      while let node = open.popLast() {
        if isOver() { return false }
        expand(node, &open)
      }
    }
    return true
  }

  private mutating func expand(_ node: Node, _ open: inout [Node]) {
    let walk = node.walk
    guard !walk.hasEnded else { return end(walk) }
    guard walk.moves.count < Self.maximumMoves else {
      cuts += 1
      return
    }
    let (moves, once) = forward(from: walk, deciding: !node.isStraight)
    var next: [Node] = []
    for move in moves {
      if node.isStraight, !next.isEmpty { break }
      guard let child = child(of: walk, move) else { continue }
      if child.isRefused { continue }
      next.append(Node(walk: child, isStraight: node.isStraight))
    }
    if next.isEmpty {
      for move in forward(from: walk, deciding: false).moves {
        guard let child = child(of: walk, move), !child.isRefused else { continue }
        next.append(Node(walk: child, isStraight: true))
        break
      }
    }
    if next.isEmpty { stop(at: walk) }
    open += next.reversed()
    guard !node.isStraight else { return }
    for (move, trial) in once + detours(from: walk) where tried.insert(trial).inserted {
      guard let child = child(of: walk, move) else { continue }
      if case .done = move, child.isRefused, walk.step?.items.isEmpty == false { continue }
      // What's refused in one place may be accepted in another.
      open.append(Node(walk: child, isStraight: true))
    }
    // From everywhere, going back and forward again.
    guard var back = child(of: walk, .back(1)) else { return }
    steps += 1
    if back.make(.acceptSuggestions) { check(back, at: .everywhere) }
  }

  /// Returns the walk after a move that's checked, or nil if it doesn't apply.
  private mutating func child(of walk: ExploredWalk, _ move: ExplorationMove) -> ExploredWalk? {
    steps += 1
    var copy = walk
    guard copy.make(move) else { return nil }
    if case .answer(let id, _) = move, !copy.isRefused { answered.insert(id.withoutPositions) }
    check(copy, at: .everywhere)
    return copy
  }

  // MARK: Samples

  private mutating func sample() {
    guard !starts.isEmpty else { return }
    var number = 0
    while !isOver() {
      guard var walk = begin(starts[number % starts.count]) else { return }
      // Walks that lead to a value of a condition alternate with others.
      let goal =
        number % 2 == 0 || candidates.witnesses.isEmpty
        ? [:] : candidates.witnesses[number / 2 % candidates.witnesses.count]
      number += 1
      check(walk, at: .everywhere)
      var backs = 0
      while !walk.hasEnded, !isOver() {
        let isWandering = walk.moves.count < Self.wandering
        guard walk.moves.count < Self.maximumMoves else { break }
        guard
          let next = isWandering ? wander(from: walk, towards: goal, &backs) : straight(from: walk)
        else { break }
        walk = next
      }
      if walk.hasEnded {
        end(walk)
      } else if !isOver() {
        if walk.moves.count >= Self.maximumMoves { cuts += 1 } else { stop(at: walk) }
      }
    }
  }

  /// Returns a walk after a random move.
  private mutating func wander(
    from walk: ExploredWalk, towards goal: [String: Value], _ backs: inout Int
  ) -> ExploredWalk? {
    let dice = Int.random(in: 0..<20, using: &random)
    if dice < 4, backs < 6, walk.step != nil {
      let detours = detours(from: walk).map(\.0)
      if let move = detours.randomElement(using: &random), let child = child(of: walk, move),
        !child.isRefused
      {
        backs += 1
        return child
      }
    }
    let (moves, once) = forward(from: walk, deciding: true)
    var choices = moves
    if let field = walk.step?.focusedField,
      let value = goal[String(field.id.withoutPositions.split(separator: ".").last ?? "")]
        ?? goal[field.id.withoutPositions]
    {
      choices = [.answer(field.id, AnswerCandidates.input(value, for: field))]
    } else if dice < 10 {
      choices += once.map(\.0)
    }
    // What was tried least comes first; among equals, chance decides.
    let ranked = choices.shuffled(using: &random).map { ($0, uses[Self.trial($0)] ?? 0) }
      .sorted { $0.1 < $1.1 }
    for (move, _) in ranked {
      guard let child = child(of: walk, move) else { continue }
      uses[Self.trial(move), default: 0] += 1
      if case .done = move, child.isRefused, walk.step?.items.isEmpty == false { continue }
      if child.isRefused, walk.isRefused { continue }
      return child
    }
    return straight(from: walk)
  }

  private static func trial(_ move: ExplorationMove) -> Trial {
    switch move {
    case .answer(let id, let input): .answer(id.withoutPositions, input)
    case .add(let id): .change(id.withoutPositions, 0)
    case .done(let id): .change(id.withoutPositions, 1)
    case .result(let id, let outcome): .answer(id, .text("\(outcome.status)"))
    default: .failure("")
    }
  }

  // MARK: Straight on

  /// Begins a walk.
  func begin(_ start: ExplorationStart) -> ExploredWalk? { ExploredWalk(flow, start, engine) }

  /// Returns the walk after the first move forward that's accepted.
  private mutating func straight(from walk: ExploredWalk) -> ExploredWalk? {
    for move in forward(from: walk, deciding: false).moves {
      if let child = child(of: walk, move), !child.isRefused { return child }
    }
    return nil
  }

  /// Returns the moves that lead forward.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - decides: Whether only the answers that decide the way are wanted, and the others apart;
  ///     otherwise, all of them, the simplest first.
  /// - Returns: The moves, and those that are only tried once.
  func forward(
    from walk: ExploredWalk, deciding decides: Bool
  ) -> (moves: [ExplorationMove], once: [(ExplorationMove, Trial)]) {
    switch walk.session.state {
    case .failed(let failure):
      guard let id = failure.effect?.retries else { return ([], []) }
      return ([.retry(id)], [])
    case .needs(.effect(let request)):
      guard request.isCall else {
        return ([.overwrite(request.step, true), .overwrite(request.step, false)], [])
      }
      let (successes, failures) = outcomes.outcomes(of: request, in: flow)
      // A command fails once, so that retrying it ends.
      let isRepeated = walk.world.outcomes[request.step] != nil
      return (
        successes.map { .result(request.step, $0) },
        isRepeated
          ? [] : failures.map { (.result(request.step, $0), .failure(request.step)) }
      )
    case .asking(let step): return forward(at: step, deciding: decides)
    case .notStarted, .needs, .finished: return ([], [])
    }
  }

  private func forward(
    at step: StepState, deciding decides: Bool
  ) -> (moves: [ExplorationMove], once: [(ExplorationMove, Trial)]) {
    guard let field = step.focusedField else {
      if step.kind == .repeat {
        let warns = step.problems.contains { $0.severity == .warning }
        var moves: [ExplorationMove] = warns ? [.confirm(step.id)] : []
        moves.append(.done(step.id))
        if step.canChangeItems, step.items.count < Self.maximumItems || !decides {
          moves.append(.add(step.id))
        }
        return (moves, [])
      }
      guard let id = step.answeredAsWhole else { return ([.pass(step.id)], []) }
      let no =
        step.kind == .commit ? [(ExplorationMove.answer(id, .text("no")), Trial.refusal(id))] : []
      return ([.answer(id, .text("yes"))], no)
    }
    if !field.problems.isEmpty, field.problems.allSatisfy({ $0.severity == .warning }) {
      return ([.confirm(field.id)], [])
    }
    let answers = candidates.answers(for: field)
    let id = field.id.withoutPositions
    let deciding = answers.deciding.map { ExplorationMove.answer(field.id, $0) }
    let others = answers.others.map { ExplorationMove.answer(field.id, $0) }
    guard decides else { return (deciding + others, []) }
    return (
      deciding, zip(others, answers.others).map { ($0, .answer(id, $1)) }
    )
  }

  /// Returns the moves that don't lead forward: ways back, and changes of lists.
  func detours(from walk: ExploredWalk) -> [(ExplorationMove, Trial)] {
    guard let step = walk.step else { return [] }
    var moves: [(ExplorationMove, Trial)] = []
    if walk.session.canGoBack {
      moves.append((.back(1), .back(step.id.withoutPositions)))
      for shown in walk.session.shownSteps.suffix(8) {
        moves.append((.backTo(shown), .back(shown.withoutPositions + " again")))
      }
    }
    guard step.kind == .repeat else { return moves }
    let id = step.id.withoutPositions
    if !step.items.isEmpty { moves.append((.edit(step.id, 0), .change(id, 2))) }
    if step.canChangeItems, !step.items.isEmpty {
      moves.append((.remove(step.id, step.items.count - 1), .change(id, 3)))
    }
    if step.canChangeItems, step.items.count > 1 {
      moves.append((.move(step.id, from: 0, to: 1), .change(id, 4)))
    }
    return moves
  }

  // MARK: Laws

  private mutating func check(_ walk: ExploredWalk, at place: ExplorationLaw.Place) {
    for law in laws where law.place == place {
      guard !findings.contains(where: { $0.law.name == law.name }),
        let message = law.violation(walk)
      else { continue }
      let shrunk = WalkShrinker(explorer: self, law: law).shrunk(walk)
      findings.append(
        ExplorationFinding(law: law, message: law.violation(shrunk) ?? message, walk: shrunk))
    }
  }

  /// Takes a walk that found no way on.
  private mutating func stop(at walk: ExploredWalk) {
    let count = findings.count
    check(walk, at: .stuck)
    if findings.count == count, let field = walk.step?.focusedField {
      unanswered.insert(field.id.withoutPositions)
    }
  }

  /// Takes a walk that has ended.
  private mutating func end(_ walk: ExploredWalk) {
    walks += 1
    if case .failed(let failure) = walk.session.state, failure.effect == nil { return }
    var walk = walk
    let result = walk.scripted().result
    walk.scriptResult = result
    check(walk, at: .end)
    walk.scriptResult = nil
    guard result.isPassed else { return }
    var union = trace
    union.formUnion(result.trace)
    guard union != trace else { return }
    trace = union
    coverage.add(result.trace)
    covering.append((walk, result.trace))
  }
}
