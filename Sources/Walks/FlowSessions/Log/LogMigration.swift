// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// A log of an earlier version of a flow, in the terms of a later version.
///
/// The flow's migrations are applied to the ids of answers. The computed answers of migrations read
/// what was answered last as `saved`: typed text as text, or as a number or a boolean where it's
/// written as one. A list of records is a list of maps, and so is a list in an item.
struct LogMigration {
  /// The events, with the new ids.
  private(set) var events: [LoggedEvent] = []

  /// The computed answers, as events.
  private(set) var computed: [LoggedEvent] = []

  private(set) var notices: [RestoredSession.Notice] = []

  /// Migrates a log.
  ///
  /// - Complexity: O(*n*) in the number of events, for each migration.
  init(of log: [LoggedEvent], to flow: CheckedFlow, from version: Int) {
    let record = SavedRecord()
    for unit in ReplayTail.path(of: log) where !unit.event.event.isAside {
      if let id = unit.event.subject { record.add(unit.event, of: id) }
    }
    let saved = record.map
    let migrated: ValueMap
    let origins: [String: String]
    do throws(FlowFailure) {
      (migrated, origins) = try flow.migratedWithOrigins(saved, from: version)
    } catch {
      events = log
      notices = [.migrationFailed(error.message)]
      return
    }
    let now = log.last?.now ?? .epoch
    for entry in migrated where origins[entry.key.plainText] == nil {
      computed.append(
        LoggedEvent(
          event: .answer(.remembered(entry.value, .migrated)), now: now,
          target: entry.key.plainText))
    }
    var names: [String: String] = [:]
    for (new, old) in origins { names[old] = new }
    for (old, new) in names.sorted(by: { $0.key < $1.key }) where old != new {
      notices.append(.renamed(from: old, to: new))
    }
    let dropped = saved.map(\.key.plainText).filter { names[$0] == nil }
    var isDropping = false
    events = log.compactMap { event in
      switch event.event {
      case .decide, .found:
        return isDropping ? nil : event.renamingTaken(by: names, dropping: dropped)
      default: isDropping = false
      }
      if case .give(let answers) = event.event {
        let kept = answers.filter { !dropped.contains($0.key.baseID) }
        return event.giving(
          Dictionary(
            kept.map { id, input in
              ((names[id.baseID] ?? id.baseID) + id.dropFirst(id.baseID.count), input)
            }
          ) { $1 })
      }
      guard let id = event.subject else { return event }
      // An effect that happened outside isn't dropped with its step.
      if dropped.contains(id.baseID), !event.event.isOfEffect {
        isDropping = true
        return nil
      }
      let renamed = event.renamingTaken(by: names, dropping: dropped)
      guard let new = names[id.baseID], new != id.baseID else { return renamed }
      return renamed.renamed(to: new + id.dropFirst(id.baseID.count))
    }
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
  fileprivate func renamingTaken(
    by names: [String: String], dropping dropped: [String]
  ) -> LoggedEvent {
    guard let taken else { return self }
    func renamed(_ id: String) -> String {
      (names[id.baseID] ?? id.baseID) + id.dropFirst(id.baseID.count)
    }
    func renamed(_ answers: [String: Value]) -> [String: Value] {
      var values: [String: Value] = [:]
      for (id, value) in answers where !dropped.contains(id.baseID) { values[renamed(id)] = value }
      return values
    }
    return LoggedEvent(
      event: event, now: now, target: target, depth: depth, outcome: outcome,
      isWithheld: isWithheld, effect: effect,
      taken: TakenAnswers(
        step: renamed(taken.step), values: renamed(taken.values), kept: renamed(taken.kept),
        agreement: taken.agreement))
  }
}
