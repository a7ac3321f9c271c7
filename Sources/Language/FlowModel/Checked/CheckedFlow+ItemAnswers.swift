// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

// Answers given in advance for single items of lists.
extension CheckedFlow {
  /// Returns whether an answer can be given in advance for an id in an item of a list of records, such as
  /// `env[0].key`.
  package func takesAnswerInItem(_ id: String) -> Bool {
    let plain = id.withoutPositions
    let positions = id.positions
    guard plain != id, positions.allSatisfy({ $0 != nil }), let index = stepIndices[plain],
      let step = step(at: index), step.repeats.count == positions.count
    else { return false }
    if case .repeat = step.kind { return true }
    return step.elements.contains { $0.id == plain && $0.field != nil }
  }

  /// Returns answers given in advance with those in items that a user would add as records of their lists.
  ///
  /// The items of a list over elements, and the rows of a matrix, are asked one by one, so their answers stay.
  ///
  /// - Parameters:
  ///   - answers: The answers by id, some of them with positions: `env[0].key`.
  ///   - zone: The time zone of typed dates and times without an offset.
  ///   - item: The beginning of the ids in the item that's asked, whose own answers stay: `env[0].`; empty for none.
  /// - Returns: The answers, and what's wrong: a list that's given as a whole besides, and an item before
  ///   another one for which nothing is given.
  /// - Complexity: O(*n* log *n*) in the number of answers.
  package func joiningItems(
    _ answers: [String: FieldInput], in zone: ZoneRules = .utc, within item: String = ""
  ) -> (answers: [String: FieldInput], complaints: [String]) {
    var joined = answers
    var lists: [String: ItemTree] = [:]
    var complaints: [String] = []
    for (id, input) in answers.sorted(by: { $0.key < $1.key }) {
      guard let list = addedList(of: id, within: item) else { continue }
      joined[id] = nil
      guard answers[list] == nil else {
        complaints.append(
          "'\(dataName(of: id))' is given besides the whole list '\(dataName(of: list))'")
        continue
      }
      let value: Value =
        switch input {
        case .text(let text):
          self.value(typed: text, for: id, in: zone) ?? .string(text)
        case .value(let value), .remembered(let value, _): value
        case .empty, .offered, .default: .null
        }
      lists[list, default: ItemTree()].insert(value, at: ItemTree.path(id.dropFirst(list.count)))
    }
    for (list, tree) in lists.sorted(by: { $0.key < $1.key }) {
      if let gap = tree.gap(at: list) {
        complaints.append(
          "an item of '\(dataName(of: gap.list))' is given, but none before it at position "
            + "\(gap.position); positions begin at 0")
      } else {
        joined[list] = .value(tree.value)
      }
    }
    return (joined, complaints)
  }

  /// Returns the outermost list around an id to which a user adds items; nil if there's none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - item: The beginning of the ids in the item that's asked; the lists around it aren't meant by its own answers.
  /// - Returns: The id of the list.
  package func addedList(of id: String, within item: String = "") -> String? {
    guard takesAnswerInItem(id) else { return nil }
    var index = id.hasPrefix(item) ? id.index(id.startIndex, offsetBy: item.count) : id.startIndex
    while let bracket = id[index...].firstIndex(of: "[") {
      let list = String(id[..<bracket])
      if let step = stepIndices[list.withoutPositions], `repeat`(at: step)?.over == nil {
        return list
      }
      index = id.index(after: bracket)
    }
    return nil
  }
}

/// Answers in the items of a list, by their paths.
private struct ItemTree {
  enum Part: Hashable {
    case position(Int)
    case name(String)
  }

  private var parts: [Part: ItemTree] = [:]
  private var own: Value?

  /// Returns the parts of what follows the id of a list: `[0].key`.
  static func path(_ rest: Substring) -> [Part] {
    rest.split(whereSeparator: { ".[]".contains($0) }).map { part in
      Int(part).map { .position($0) } ?? .name(String(part))
    }
  }

  mutating func insert(_ value: Value, at path: [Part]) {
    guard let first = path.first else { return own = value }
    parts[first, default: ItemTree()].insert(value, at: Array(path.dropFirst()))
  }

  private var positions: [Int] {
    parts.keys.compactMap { if case .position(let position) = $0 { position } else { nil } }
      .sorted()
  }

  /// The first list in which an item is missing, and its position.
  func gap(at id: String) -> (list: String, position: Int)? {
    if let gap = positions.enumerated().first(where: { $0.offset != $0.element }) {
      return (id, gap.offset)
    }
    for (part, tree) in parts {
      let inner =
        switch part {
        case .position(let position): "\(id)[\(position)]"
        case .name(let name): "\(id).\(name)"
        }
      if let gap = tree.gap(at: inner) { return gap }
    }
    return nil
  }

  /// The records or the record; there must be no ``gap(at:)``.
  var value: Value {
    if let own { return own }
    let positions = positions
    guard positions.isEmpty else {
      return .list(positions.map { parts[.position($0)]?.value ?? .null })
    }
    return .map(
      ValueMap(
        parts.compactMap { part, tree in
          if case .name(let name) = part { (name, tree.value) } else { nil }
        }.sorted { $0.0 < $1.0 }))
  }
}
