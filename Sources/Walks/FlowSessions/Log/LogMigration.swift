// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// A log of an earlier version of a flow, in the terms of a later version.
///
/// The flow's migrations are applied to the ids of answers, also of those that were given in advance. The computed
/// answers of migrations read what was answered or given last as `saved`: typed text as text, or as a number or a
/// boolean where it's written as one. A list of records is a list of maps, and so is a list in an item.
struct LogMigration {
  /// The events, with the new ids.
  private(set) var events: [LoggedEvent] = []

  /// The computed answers, as events, except those that are in the place of given answers and nowhere else.
  private(set) var computed: [LoggedEvent] = []

  /// The answers with which the walk was started, with the new ids.
  private(set) var given: [String: FieldInput]

  private(set) var notices: [RestoredSession.Notice] = []

  /// Migrates a log, and the answers with which its walk was started.
  ///
  /// - Complexity: O(*n*) in the number of events and answers, for each migration.
  init(
    of log: [LoggedEvent], given: [String: FieldInput], to flow: CheckedFlow, from version: Int
  ) {
    self.given = given
    let known = KnownAnswers(in: log, given: given)
    let saved = known.record.map
    let migrated: ValueMap
    let origins: [String: String]
    var failures: [FlowFailure]? = []
    do throws(FlowFailure) {
      (migrated, origins) = try flow.migratedWithOrigins(saved, from: version, &failures)
      notices = (failures ?? []).map { .migrationFailed($0.message) }
    } catch {
      events = log
      notices = [.migrationFailed(error.message)]
      return
    }
    let now = log.last?.now ?? .epoch
    // A given answer is replaced by its computed value, so that the walk passes its question as it did.
    var replaced: [String: FieldInput] = [:]
    // The records of a list over elements are asked before the list is, so they must be known when it's reached.
    var records: [String: FieldInput] = [:]
    for entry in migrated where origins[entry.key.plainText] == nil {
      let id = entry.key.plainText
      if flow.isOverElements(id) {
        records[id] = .remembered(entry.value, .migrated)
        continue
      }
      if known.given.contains(id) { replaced[id] = .value(entry.value) }
      guard known.answered.contains(id) || !known.given.contains(id) else { continue }
      computed.append(
        LoggedEvent(
          event: .answer(.remembered(entry.value, .migrated)), now: now, target: id))
    }
    var names: [String: String] = [:]
    for (new, old) in origins { names[old] = new }
    for (old, new) in names.sorted(by: { $0.key < $1.key }) where old != new {
      notices.append(.renamed(from: old, to: new))
    }
    let dropped = Set(saved.map(\.key.plainText).filter { names[$0] == nil })
    let renaming = Renaming(
      names: names, dropped: dropped, replaced: replaced, lists: Set(records.keys))
    self.given = renaming.answers(given).merging(records) { $1 }
    events = renaming.events(log)
  }

  /// The known answers of a walk.
  private struct KnownAnswers {
    /// The answers by their ids.
    let record = SavedRecord()

    /// The ids of answers that were given in advance, and of those that an event is about.
    private(set) var given: Set<String> = []
    private(set) var answered: Set<String> = []

    init(in log: [LoggedEvent], given: [String: FieldInput]) {
      add(given)
      for unit in ReplayTail.path(of: log) where !unit.event.event.isAside {
        if case .give(let answers) = unit.event.event {
          add(answers)
        } else if let id = unit.event.subject {
          record.add(unit.event, of: id)
          answered.insert(id.baseID)
        }
      }
    }

    private mutating func add(_ answers: [String: FieldInput]) {
      for (id, input) in answers.sorted(by: { $0.key < $1.key }) {
        record.add(LoggedEvent(event: .edit(field: id, input), now: .epoch), of: id)
        given.insert(id.baseID)
      }
    }
  }

  /// The changes that migrations make to the ids of answers.
  fileprivate struct Renaming {
    /// The new ids, by the saved ones.
    let names: [String: String]

    /// The saved ids of answers that are dropped or computed.
    let dropped: Set<String>

    /// The computed answers in the place of given ones.
    let replaced: [String: FieldInput]

    /// The ids of lists over elements whose records are computed.
    let lists: Set<String>

    func name(of id: String) -> String {
      (names[id.baseID] ?? id.baseID) + id.dropFirst(id.baseID.count)
    }

    /// Returns answers that were given in advance.
    func answers(_ given: [String: FieldInput]) -> [String: FieldInput] {
      var answers: [String: FieldInput] = [:]
      for (id, input) in given {
        if let input = replaced[id.baseID] { answers[id.baseID] = input }
        if !dropped.contains(id.baseID) { answers[name(of: id)] = input }
      }
      return answers
    }

    func events(_ log: [LoggedEvent]) -> [LoggedEvent] {
      let returns = lists.isEmpty ? [] : returnsForRecords(in: log)
      var isDropping = false
      return log.enumerated().compactMap { position, event in
        switch event.event {
        case .decide, .found: return isDropping ? nil : event.renamingTaken(by: self)
        default: isDropping = returns.contains(position)
        }
        if isDropping { return nil }
        if case .give(let given) = event.event { return event.giving(answers(given)) }
        if case .backTo(let id) = event.event {
          return event.renamingTaken(by: self).returning(to: name(of: id))
        }
        guard let id = event.subject else { return event.renamingTaken(by: self) }
        // An effect that happened outside isn't dropped with its step.
        if dropped.contains(id.baseID), !event.event.isOfEffect {
          isDropping = true
          return nil
        }
        let renamed = event.renamingTaken(by: self)
        guard let new = names[id.baseID], new != id.baseID else { return renamed }
        return renamed.renamed(to: name(of: id))
      }
    }

    /// Returns the positions of events that went back from the elements of a list only to give it all of its records:
    /// they're known when the list is reached now, so it's passed there.
    ///
    /// - Complexity: O(*n*) in the number of events.
    private func returnsForRecords(in log: [LoggedEvent]) -> Set<Int> {
      var found: Set<Int> = []
      // The last event that went back to a list, and the number of steps on the stack then.
      var last: (position: Int, list: String, depth: Int)?
      // The largest number of steps after an event that stays: that of one after the list was answered is larger.
      var (deepest, stays) = (0, true)
      for (position, event) in log.enumerated() {
        switch event.event {
        case .decide, .found:
          if event.outcome == .wentBack { last?.depth = event.depth }
        case .backTo(let id) where lists.contains(id) && dropped.contains(id):
          (last, stays) = ((position, id, event.depth), false)
        case .answer(.value(.list)?):
          if let last, event.target == last.list, event.outcome == .handled,
            deepest <= last.depth + 1
          {
            found.insert(last.position)
          }
          fallthrough
        default:
          stays = event.subject.map { !dropped.contains($0.baseID) } ?? true
          last = nil
        }
        if stays { deepest = max(deepest, event.depth) }
      }
      return found
    }
  }
}

extension CheckedFlow {
  /// Whether an id is that of a list over elements, or of a matrix.
  fileprivate func isOverElements(_ id: String) -> Bool {
    stepIndices[id].flatMap { self.repeat(at: $0) }?.over != nil
  }
}

extension LoggedEvent {
  /// The answer that it gives, or nil if it gives none.
  var answer: Value? {
    let input: FieldInput
    switch event {
    case .answer(let given?): input = given
    case .edit(_, let given): input = given
    default: return nil
    }
    switch input {
    case .value(let value), .remembered(let value, _): return value
    case .text(let text):
      if let number = Int64(text) { return .int(number) }
      if let number = Double(text) { return .double(number) }
      return text == "true" || text == "false" ? .bool(text == "true") : .string(text)
    case .empty, .offered, .default: return nil
    }
  }

  /// The event with other answers.
  fileprivate func giving(_ answers: [String: FieldInput]) -> LoggedEvent {
    LoggedEvent(
      event: .give(answers), now: now, depth: depth, outcome: outcome, isWithheld: isWithheld)
  }

  /// The event, going back to another id.
  fileprivate func returning(to id: String) -> LoggedEvent {
    LoggedEvent(
      event: .backTo(id), now: now, target: target, depth: depth, outcome: outcome,
      isWithheld: isWithheld, effect: effect, taken: taken)
  }

  fileprivate func renamed(to id: String) -> LoggedEvent {
    let new: FlowEvent
    switch event {
    case .edit(_, let input): new = .edit(field: id, input)
    case .focus: new = .focus(field: id)
    case .setAside(_, let input): new = .setAside(field: id, input)
    default: new = event
    }
    return LoggedEvent(
      event: new, now: now, target: target == nil ? nil : id, depth: depth, outcome: outcome,
      isWithheld: isWithheld, effect: effect, taken: taken)
  }

  /// Renames what it took as offered, and drops what the migrations drop.
  fileprivate func renamingTaken(by renaming: LogMigration.Renaming) -> LoggedEvent {
    guard let taken else { return self }
    func renamed(_ answers: [String: Value]) -> [String: Value] {
      var values: [String: Value] = [:]
      for (id, value) in answers where !renaming.dropped.contains(id.baseID) {
        values[renaming.name(of: id)] = value
      }
      return values
    }
    return LoggedEvent(
      event: event, now: now, target: target, depth: depth, outcome: outcome,
      isWithheld: isWithheld, effect: effect,
      taken: TakenAnswers(
        step: renaming.name(of: taken.step), values: renamed(taken.values),
        kept: renamed(taken.kept), agreement: taken.agreement))
  }
}
