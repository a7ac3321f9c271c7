// SPDX-License-Identifier: Apache-2.0

import FlowForms
import TerminalIO

/// What a user types at a list of records: a word, and the numbers of items, from 1.
enum ListWord: Hashable {
  /// An event for the session.
  case event(FlowEvent)

  /// Not understood, or no such item; the message is for the user.
  case unknown(message: String)

  /// The words; a beginning that no other word has is enough.
  private static let words = ["add", "edit", "remove", "move"]

  /// The words that Tab completes at a step, with what each does; none where the step is no list.
  static func candidates(for step: StepState) -> [Completions.Candidate] {
    guard step.kind == .repeat else { return [] }
    var candidates: [Completions.Candidate] = []
    let isFull = step.itemLimits.most.map { step.items.count >= $0 } ?? false
    if step.canChangeItems, !isFull { candidates.append(.init("add", detail: "a new item")) }
    guard !step.items.isEmpty else { return candidates }
    candidates.append(.init("edit ", detail: "an item, by its number"))
    guard step.canChangeItems else { return candidates }
    candidates.append(.init("remove ", detail: "an item, by its number"))
    if step.items.count > 1 {
      candidates.append(.init("move ", detail: "an item to another place: two numbers"))
    }
    return candidates
  }

  /// What can be done at a list, in sentences.
  static func hint(for step: StepState) -> String {
    let count = step.items.count
    if let open = step.items.firstIndex(where: { $0.problem != nil }) {
      return "Item \(open + 1) must be answered: type edit \(open + 1)."
    }
    guard step.canChangeItems else {
      return "Type edit and a number to change an item. Enter goes on."
    }
    let (least, most) = step.itemLimits
    let isFull = most.map { count >= $0 } ?? false
    let first: String
    switch (isFull, count) {
    case (true, 0): first = "None can be added."
    case (true, _): first = "Type edit, remove or move and a number. No more can be added."
    case (false, 0): first = "Type add for a new one."
    case (false, _): first = "Type add, or edit, remove or move and a number."
    }
    if let least, count < least {
      return "\(first) At least \(least) \(least == 1 ? "is" : "are") needed."
    }
    return "\(first) Enter goes on\(count == 0 ? " without any" : "")."
  }

  /// Reads a line; nil when it's empty or an answer.
  static func reading(of line: String, in step: StepState) -> ListWord? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let first = parts.first else { return nil }
    let meant = words.filter { $0.hasPrefix(first) }
    guard meant.count == 1 || words.contains(first), let word = meant.first else {
      if first == "yes" || first == "y" { return nil }
      return .unknown(message: proposal(for: step))
    }
    let numbers = parts.dropFirst().map { Int($0) }
    guard numbers.count == count(of: word), !numbers.contains(nil) else {
      return .unknown(message: usage(of: word))
    }
    let positions = numbers.compactMap { $0.map { $0 - 1 } }
    for position in positions where !step.items.indices.contains(position) {
      return .unknown(message: "there is no item \(position + 1)")
    }
    switch word {
    case "add": return .event(.addItem)
    case "edit": return .event(.editItem(positions[0]))
    case "remove": return .event(.removeItem(positions[0]))
    default: return .event(.moveItem(from: positions[0], to: positions[1]))
    }
  }

  /// What can be typed, for a user who typed something else.
  private static func proposal(for step: StepState) -> String {
    let count = step.items.count
    guard step.canChangeItems else {
      return count == 0 ? "type nothing to go on" : "type edit and a number, or nothing to go on"
    }
    var examples: [String] = []
    let (least, most) = step.itemLimits
    if most.map({ count < $0 }) ?? true { examples.append("add") }
    if count > 0 { examples += ["edit 1", "remove 1"] }
    if count > 1 { examples.append("move 2 1") }
    let goesOn = least.map { count >= $0 } ?? true
    let last = goesOn ? "nothing to go on" : examples.popLast() ?? "add"
    return "type " + (examples.isEmpty ? last : examples.joined(separator: ", ") + " or " + last)
  }

  private static func count(of word: String) -> Int {
    switch word {
    case "add": 0
    case "move": 2
    default: 1
    }
  }

  private static func usage(of word: String) -> String {
    switch word {
    case "add": "'add' stands alone"
    case "move": "'move' needs two numbers: the item, and its new place"
    default: "'\(word)' needs the number of one item"
    }
  }
}
