// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import FlowWalks
import Localization
import TerminalIO

/// A word typed at a list of records, with the numbers of items, from 1.
enum ListWord: Hashable {
  case change(ListChange)

  /// The list is complete.
  case done

  /// Not understood, or no such item; the message is for the user.
  case unknown(message: String)

  /// The words; a beginning that no other word has is enough.
  private static let words = TypedWord.listWords.map { String($0.name.dropFirst()) }

  /// The words that Tab completes at a step, with what each does; none where the step is no list.
  static func candidates(for step: StepState) -> [Completions.Candidate] {
    guard step.kind == .repeat else { return [] }
    var candidates: [Completions.Candidate] = []
    let isFull = step.itemLimits.most.map { step.items.count >= $0 } ?? false
    if step.canChangeItems, !isFull {
      candidates.append(.init("add", detail: step.catalog.text(.detailAdd)))
    }
    if step.restorablePosition != nil {
      candidates.append(.init("undo", detail: step.catalog.text(.doUndoRemoval)))
    }
    if !step.items.isEmpty {
      candidates.append(.init("edit ", detail: step.catalog.text(.detailItem)))
    }
    if !step.items.isEmpty, step.canChangeItems {
      candidates.append(.init("remove ", detail: step.catalog.text(.detailItem)))
      if step.items.count > 1 {
        candidates.append(.init("move ", detail: step.catalog.text(.detailMove)))
      }
    }
    candidates.append(.init("done", detail: step.catalog.text(.doGoOn)))
    return candidates
  }

  static func hint(for step: StepState) -> String {
    let count = step.items.count
    let catalog = step.catalog
    if let open = step.items.firstIndex(where: { $0.problem != nil }) {
      guard step.canChangeItems else {
        return catalog.text(.listElementOpen, ["number": .count(open + 1)])
      }
      return catalog.text(
        .listItemOpen, ["number": .count(open + 1), "command": .text("edit \(open + 1)")])
    }
    guard step.canChangeItems else { return catalog.text(.listEditOnly) }
    let (least, most) = step.itemLimits
    let isFull = most.map { count >= $0 } ?? false
    let message: MessageID =
      switch (isFull, count) {
      case (true, 0): .listFullEmpty
      case (true, _): .listFull
      case (false, 0): .listEmpty
      case (false, _): .listOpen
      }
    let hint = MessageValue.text(catalog.text(message))
    if let least, count < least {
      return catalog.text(.listNeedsMore, ["hint": hint, "limit": .count(least)])
    }
    return catalog.text(count == 0 ? .listGoesOnEmpty : .listGoesOn, ["hint": hint])
  }

  /// Reads a line; nil when it's empty.
  static func reading(of line: String, in step: StepState) -> ListWord? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    guard let first = parts.first else { return nil }
    let meant = words.filter { $0.hasPrefix(first) }
    guard meant.count == 1 || words.contains(first), let word = meant.first else {
      return .unknown(message: proposal(for: step))
    }
    let numbers = parts.dropFirst().map { Int($0) }
    guard numbers.count == count(of: word), !numbers.contains(nil) else {
      return .unknown(message: usage(of: word, step.catalog))
    }
    let positions = numbers.compactMap { $0.map { $0 - 1 } }
    for position in positions where !step.items.indices.contains(position) {
      return .unknown(
        message: step.catalog.text(.itemMissing, ["number": .count(position + 1)]))
    }
    switch word {
    case "done": return .done
    case "add": return .change(.add)
    case "edit": return .change(.edit(positions[0]))
    case "undo": return .change(.restore)
    case "remove": return .change(.remove(positions[0]))
    default: return .change(.move(from: positions[0], to: positions[1]))
    }
  }

  /// For a user who typed something else.
  private static func proposal(for step: StepState) -> String {
    let count = step.items.count
    let catalog = step.catalog
    guard step.canChangeItems else {
      return catalog.text(count == 0 ? .listNothing : .listEditOrNothing)
    }
    var examples: [String] = []
    let (least, most) = step.itemLimits
    if most.map({ count < $0 }) ?? true { examples.append("add") }
    if count > 0 { examples += ["edit 1", "remove 1"] }
    if count > 1 { examples.append("move 2 1") }
    let goesOn = least.map { count >= $0 } ?? true
    if goesOn { examples.append("done") }
    if examples.isEmpty { examples = ["add"] }
    return catalog.text(.listTypes, ["ways": .text(catalog.any(of: examples))])
  }

  private static func count(of word: String) -> Int {
    switch word {
    case "add", "done", "undo": 0
    case "move": 2
    default: 1
    }
  }

  private static func usage(of word: String, _ catalog: MessageCatalog) -> String {
    let message: MessageID =
      switch word {
      case "add", "done", "undo": .wordAddAlone
      case "move": .wordMoveNumbers
      default: .wordItemNumber
      }
    return catalog.text(message, ["word": .quoted(word)])
  }
}
