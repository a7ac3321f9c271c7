// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowScripts
import FlowSessions
import FlowWalks
import SourceDiagnostics

// The laws of the end of every walk.
extension ExplorationLaw {
  /// The same answers without the way to them have the same result.
  static let nothingAbandonedRemains = ExplorationLaw(
    "nothing-abandoned-remains", "no answer of an abandoned branch is in the result", at: .end
  ) { walk in
    guard let result = walk.engine.result(walk.session), result.outcome == .completed else {
      return nil
    }
    var answers: [String: FieldInput] = [:]
    for answer in walk.session.answers { answers[answer.id] = .value(answer.value) }
    for row in walk.session.reviewRows where row.text == nil && answers[row.id] == nil {
      answers[row.id] = FieldInput.empty
    }
    guard let fresh = FreshWalk(walk, given: answers, takesDefaults: false) else { return nil }
    guard let other = walk.engine.result(fresh.session) else {
      return "a walk with only its answers stops at '\(fresh.session.topStepID ?? "")'"
    }
    return difference(of: result, from: other, in: walk, fresh.session)
      .map { "a walk with only its answers \($0)" }
  }

  /// A walk that goes straight ahead, in which the user enters what was entered last and accepts everything else,
  /// has the same result.
  static let theWayDoesNotMatter = ExplorationLaw(
    "the-way-does-not-matter", "a walk ends as the straight walk with what was entered last",
    at: .end
  ) { walk in
    guard let result = walk.engine.result(walk.session), result.outcome == .completed else {
      return nil
    }
    let fresh = FreshWalk(walk, entering: walk.session.typedAnswers)
    guard let fresh else { return nil }
    guard let other = walk.engine.result(fresh.session) else {
      return "the straight walk stops at '\(fresh.session.topStepID ?? "")'"
    }
    return difference(of: result, from: other, in: walk, fresh.session)
      .map { "the straight walk \($0)" }
  }

  static let resultFitsSchema = {
    let known = LastMade<Value, SchemaCheck>()
    return ExplorationLaw(
      "result-fits-schema", "the result is valid for the exported schema", at: .end
    ) { walk in
      guard let result = walk.engine.result(walk.session), result.outcome == .completed else {
        return nil
      }
      let schema = walk.engine.outputSchema(walk.flow)
      return known.value(for: schema) { SchemaCheck(schema) }
        .complaint(about: result.output.asJSON).map { "the result isn't valid: \($0)" }
    }
  }()

  static let resultReproducesItself = ExplorationLaw(
    "result-reproduces-itself", "the answers, given in advance, have the same result", at: .end
  ) { walk in
    guard let result = walk.engine.result(walk.session), result.outcome == .completed,
      case .map(let record) = walk.session.answerRecord
    else { return nil }
    var answers: [String: FieldInput] = [:]
    for entry in record {
      let id = entry.key.plainText
      let input = entry.value == .null ? FieldInput.empty : FieldInput.value(entry.value)
      let found = walk.flow.answers(given: input, under: id)
      if let unknown = found.unknown.first {
        return "the result has '\(unknown)', which isn't an answer"
      }
      answers.merge(found.answers) { $1 }
    }
    guard let fresh = FreshWalk(walk, given: answers, takesDefaults: true) else { return nil }
    if let asked = fresh.asked {
      return "given in advance, the answers leave '\(asked)' to be asked"
    }
    if let unused = fresh.session.unusedAnswers.first {
      return "given in advance, the answer of '\(unused)' isn't used"
    }
    guard let other = walk.engine.result(fresh.session) else {
      return "given in advance, the answers don't lead to the end"
    }
    return difference(of: result, from: other, in: walk, fresh.session)
      .map { "given in advance, the walk \($0)" }
  }

  private static func difference(
    of result: FlowResult, from other: FlowResult, in walk: ExploredWalk, _ session: FlowSession
  ) -> String? {
    if result.outcome != other.outcome { return "ends as \(other.outcome.word)" }
    guard result.output != other.output else { return nil }
    if case .map(let output) = result.output, case .map(let others) = other.output {
      for entry in output where others[entry.key] != entry.value {
        return "has another '\(entry.key.plainText)' in its result"
          + details(entry.value, others[entry.key])
      }
    }
    return "has another result" + details(result.output, other.output)
  }

  /// Returns a line with what was found in the walk, and one with what the other walk has.
  private static func details(_ found: Value, _ other: Value?) -> String {
    func text(_ value: Value?) -> String {
      let text = value.map { JSONWriter().text(of: $0) ?? "\($0)" } ?? "nothing"
      return text.count > maximumDetail ? "\(text.prefix(maximumDetail))…" : text
    }
    return "\nthis walk: \(text(found))\nthe other: \(text(other))"
  }

  /// The maximum length of a detail.
  private static let maximumDetail = 1_000

  /// A step that's forecast as asked is asked, and one that's forecast as skipped isn't, unless the user goes back.
  static let forecastIsAsked = ExplorationLaw(
    "forecast-is-asked", "what plan forecasts is what is asked", at: .end
  ) { walk in
    guard let result = walk.engine.result(walk.session), result.outcome == .completed else {
      return nil
    }
    let rows = Set(walk.session.reviewRows.map(\.id))
    let last = walk.moves.lastIndex { !$0.leavesForecasts }.map { $0 + 1 } ?? 0
    for moment in walk.moments[last...] {
      for question in moment.questions(walk.engine.forecast)
      where question.isAsked != rows.contains(question.id) {
        return question.isAsked
          ? "'\(question.id)' isn't asked, but was forecast"
          : "'\(question.id)' is asked, but was forecast as skipped"
      }
    }
    return nil
  }

  /// The walk as a script, on the driver of scripts, passes and has the same answers.
  static let scriptAgrees = ExplorationLaw(
    "script-agrees", "the walk as a script passes, with the same answers", at: .end
  ) { walk in
    let result = (walk.asScript ?? walk.scripted()).result
    if let failure = result.failures.first {
      return "the walk as a script fails: \(failure.message)"
    }
    guard let session = result.session else { return nil }
    return WalkDigest.difference(walk.session.answers, session.answers)
      .map { "the walk as a script \($0)" }
  }
}

extension ExplorationMove {
  /// Whether a forecast before it holds after it.
  fileprivate var leavesForecasts: Bool {
    switch self {
    case .back, .backTo, .backFailing, .edit, .remove, .restore, .move: false
    default: true
    }
  }
}

/// A walk with answers given in advance, which passes notes, reviews, and commits, and has the results of
/// another walk.
private struct FreshWalk {
  private var walk: FlowWalk

  var session: FlowSession { walk.session }

  /// The first question that's asked; nil if none is.
  private(set) var asked: String?

  init?(_ walk: ExploredWalk, given answers: [String: FieldInput], takesDefaults: Bool) {
    self.init(
      walk, SessionOptions(answers: answers, takesDefaults: takesDefaults), entering: nil)
  }

  /// A walk in which answers are entered as their questions come, and what's offered is accepted elsewhere.
  init?(_ walk: ExploredWalk, entering answers: [String: Value]) {
    self.init(walk, SessionOptions(), entering: answers)
  }

  private init?(
    _ past: ExploredWalk, _ options: SessionOptions, entering answers: [String: Value]?
  ) {
    guard
      let session = try? FlowSession(flow: past.flow, inputs: past.start.inputs, options: options)
    else { return nil }
    let world = PastWorld(world: past.world)
    let now = past.start.now
    walk = FlowWalk(session, services: WalkServices(effects: world, paths: world, clock: { now }))
    walk.start()
    pass(atMost: past.session.eventCount + 1_000, entering: answers)
  }

  private mutating func pass(atMost count: Int, entering answers: [String: Value]?) {
    var lists: Set<String> = []
    for _ in 0..<count {
      guard case .asking(let step) = session.state else { return }
      switch step.kind {
      case .note: walk.settle(.answer(nil))
      case .review, .commit, .stop: walk.settle(.answer(.text("yes")))
      case .ask, .form, .repeat:
        asked = step.focusedField?.id ?? step.id
        guard let answers else { return }
        if session.onlyWarns {
          walk.settle(.confirm)
          continue
        }
        // A record in which something that was entered doesn't fit is opened, and accepts what's offered instead.
        if step.kind == .repeat, let marked = step.items.firstIndex(where: { $0.problem != nil }) {
          walk.settle(.editItem(marked))
          continue
        }
        if step.kind == .repeat, !lists.insert(step.id).inserted {
          walk.settle(.answer(nil))
          guard !session.refusesAgain(step) else { return }
          continue
        }
        let isOffered = step.focusedField?.isOfferedAgain != false
        let input = Self.answer(asked ?? "", in: answers).map {
          FieldInput.remembered($0, isOffered ? .typed : .given)
        }
        walk.settle(.answer(input))
        guard !session.refusesAgain(step) || session.hasMarks else { return }
      }
    }
  }
}

/// A world in which each effect ends as it did last in another walk.
private struct PastWorld: EffectHost, PathHost {
  let world: ExploredWorld

  func permission(for request: EffectRequest) -> EffectPermission { .granted }

  func outlook(of part: WriteRequest) -> WriteOutlook { .new }

  func perform(_ request: EffectRequest, until cancellation: EffectCancellation) -> EffectResult {
    world.results[request.step] ?? .done
  }

  func facts(of path: String) -> PathFacts { world.files.facts(of: path) }

  func paths(beginning typed: String) -> [String] { [] }
}

extension FreshWalk {
  /// Returns what was entered at a question, also in a record of a list; nil if nothing was.
  fileprivate static func answer(_ id: String, in answers: [String: Value]) -> Value? {
    guard let open = id.lastIndex(of: "["), let close = id[open...].firstIndex(of: "]"),
      let position = Int(id[open..<close].dropFirst())
    else { return answers[id] }
    guard case .list(let records)? = answer(String(id[..<open]), in: answers),
      records.indices.contains(position)
    else { return nil }
    var value: Value? = records[position]
    for name in id[close...].dropFirst(2).split(separator: ".") {
      guard case .map(let map)? = value else { return nil }
      value = map[.string(String(name))]
    }
    return value
  }
}

extension FlowSession {
  /// Whether the list on the top has records that must be opened.
  fileprivate var hasMarks: Bool {
    guard case .asking(let step) = state else { return false }
    return step.items.contains { $0.problem != nil }
  }

  /// Whether it asks the same again, because nothing that's offered is accepted.
  fileprivate func refusesAgain(_ before: StepState) -> Bool {
    guard case .asking(let step) = state, step.id == before.id, step.focus == before.focus else {
      return false
    }
    let problems = step.problems + (step.focusedField?.problems ?? [])
    return problems.contains { $0.severity == .error }
  }
}

extension Value {
  /// The value as a reader of the written result gets it; the value itself if it can't be written.
  var asJSON: Value { JSONWriter().text(of: self).flatMap { try? Value(json: $0) } ?? self }
}
