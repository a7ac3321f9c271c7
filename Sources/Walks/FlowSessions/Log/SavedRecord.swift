// SPDX-License-Identifier: Apache-2.0

import FlowExpressions

/// The answers of a log by their ids, with the records of its lists, and of the lists in these.
///
/// It's a class so that an event changes one record, however deep it is, without copying the others.
final class SavedRecord {
  private enum Content {
    case value(Value)
    case list([SavedRecord])
  }

  /// The ids, in the order in which they were first answered.
  private var names: [String] = []

  private var contents: [String: Content] = [:]

  /// The records that were removed from lists and can be put back, with the positions that they had.
  private var removed: [String: [(record: SavedRecord, position: Int)]] = [:]

  /// Creates an empty record.
  init() {}

  private init(_ map: ValueMap) {
    for entry in map { self[entry.key.plainText] = .value(entry.value) }
  }

  private subscript(name: String) -> Content? {
    get { contents[name] }
    set {
      if contents.updateValue(newValue ?? .value(.null), forKey: name) == nil { names.append(name) }
    }
  }

  /// The record as a map.
  ///
  /// - Complexity: O(*n*) in the number of answers in it.
  var map: ValueMap {
    var map = ValueMap()
    for name in names {
      switch contents[name] {
      case .value(let value): map.appendNew(name, value)
      case .list(let records): map.appendNew(name, .list(records.map { .map($0.map) }))
      case nil: break
      }
    }
    return map
  }

  /// Adds an event about a field or a list: `name`, `env[0].key`, or `env[0].ports[1].number`.
  ///
  /// An answer of the record itself that has no value, because it's a secret or a default, is null.
  func add(_ event: LoggedEvent, of id: String) {
    change(event, of: id)
    if self[id.baseID] == nil { self[id.baseID] = .value(.null) }
  }

  private func change(_ event: LoggedEvent, of id: String) {
    if let place = id.firstItem {
      item(at: place.position, of: place.list)?.change(event, of: place.rest)
      return
    }
    switch event.event {
    case .addItem, .editItem:
      removed[id] = nil
      self[id] = .list(items(of: id))
    case .removeItem(let position):
      var items = items(of: id)
      if items.indices.contains(position) {
        removed[id, default: []].append((items.remove(at: position), position))
      }
      self[id] = .list(items)
    case .restoreItem:
      var items = items(of: id)
      if let last = removed[id]?.popLast(), last.position <= items.count {
        items.insert(last.record, at: last.position)
      }
      self[id] = .list(items)
    case .moveItem(let from, let to):
      removed[id] = nil
      var items = items(of: id)
      if items.indices.contains(from), items.indices.contains(to) {
        items.insert(items.remove(at: from), at: to)
      }
      self[id] = .list(items)
    default:
      if let value = event.answer { self[id] = .value(value) }
    }
  }

  /// Returns the records of a list, which can be given as a value, too.
  private func items(of list: String) -> [SavedRecord] {
    switch self[list] {
    case .list(let items): items
    case .value(.list(let values)): values.map { SavedRecord($0.map ?? ValueMap()) }
    case .value, nil: []
    }
  }

  /// Returns the item at a position of a list, or a new one at its end; nil if there's none before it.
  private func item(at position: Int, of list: String) -> SavedRecord? {
    var items = items(of: list)
    if items.indices.contains(position) {
      if case .value = self[list] { self[list] = .list(items) }
      return items[position]
    }
    guard position == items.count else { return nil }
    let item = SavedRecord()
    // No second reference, so that the list grows in place.
    self[list] = .list([])
    items.append(item)
    self[list] = .list(items)
    return item
  }
}

extension String {
  /// The id without what follows the first position: `env` of `env[0].key`.
  var baseID: String {
    firstIndex(of: "[").map { String(self[..<$0]) } ?? self
  }

  /// The list, the position, and the rest of the id of something in an item, nil if it's in none.
  fileprivate var firstItem: (list: String, position: Int, rest: String)? {
    guard let open = firstIndex(of: "["), let close = firstIndex(of: "]"), open < close,
      let position = Int(self[index(after: open)..<close])
    else { return nil }
    return (String(self[..<open]), position, String(self[index(after: close)...].dropFirst()))
  }
}
