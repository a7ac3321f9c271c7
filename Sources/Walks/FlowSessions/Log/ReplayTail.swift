// SPDX-License-Identifier: Apache-2.0

import FlowModel
import HashTreeCollections

/// Events of a saved walk that couldn't be handled in their order, because a secret has to be asked
/// again or the flow has changed.
///
/// Each waits until its field or list is reached, and is then handled as if the user did it then. So
/// answers that depend on one that changed are checked again. Effects wait until exactly the same is
/// requested, so none is performed twice and none is forgotten; see ``PastEffect``.
struct ReplayTail: Sendable {
  /// An event with the replies that followed it.
  struct Unit: Sendable {
    let event: LoggedEvent

    /// The decisions and the facts that followed, oldest first.
    var replies: [LoggedEvent] = []

    /// Its place among the waiting units.
    var place = 0

    /// Whether it led to another step.
    var leadsOn = true
  }

  /// The units of each field, list, and step, the newest first.
  private var units = TreeDictionary<String, [Unit]>()

  /// The effects that the walk hasn't reached again, oldest first.
  var effects: [PastEffect]

  /// Whether the user is told of answers that stay as they were accepted though the flow offers others now.
  var tellsStaying = false

  /// The end that waits until nothing is left of the effects.
  var finishing: FlowResult?

  /// Creates a tail from units and effects, oldest first.
  init(_ ordered: [Unit] = [], effects: [PastEffect] = []) {
    self.effects = effects
    for (place, unit) in ordered.enumerated().reversed() {
      guard let subject = unit.event.subject, !unit.event.event.isOfEffect,
        unit.event.event != .retry
      else { continue }
      var unit = unit
      unit.place = place
      units[subject, default: []].append(unit)
    }
  }

  /// Whether nothing waits.
  var isEmpty: Bool { units.isEmpty && effects.isEmpty }

  /// The ids of the fields, lists, steps, and effects for which events wait, sorted.
  var subjects: [String] { Set(units.keys).union(effects.map(\.step)).sorted() }

  /// The ids of the fields and lists for which known answers wait.
  var answered: [String] {
    let known = units.filter { subject in
      subject.value.contains { $0.event.event.isAnswer && !$0.event.isWithheld }
    }
    return known.map(\.key)
  }

  /// The waiting events: those of effects, then the others, each oldest first.
  var events: [LoggedEvent] {
    effects.flatMap(\.events)
      + units.values.joined().sorted { $0.place < $1.place }.flatMap { [$0.event] + $0.replies }
  }

  /// Returns the next event of a subject, or nil if none waits.
  ///
  /// - Complexity: O(1).
  func next(of subject: String) -> Unit? { units[subject]?.last }

  /// Inserts an event that's the next of its subject.
  mutating func insertNext(_ unit: Unit) {
    if let subject = unit.event.subject { units[subject, default: []].append(unit) }
  }

  /// Removes the next event of a subject.
  mutating func removeNext(of subject: String) {
    units[subject]?.removeLast()
    if units[subject]?.isEmpty == true { units[subject] = nil }
  }

  /// Removes the events of a subject.
  mutating func removeAll(of subject: String) { units[subject] = nil }

  /// Removes the events of subjects that a flow doesn't have.
  ///
  /// - Returns: Their ids, sorted.
  mutating func removeUnknown(in flow: CheckedFlow) -> [String] {
    let unknown = units.keys.filter { !flow.hasStep($0) }.sorted()
    for subject in unknown { units[subject] = nil }
    return unknown
  }
}

// MARK: - From a log

extension ReplayTail {
  /// Returns the events of a log that led to its last step, without those that going back undid.
  ///
  /// - Parameters:
  ///   - log: The log, oldest event first.
  ///   - depth: The number of steps on the stack before the first event.
  ///   - follows: Whether answers that were only accepted follow what's offered now. Those below the newest
  ///     commit or effect stay, because what happened then was about them.
  /// - Returns: The units, oldest first.
  /// - Complexity: O(*n*) in the number of events.
  static func path(
    of log: some Collection<LoggedEvent>, from depth: Int = 0, following follows: Bool = false
  ) -> [Unit] {
    var path = Path(depth: depth)
    for event in log { path.add(event) }
    path.close()
    path.dropAnswered()
    let units = path.unitsLeadingOn
    let floor = follows ? units.lastIndex(where: \.isFloor) ?? -1 : units.count
    let left = path.left.sorted { $0.key < $1.key }.map(\.value)
    return units.enumerated().flatMap { index, unit in
      unit.givingTaken(keepingAccepted: index < floor)
    } + (left + path.unfinished).map { Unit(event: $0, leadsOn: false) }
  }

  /// The units up to an event of a log.
  private struct Path {
    /// A unit, with the numbers of steps on the stack before and after it.
    struct Part {
      var unit: Unit
      let before: Int
      var after: Int
      var outcome: LoggedEvent.Outcome

      /// Of a unit that went back, what was entered in the steps that it left.
      var left: TakenAnswers?

      /// Whether the next unit confirms what was refused in this one.
      func isConfirmed(by next: Part?) -> Bool {
        guard let next, next.outcome == .handled else { return false }
        if case .confirm = next.unit.event.event { return true }
        return next.unit.event.subject == unit.event.subject
          && next.unit.event.event == unit.event.event
      }
    }

    var units: [Part] = []

    /// The unfinished input, which stays when its step is left.
    var unfinished: [LoggedEvent] = []

    /// The input at questions and in lists that were left by going back and aren't answered again, by
    /// their ids.
    var left: [String: LoggedEvent] = [:]

    private var depth: Int

    init(depth: Int) { self.depth = depth }

    mutating func add(_ event: LoggedEvent) {
      guard !event.isLeaving else { return }
      defer { depth = event.depth }
      switch event.event {
      case .decide, .found:
        if let last = units.indices.last {
          units[last].unit.replies.append(event)
          units[last].after = event.depth
          units[last].outcome = event.outcome
          if event.outcome == .wentBack { units[last].left = event.taken }
        }
        // Suggestions of the next step were accepted along with those before it.
        if event.depth > depth { unfinished.removeAll { $0.depth == depth } }
        guard case .decide = event.event, event.outcome != .wentBack, let taken = event.taken
        else { break }
        close()
        recall(before: event)
        units.append(
          Part(
            unit: Unit(event: event.submitting(taken)), before: event.depth, after: event.depth,
            outcome: .handled))
      case .setAside(let field, let input):
        unfinished.removeAll { $0.subject == field }
        if input != .offered { unfinished.append(event) }
      default:
        close()
        if event.event.isAnswer { unfinished.removeAll { $0.subject == event.subject } }
        recall(before: event)
        var event = event
        if case .acceptSuggestions = event.event, let taken = event.taken {
          event = event.submitting(taken)
        }
        units.append(
          Part(
            unit: Unit(event: event), before: depth, after: event.depth, outcome: event.outcome,
            left: event.outcome == .wentBack ? event.taken : nil))
      }
    }

    /// Puts what was left at an event's question or list before the event, unless the event answers it.
    private mutating func recall(before event: LoggedEvent) {
      guard !left.isEmpty else { return }
      if case .give(let answers) = event.event { for id in answers.keys { left[id] = nil } }
      if let taken = event.taken {
        for id in taken.values.keys { left[id] = nil }
        for id in taken.kept.keys { left[id] = nil }
      }
      for id in event.subject.map(Self.ids(around:)) ?? [] {
        guard let known = left.removeValue(forKey: id) else { continue }
        if id == event.subject, event.outcome != .refused, event.event.isEntry { continue }
        units.append(
          Part(unit: Unit(event: known), before: depth, after: depth, outcome: .handled))
      }
    }

    /// Returns the id of a subject, and those of the lists that it's in.
    private static func ids(around subject: String) -> [String] {
      subject.indices.filter { subject[$0] == "[" }.map { String(subject[..<$0]) } + [subject]
    }

    /// The units, which know whether they led to another step.
    ///
    /// The step after an item or a row can have its depth, so an answer also led on if the next one is outside of
    /// that.
    var unitsLeadingOn: [Unit] {
      var next: String?
      let reversed = units.reversed().map { part in
        var unit = part.unit
        let subject = unit.event.subject
        let leavesItem: Bool
        if case .answer = unit.event.event, part.outcome == .handled, let next,
          let end = subject?.lastIndex(of: "]"), let item = subject?[...end]
        {
          leavesItem = !next.hasPrefix(item)
        } else {
          leavesItem = false
        }
        unit.leadsOn = part.after != part.before || leavesItem
        next = subject ?? next
        return unit
      }
      return reversed.reversed()
    }

    /// Ends the newest unit, and drops what it undid.
    mutating func close() {
      guard let last = units.last, last.outcome == .wentBack else { return }
      units.removeLast()
      dropAbove(last.after)
      guard let kept = last.left?.kept else { return }
      let isLeft = { subject in Self.ids(around: subject).contains { kept[$0] != nil } }
      units.removeAll { $0.unit.event.subject.map(isLeft) ?? false }
      left = left.filter { !isLeft($0.key) }
      for (id, value) in kept {
        left[id] = LoggedEvent(
          event: .edit(field: id, .remembered(value, .typed)), now: last.unit.event.now,
          depth: last.after)
      }
    }

    /// Drops answers to questions that were answered again while their step was asked, also those that were
    /// refused, except one that was confirmed.
    ///
    /// Input in a form that was refused for another field stays there, so it's entered again. What
    /// waits at the end stays as it is.
    ///
    /// - Complexity: O(*n* *m*) for *n* units and *m* lists that were left and submitted again.
    mutating func dropAnswered() {
      let handled = units.lastIndex { $0.outcome == .handled } ?? -1
      var answered: Set<String> = []
      var submitted: Set<String> = []
      var kept: [Part] = []
      for (index, part) in units.enumerated().reversed() {
        let event = part.unit.event
        // A list that was left before is submitted with all of its records.
        if let subject = event.subject,
          submitted.contains(where: { subject == $0 || subject.hasPrefix($0 + "[") })
        {
          continue
        }
        if part.outcome == .handled, let taken = event.taken, taken.keepsRecords {
          submitted.insert(taken.step)
        }
        if part.before != part.after { answered = [] }
        if case .give(let answers) = event.event { answered.formUnion(answers.keys) }
        guard let input = event.event.answer, let field = event.subject, index <= handled,
          !part.isConfirmed(by: kept.last)
        else {
          if part.outcome == .handled || index > handled || part.isConfirmed(by: kept.last) {
            if event.event.isEntry, let field = event.subject { answered.insert(field) }
            kept.append(part)
          }
          continue
        }
        guard !answered.contains(field) else { continue }
        if event.event.isEntry { answered.insert(field) }
        var part = part
        // Records that were refused stay in their list.
        if part.outcome == .refused, !event.event.givesRecords {
          part.unit = Unit(
            event: LoggedEvent(
              event: .edit(field: field, input), now: event.now, depth: event.depth,
              isWithheld: event.isWithheld))
          part.outcome = .handled
        }
        kept.append(part)
      }
      units = kept.reversed()
    }

    /// Drops what led up from a depth, and what happened above it.
    private mutating func dropAbove(_ depth: Int) {
      while let last = units.last {
        if last.before <= depth {
          // The unit that led up from there is open again; one that only passed it stays.
          if last.after > depth, last.before == depth { units.removeLast() }
          if last.after > depth { return }
          if last.after <= depth, last.before <= depth { return }
        }
        units.removeLast()
      }
    }
  }
}

extension LoggedEvent {
  /// The event that submits a step with answers that were accepted along with others.
  fileprivate func submitting(_ taken: TakenAnswers) -> LoggedEvent {
    LoggedEvent(
      event: taken.submission, now: now, target: taken.step, depth: depth, outcome: outcome,
      taken: taken)
  }
}

extension ReplayTail.Unit {
  /// Whether what was answered before it can't change any more, or an effect was performed for it.
  fileprivate var isFloor: Bool {
    switch event.event {
    case .effectEnded: true
    // A review is accepted as it's offered.
    case .answer(let input?): input != .offered && event.taken?.agreement != nil
    default: false
    }
  }

  /// Returns the unit after those that give its step the answers that it took as they were offered.
  fileprivate func givingTaken(keepingAccepted keepsAccepted: Bool) -> [ReplayTail.Unit] {
    guard let taken = event.taken, !taken.values.isEmpty || !taken.kept.isEmpty,
      event.outcome == .handled
    else { return [self] }
    if case .answer(_?) = taken.submission {
      // The list may be the value of the event already.
      if event.event.givesRecords { return [self] }
      let submission = LoggedEvent(
        event: taken.submission, now: event.now, target: event.target, depth: event.depth,
        outcome: event.outcome, taken: taken)
      return [ReplayTail.Unit(event: submission, replies: replies)]
    }
    let edits = taken.edits(keepingAccepted: keepsAccepted).map { edit in
      ReplayTail.Unit(event: LoggedEvent(event: edit, now: event.now, depth: event.depth))
    }
    guard !edits.isEmpty, case .answer(.offered?) = event.event else { return edits + [self] }
    // The input just before counts, not the present offer.
    let submission = LoggedEvent(
      event: .answer(nil), now: event.now, target: event.target, depth: event.depth,
      outcome: event.outcome, taken: event.taken)
    return edits + [ReplayTail.Unit(event: submission, replies: replies)]
  }
}
