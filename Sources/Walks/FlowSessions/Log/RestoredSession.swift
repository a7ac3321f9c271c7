// SPDX-License-Identifier: Apache-2.0

import FlowEffects
package import FlowExpressions
package import FlowModel
import HashTreeCollections
import Localization
import StackFlowCore

/// A session that was restored from a log, and what was noticed while its events were handled again.
public struct RestoredSession: Sendable {
  /// Something that a user should know about a restored walk.
  public enum Notice: Hashable, Sendable {
    /// The answer or the result isn't in the log because it's a secret, so it's needed again.
    case secretNeeded(String)

    /// The event at a 0-based position of the log doesn't lead to what it led to when it was saved.
    case differs(position: Int, subject: String?, reason: String)

    /// The flow no longer has a field, list, or step, so what was saved about it was dropped.
    case dropped(String)

    /// The answer of an earlier version was renamed, from an id to another.
    case renamed(from: String, to: String)

    /// The answer stays as it was accepted, though the flow offers something else now, because something was
    /// done with it.
    case stayed(String, text: String)

    /// An answer couldn't be computed by a migration of the flow, so its question is asked.
    case migrationFailed(String)
  }

  /// The session.
  ///
  /// If something was noticed, later events can wait in it.
  public var session: FlowSession

  /// The notices, in the order of the log.
  ///
  /// The session announces them with its first event; see ``FlowAnnouncement/restored(_:)``.
  public var notices: [Notice] = [] { didSet { session.notices = notices } }

  /// Creates a value of a session with what it hasn't announced.
  package init(_ session: FlowSession) {
    self.session = session
    notices = session.notices
  }
}

extension FlowSession {
  /// Returns a session restored from the log of another one.
  ///
  /// Each event is handled again, and must lead to what it led to when it was saved. Where it
  /// doesn't, because the flow has changed or a secret was left out, the session stops; the events
  /// that follow wait until the walk reaches their questions, and are then handled like answers of
  /// the user. Nothing is looked up, performed, or asked while a session is restored.
  ///
  /// - Parameters:
  ///   - events: The log, from ``events``.
  ///   - flow: The flow, which may be a later version.
  ///   - version: The version of the flow that saved the log; nil for the version of `flow`.
  ///   - isChanged: Whether another definition saved the log. Answers that were only accepted then follow what
  ///     the flow offers now, unless something was done with them.
  ///   - inputs: The values of the inputs.
  ///   - options: The options of the saved session; migrations apply to its answers.
  ///   - answers: Answers for this version of the flow, unless the saved ones have them.
  /// - Returns: The session, and what was noticed.
  /// - Throws: ``InputError`` if an input is missing, unknown, or of the wrong type.
  /// - Complexity: The same as handling each event.
  package static func restoring(
    _ events: [LoggedEvent], flow: CheckedFlow, version: Int? = nil, isChanged: Bool = false,
    inputs: [String: Value] = [:], options: SessionOptions = SessionOptions(),
    answers: [String: FieldInput] = [:]
  ) throws(InputError) -> RestoredSession {
    var options = options
    guard let version, version < flow.definition.version, !flow.migrations.isEmpty else {
      options.answers.merge(answers) { saved, _ in saved }
      return try FlowSession(flow: flow, inputs: inputs, options: options)
        .handlingAgain(events, isChanged: isChanged)
    }
    let migration = LogMigration(of: events, given: options.answers, to: flow, from: version)
    options.answers = migration.given.merging(answers) { saved, _ in saved }
    let empty = try FlowSession(flow: flow, inputs: inputs, options: options)
    var restored = empty.handlingAgain(
      migration.events, adding: migration.computed, isChanged: isChanged)
    restored.notices = migration.notices + restored.notices
    return restored
  }

  /// Returns what was noticed while the session was restored, unless it was announced.
  package mutating func takeNotices() -> [FlowAnnouncement] {
    guard !notices.isEmpty else { return [] }
    defer { notices = [] }
    return notices.map { notice in
      guard case .stayed(let id, let text) = notice else { return .restored(notice) }
      return .answerStayed(id: id, name: name(of: id), text: text)
    }
  }

  /// Returns what a user is told of a notice.
  package func words(of notice: RestoredSession.Notice) -> String {
    func name(_ id: String) -> MessageValue { .quoted(nameInRecords(of: id)) }
    return switch notice {
    case .secretNeeded(let id): catalog.text(.savedSecret, ["id": name(id)])
    case .differs(_, let subject, let reason):
      catalog.text(.savedDiffers, ["id": name(subject ?? ""), "problem": .text(reason)])
    case .dropped(let id): catalog.text(.savedDropped, ["id": name(id)])
    case .renamed(let old, let new):
      catalog.text(.savedRenamed, ["old": name(old), "new": name(new)])
    case .stayed(let id, let text): catalog.stayed(self.name(of: id), text)
    case .migrationFailed(let problem):
      catalog.text(.savedMigrationFailed, ["problem": .text(problem)])
    }
  }

  /// Returns the session after the events of a log.
  private func handlingAgain(
    _ events: [LoggedEvent], adding computed: [LoggedEvent] = [], isChanged: Bool
  ) -> RestoredSession {
    var session = self
    // The first of the newest events that wait for their questions, if the walk hasn't reached them.
    var waiting: Int?
    for (position, saved) in events.enumerated() {
      // Leaving ended an earlier part of a walk that went on.
      if saved.isLeaving, position + 1 < events.count { continue }
      if saved.isWithheld {
        // The question of a secret opens as at first, without what was refused there.
        let opening = events[..<position].lastIndex { !$0.isRefusedAnswer }.map { $0 + 1 } ?? 0
        if opening < position { session = handlingAgain(inOrder: events[..<opening]) }
        return session.waiting(
          for: events, from: waiting ?? position, computed, isChanged: isChanged,
          noticing: saved.subject.map { [.secretNeeded($0)] } ?? [], empty: self)
      }
      let count = session.eventCount
      let isOther = session.requestsOther(than: saved)
      let said = isOther ? [] : session.handleAgain(saved)
      let isIgnored = session.eventCount == count
      // Earlier programs logged events of fields that weren't asked, so what follows may be handled all the same.
      if isIgnored, saved.event.isAside || !isChanged && saved.event.namesField {
        waiting = waiting ?? position
        continue
      }
      guard session.eventCount > count, let new = session.log.last,
        new.target == saved.target, new.outcome == saved.outcome, Int(new.depth) == saved.depth,
        TakenAnswers.isSame(new.taken, as: saved.taken),
        !isChanged || !session.needsReply(before: events[(position + 1)...].first)
      else {
        let notice = RestoredSession.Notice.differs(
          position: position, subject: saved.subject,
          reason: session.difference(from: saved, said, isIgnored: isIgnored))
        // A copy of each state, only to have this one, would cost more than coming here again.
        // Of an effect that waits, the user is told when it matters.
        var isOfEffect = saved.event.isOfEffect && isIgnored
        if case .decideFile = saved.event { isOfEffect = isIgnored }
        // Answers that were taken as offered are given again below, whatever is offered now.
        let isToldLater = isOfEffect || saved.taken != nil
        // A reply waits with the event that it answers.
        let first = events[...position].lastIndex { !$0.event.isReply } ?? position
        return handlingAgain(inOrder: events[..<first]).waiting(
          for: events, from: waiting ?? first, computed, isChanged: isChanged,
          noticing: isToldLater ? [] : [notice], empty: self,
          takingAgain: isChanged && saved.taken != nil ? saved.subject : nil)
      }
      waiting = nil
    }
    guard !computed.isEmpty || waiting != nil else {
      session.doubtEffect()
      // Events of this definition don't belong to a log that says that another one has asked.
      if isChanged { session.tailEnd = session.log.addedCount + 1 }
      return RestoredSession(session)
    }
    return session.waiting(
      for: events, from: waiting ?? events.count, computed, isChanged: isChanged, noticing: [],
      empty: self)
  }

  /// Returns whether a decision or a fact is needed that doesn't come next in the log.
  private func needsReply(before next: LoggedEvent?) -> Bool {
    guard let next, !next.event.isReply, !next.isLeaving else { return false }
    return switch state {
    case .needs(.approval), .needs(.lookUp): true
    default: false
    }
  }

  /// Returns whether an effect of a log isn't exactly what's requested now.
  private func requestsOther(than saved: LoggedEvent) -> Bool {
    guard case .performing(let request) = phase, let effect = saved.effect,
      let known = effect.request, !known.isUndo
    else { return false }
    return known.effect != (effect.isWithheld ? request.withoutSecrets : request).effect
  }

  /// Returns the session after events that are known to lead to what they led to.
  private func handlingAgain(inOrder events: ArraySlice<LoggedEvent>) -> FlowSession {
    var session = self
    for event in events where !event.isLeaving { _ = session.handleAgain(event) }
    return session
  }

  /// Handles an event of a log; a decision answers the request that's pending now.
  private mutating func handleAgain(_ saved: LoggedEvent) -> [FlowAnnouncement] {
    var event = saved.event
    if case .decide(let decision, _) = event, let request = pendingRequest {
      event = .decide(decision, on: request.id)
    }
    // An undo that ended while it was in doubt may have happened.
    if case .effectEnded = event, saved.effect?.request?.isUndo == true { isInDoubt = true }
    handleLogged(event, now: saved.now)
    return endHandling()
  }

  /// Returns the session with the rest of a log waiting in it.
  private func waiting(
    for events: [LoggedEvent], from position: Int, _ computed: [LoggedEvent], isChanged: Bool,
    noticing notices: [RestoredSession.Notice], empty: FlowSession,
    takingAgain taken: String? = nil
  ) -> RestoredSession {
    var restored = RestoredSession(self)
    restored.notices = notices
    let past = PastEffect.Reading(of: events)
    let rest = events[position...]
    // Going back below where the session is would undo what was already handled again, so it starts
    // anew with what remains of the whole log. The same goes for an undo that may have happened.
    let goesBelow =
      rest.contains { $0.outcome == .wentBack && $0.depth < depth }
      || past.undone.map { $0.effect < position && $0.undo >= position } ?? false
    var units = ReplayTail.path(
      of: goesBelow ? events[...] : rest,
      from: goesBelow || position == 0 ? 0 : events[position - 1].depth, following: isChanged)
    units += computed.map { ReplayTail.Unit(event: $0) }
    if goesBelow { restored.session = empty }
    // A start that leads to another step is still a start.
    if case .notStarted = restored.session.state, let first = events.first {
      restored.session.handleLogged(.start, now: first.now)
      _ = restored.session.endHandling()
    }
    let again = goesBelow ? events[...] : rest
    var tail = ReplayTail(
      units, effects: past.effects.filter { goesBelow || $0.place >= position })
    tail.tellsStaying = isChanged
    restored.notices += tail.removeUnknown(in: flow).map { .dropped($0) }
    restored.session.give(again: again, except: Set(tail.subjects))
    // A later answer counts, not the one that was given before.
    restored.session.consumed.formUnion(tail.answered)
    restored.session.doubtEffect()
    restored.session.tail = tail
    restored.session.handleTail()
    for case .answerStayed(let id, _, let text) in restored.session.endHandling() {
      restored.notices.append(.stayed(id, text: text))
    }
    if let taken, let reason = restored.session.problem(at: taken) {
      restored.notices.append(.differs(position: position, subject: taken, reason: reason))
    }
    // The log isn't the one that was saved, so what follows can't be appended to that.
    restored.session.tailEnd = restored.session.log.addedCount + 1
    return restored
  }

  /// Returns the problem of what's asked if it's a step or a field; nil for none.
  private func problem(at id: String) -> String? {
    guard case .asking(let step) = state, step.id == id || step.field(id) != nil else { return nil }
    let fields = step.visibleFields.filter { $0.id == id || step.id == id }
    return fields.lazy.compactMap(\.problems.first).first?.message
  }

  /// Gives the newest answers of a log again, except for questions that have later answers of their own.
  private mutating func give(again events: ArraySlice<LoggedEvent>, except answered: Set<String>) {
    var open: [String: FieldInput] = [:]
    for case .give(let answers) in events.map(\.event) {
      for (id, input) in answers where !answered.contains(id) && flow.hasStep(id) {
        open[id] =
          if case .value(let value) = input { .value(known(value, of: id)) } else { input }
      }
    }
    guard !open.isEmpty, let last = events.last else { return }
    handleLogged(.give(open), now: last.now)
    _ = endHandling()
  }

  /// Returns why an event didn't lead to what it led to when it was saved.
  private func difference(
    from saved: LoggedEvent, _ said: [FlowAnnouncement], isIgnored: Bool
  ) -> String {
    if isIgnored { return "the flow no longer reaches it" }
    if let new = log.last, new.target != saved.target, let target = new.target {
      return "the flow asks '\(name(of: target))' there"
    }
    for announcement in said {
      switch announcement {
      case .refused(let problems): if let first = problems.first { return first.message }
      case .move(.denied(_, let reason?)): return reason
      case .failed(let failure): return failure.message
      default: break
      }
    }
    return "it leads to another step"
  }
}

extension LoggedEvent {
  /// Whether it left the walk.
  var isLeaving: Bool {
    if case .leave = event { true } else { false }
  }

  /// Whether it's an answer that was refused, so nothing but its question shows it.
  fileprivate var isRefusedAnswer: Bool {
    guard outcome == .refused else { return false }
    return switch event {
    case .answer, .edit, .submit, .confirm: true
    default: false
    }
  }
}
