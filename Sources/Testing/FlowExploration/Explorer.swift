// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
package import FlowScripts
import FlowSessions
import SourceDiagnostics

/// Walks a flow instead of a user, and checks laws.
///
/// A small flow is walked systematically: every combination of choices, of yes and no, of empty and
/// answered, and of the values at and next to those that conditions and limits compare with, for a few
/// items of each list. All other answers, those that are refused, each way back, each failure of a command,
/// and each change of a list are tried once, from where they're first possible. A large flow is sampled:
/// random moves that prefer what was tried least, on walks that lead to each value of each condition.
///
/// The same flow, scripts, limits, and seed always lead to the same walks.
package struct Explorer {
  /// The limits of an exploration.
  package struct Limits: Sendable {
    /// The maximum number of moves.
    package var steps = 20_000

    /// Whether to stop, which is asked every few moves.
    package var isOver: @Sendable () -> Bool = { false }

    /// The maximum number of walks that are repeated through other drivers.
    var drivenWalks = 30

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

  /// Walks at a question that may accept an answer that wasn't tried, or that another answer in its form may let pass, by
  /// the question or the form; and the questions and forms that were passed in some walk.
  private var stuck: [String: ExploredWalk] = [:]
  private var passed: Set<String> = []

  /// The questions with more ways on than were combined, with their number.
  private var omitted: [String: Int] = [:]

  /// The maximum number of findings of a law that names what's at fault.
  private static let maximumFindings = 5

  /// The number of walks that were cut because they were long.
  private(set) var cuts = 0

  /// The coverage of all walks, and the walks that covered something new.
  private(set) var coverage: FlowCoverage
  private(set) var covering: [(walk: ExploredWalk, trace: ScriptTrace)] = []
  private var trace = ScriptTrace()

  /// The number of walks that were repeated through other drivers.
  private var driven = 0

  /// The moves made in them.
  private var drivenSituations: Set<Situation> = []

  /// The moves that have been tried once.
  private var tried: Set<Trial> = []

  /// How often each answer was chosen.
  private var uses: [Trial: Int] = [:]
  private var isStopped = false

  /// The number of moves at which the time is checked next.
  private var nextLook = 0

  /// The places that each kind of move reached, with how often laws were checked there.
  private var situations: [Situation: Int] = [:]

  private struct Situation: Hashable {
    let step: String
    let move: Int
    let isRefused: Bool
  }

  /// The number of ended walks on which the laws of a place were checked.
  private(set) var checkedWalks: [ExplorationLaw.Place: Int] = [:]

  /// The number of the first walks at whose end the laws of situations are checked, and then at the end of one walk of
  /// how many.
  private static let firstRepeatedWalks = 50
  private static let repeatedWalks = 20

  /// How often the laws of situations are checked in each.
  private static let repeatedSituations = 3

  /// Something that's tried once, or as often as other things.
  enum Trial: Hashable {
    case answer(String, FieldInput)
    case back(String)
    case change(String, Int)
    case failure(String)
    case refusal(String)
  }

  /// The maximum number of moves of a random walk before it goes straight to the end.
  private var wandering: Int { min(60, max(8, limits.steps / 20)) }

  /// The maximum number of moves of a walk.
  private static let maximumMoves = 1_000

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
    starts = ExplorationStart.starts(of: flow, scripts, candidates)
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
    for (id, walk) in stuck.sorted(by: { $0.key < $1.key })
    where !passed.contains(id) || isExhaustive && walk.step?.kind == .ask {
      let count = findings.count
      check(walk, at: .stuck)
      if findings.count > count { stuck[id] = nil }
    }
    return Exploration(
      flow: flow, seed: limits.seed, walks: walks, steps: steps, isExhaustive: isExhaustive,
      isStopped: isStopped, starts: starts.count, findings: findings, missed: missed,
      undecided: undecided, cuts: cuts, laws: laws, checkedWalks: checkedWalks, coverage: coverage,
      explorer: self,
      covering: covering)
  }

  /// The parts that are known not to have been walked.
  private var missed: [String] {
    var words = coverage.gaps.map(\.message)
    for (id, count) in omitted.sorted(by: { $0.key < $1.key }) {
      words.append("some of \(count) ways on from '\(id)' aren't combined with others")
    }
    for (id, walk) in stuck.sorted(by: { $0.key < $1.key })
    where passed.contains(id) && walk.step?.kind == .ask {
      words.append("after some answers, no answer was found that '\(id)' accepts")
    }
    words += undecided.map {
      "no answer was found that '\($0)' accepts; a script of the flow with one shows the way"
    }
    for name in ExplorationStart.fixedInputs(of: flow, candidates) {
      words.append("the input '\(name)' has only the values of scripts")
    }
    if cuts > 0 {
      words.append("\(cuts) \(cuts == 1 ? "walk was" : "walks were") cut because of the length")
    }
    return words
  }

  /// The questions that no walk passed, and of which it isn't known whether one can.
  private var undecided: [String] {
    stuck.filter { !passed.contains($0.key) }.map { id, walk in
      walk.step?.focusedField?.id.withoutPositions ?? id
    }.sorted()
  }

  private mutating func isOver() -> Bool {
    if isStopped || steps >= limits.steps { return true }
    // A move can take long, so the first ones are looked at each.
    guard steps >= nextLook else { return false }
    nextLook = steps + min(steps / 4, 64)
    isStopped = limits.isOver()
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
      guard !isOver(), var walk = begin(starts[probe % starts.count]) else { return false }
      var (leaves, length) = (1.0, 0.0)
      while !walk.hasEnded, walk.moves.count < wandering * 4 {
        var next: [ExploredWalk] = []
        for move in forward(from: walk, deciding: true).moves {
          var copy = walk
          steps += 1
          if copy.make(move), !copy.isRefused { next.append(copy) }
        }
        if next.isEmpty, let simple = straight(from: walk) { next.append(simple) }
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
      check(walk, at: .situations)
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
    let ways = forward(from: walk, deciding: !node.isStraight)
    if ways.count > 0, let id = walk.step?.focusedField?.id.withoutPositions {
      omitted[id] = max(ways.count, omitted[id] ?? 0)
    }
    var next: [Node] = []
    for move in ways.moves {
      if node.isStraight, !next.isEmpty { break }
      guard let child = child(of: walk, move) else { continue }
      if child.isRefused {
        // So that a walk to the end has the refusal, too.
        if !node.isStraight, tried.insert(Self.trial(move)).inserted {
          open.append(Node(walk: child, isStraight: true))
        }
        continue
      }
      next.append(Node(walk: child, isStraight: node.isStraight))
    }
    if next.isEmpty {
      for move in forward(from: walk, deciding: false).moves {
        guard let child = child(of: walk, move), !child.isRefused else { continue }
        next.append(Node(walk: child, isStraight: node.isStraight))
        break
      }
    }
    if next.isEmpty { stop(at: walk) }
    open += next.reversed()
    guard !node.isStraight else { return }
    for (move, trial) in ways.once + detours(from: walk) where tried.insert(trial).inserted {
      guard let child = child(of: walk, move) else { continue }
      if case .done = move, child.isRefused, walk.step?.items.isEmpty == false { continue }
      // An answer that's refused in one place may be accepted in another.
      open.append(Node(walk: child, isStraight: true))
    }
    // From everywhere, going back and forward again.
    guard var back = child(of: walk, .back(steps: 1)) else { return }
    steps += 1
    if back.make(.acceptSuggestions) { check(back, at: .everywhere) }
  }

  /// Returns the walk after a move that's checked, or nil if it doesn't apply.
  private mutating func child(of walk: ExploredWalk, _ move: ExplorationMove) -> ExploredWalk? {
    steps += 1
    var copy = walk
    guard copy.make(move) else { return nil }
    if let step = walk.step, step.kind == .form || step.kind == .ask, !move.isBack,
      !copy.isRefused, copy.step?.id != step.id
    {
      passed.insert(step.id.withoutPositions)
    }
    check(copy, at: .everywhere)
    let situation = Situation(
      step: (copy.session.topStepID ?? "").withoutPositions, move: move.kind,
      isRefused: copy.isRefused)
    let count = situations[situation, default: 0]
    if count < Self.repeatedSituations {
      situations[situation] = count + 1
      check(copy, at: .situations)
    }
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
        let isWandering = walk.moves.count < wandering
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
    let ways = forward(from: walk, deciding: true)
    var choices = ways.moves
    if let field = walk.step?.focusedField,
      let value = goal[String(field.id.withoutPositions.split(separator: ".").last ?? "")]
        ?? goal[field.id.withoutPositions]
    {
      choices = [.answer(field.id, AnswerCandidates.input(value, for: field))]
    } else if dice < 10 {
      choices += ways.once.map(\.0)
    }
    // The move that was tried least comes first; among equals, chance decides.
    let ranked = choices.indices.shuffled(using: &random)
      .map { ($0, uses[Self.trial(choices[$0])] ?? 0) }.sorted { $0.1 < $1.1 }
    for (index, _) in ranked {
      let move = choices[index]
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

  /// Returns the walk after the first move forward that's accepted.
  private mutating func straight(from walk: ExploredWalk) -> ExploredWalk? {
    let isLong = walk.step.map { $0.items.count >= mostItems(of: $0) } ?? false
    for move in forward(from: walk, deciding: false).moves {
      // A list that isn't accepted with many items is emptied, and filled as simply as possible.
      if isLong, case .add(let id) = move, let count = walk.step?.items.count {
        guard var child = child(of: walk, .remove(id, count - 1)) else { continue }
        for position in (0..<count - 1).reversed() { _ = child.make(.remove(id, position)) }
        return child
      }
      if let child = child(of: walk, move), !child.isRefused { return child }
    }
    return nil
  }

  // MARK: Laws

  private mutating func check(_ walk: ExploredWalk, at place: ExplorationLaw.Place) {
    for law in laws where law.place == place {
      let known = findings.filter { $0.law.name == law.name }
      guard known.count < Self.maximumFindings, known.allSatisfy({ $0.culprit != nil }),
        let message = law.violation(walk)
      else { continue }
      let culprit = law.culprit(walk)
      guard !known.contains(where: { $0.culprit == culprit }) else { continue }
      let shrunk = WalkShrinker(explorer: self, law: law, culprit: culprit).shrunk(walk)
      findings.append(
        ExplorationFinding(
          law: law, violation: law.violation(shrunk) ?? message, culprit: culprit, walk: shrunk))
    }
  }

  private mutating func checkEnd(_ walk: ExploredWalk, at place: ExplorationLaw.Place) {
    checkedWalks[place, default: 0] += 1
    check(walk, at: place)
  }

  /// Takes a walk that found no way on.
  private mutating func stop(at walk: ExploredWalk) {
    guard let step = walk.step else { return }
    let isForm = step.kind == .form && step.visibleFields.count > 1
    if isForm || step.focusedField?.mayAcceptOthers == true {
      if stuck[step.id.withoutPositions] == nil { stuck[step.id.withoutPositions] = walk }
    } else {
      check(walk, at: .stuck)
    }
  }

  /// Returns whether a walk is repeated through other drivers: if it has a kind of move at a step that none before
  /// it had, up to the limit.
  private mutating func drives(_ walk: ExploredWalk) -> Bool {
    guard driven < limits.drivenWalks else { return false }
    var isNew = false
    for (moment, move) in zip(walk.moments, walk.moves) {
      let situation = Situation(
        step: (moment.session.topStepID ?? "").withoutPositions, move: move.kind, isRefused: false)
      if drivenSituations.insert(situation).inserted { isNew = true }
    }
    if isNew { driven += 1 }
    return isNew
  }

  /// Takes a walk that has ended.
  private mutating func end(_ walk: ExploredWalk) {
    walks += 1
    if walks <= Self.firstRepeatedWalks || walks.isMultiple(of: Self.repeatedWalks) {
      checkEnd(walk, at: .situations)
    }
    if case .failed(let failure) = walk.session.state, failure.effect == nil { return }
    var walk = walk
    let scripted = walk.scripted()
    let result = scripted.result
    walk.asScript = scripted
    checkEnd(walk, at: .end)
    guard result.isPassed else { return }
    if drives(walk) {
      walk.asTypedScript = walk.typedScript()
      checkEnd(walk, at: .sampled)
    }
    guard !trace.includes(result.trace) else { return }
    (walk.asScript, walk.asTypedScript) = (nil, nil)
    trace.formUnion(result.trace)
    coverage.add(result.trace)
    covering.append((walk, result.trace))
  }
}
