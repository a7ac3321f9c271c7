// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// A log of an earlier version of a flow, in the terms of a later version.
///
/// The flow's migrations are applied to the ids of answers. The computed answers of migrations read
/// what was answered last as `saved`: typed text as text, or as a number or a boolean where it's
/// written as one. A list of records is a list of maps; what's in a list of an item is left out.
struct LogMigration {
  /// The events, with the new ids.
  private(set) var events: [LoggedEvent] = []

  /// The computed answers, as events.
  private(set) var computed: [LoggedEvent] = []

  /// What was noticed.
  private(set) var notices: [RestoredSession.Notice] = []

  /// Migrates a log.
  ///
  /// - Complexity: O(*n*) in the number of events, for each migration.
  init(of log: [LoggedEvent], to flow: CheckedFlow, from version: Int) {
    var saved = ValueMap()
    var lists = SavedLists()
    for unit in ReplayTail.path(of: log) {
      guard let id = unit.event.subject else { continue }
      let base = id.baseID
      if base == id, let value = unit.event.answer { saved[base] = value }
      lists.add(unit.event, of: id)
      if saved[base] == nil { saved[base] = .null }
    }
    for (id, items) in lists.items { saved[id] = .list(items.map { .map($0) }) }
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
        LoggedEvent(event: .next(.value(entry.value)), now: now, target: entry.key.plainText))
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
      case .decide, .found: return isDropping ? nil : event
      default: isDropping = false
      }
      guard let id = event.subject else { return event }
      if dropped.contains(id.baseID) {
        isDropping = true
        return nil
      }
      guard let new = names[id.baseID], new != id.baseID else { return event }
      return event.renamed(to: new + id.dropFirst(id.baseID.count))
    }
  }
}

extension LoggedEvent {
  /// The answer that it gives, or nil if it gives none.
  fileprivate var answer: Value? {
    let input: FieldInput
    switch event {
    case .next(let given?): input = given
    case .edit(_, let given): input = given
    default: return nil
    }
    switch input {
    case .value(let value): return value
    case .text(let text):
      if let number = Int64(text) { return .int(number) }
      if let number = Double(text) { return .double(number) }
      return text == "true" || text == "false" ? .bool(text == "true") : .string(text)
    case .none, .offered: return nil
    }
  }

  fileprivate func renamed(to id: String) -> LoggedEvent {
    let new: FlowEvent
    switch event {
    case .edit(_, let input): new = .edit(field: id, input)
    case .focus: new = .focus(field: id)
    default: new = event
    }
    return LoggedEvent(
      event: new, now: now, target: target == nil ? nil : id, depth: depth, outcome: outcome,
      isWithheld: isWithheld)
  }
}

/// The lists of records that a log made.
private struct SavedLists {
  /// The items of each list, by its id.
  private(set) var items: [String: [ValueMap]] = [:]

  /// Adds an event about a list, or about a field of one of its items: `env[0].key`.
  mutating func add(_ event: LoggedEvent, of id: String) {
    switch event.event {
    case .removeItem(let position):
      guard items[id]?.indices.contains(position) == true else { return }
      items[id]?.remove(at: position)
    case .moveItem(let from, let to):
      guard let all = items[id], all.indices.contains(from), all.indices.contains(to) else {
        return
      }
      if let item = items[id]?.remove(at: from) { items[id]?.insert(item, at: to) }
    default:
      guard let place = id.itemPlace, let value = event.answer else { return }
      var list = items[place.list] ?? []
      guard place.position <= list.count else { return }
      if place.position == list.count { list.append(ValueMap()) }
      list[place.position][place.field] = value
      items[place.list] = list
    }
  }
}

extension String {
  /// The parts of the id of a field in an item, unless the item is in a list of another item.
  fileprivate var itemPlace: (list: String, position: Int, field: String)? {
    guard let open = firstIndex(of: "["), let close = firstIndex(of: "]"), open < close,
      let position = Int(self[index(after: open)..<close])
    else { return nil }
    let rest = self[index(after: close)...]
    guard rest.first == ".", !rest.contains("[") else { return nil }
    return (String(self[..<open]), position, String(rest.dropFirst()))
  }

  /// The id without what follows the first position: `env` of `env[0].key`.
  fileprivate var baseID: String {
    firstIndex(of: "[").map { String(self[..<$0]) } ?? self
  }
}
