// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks

// The answers that a caller gives to a walk.
extension ToolWalk {
  /// Gives the walk answers, by the ids of their questions: those that it asks for now, and later ones once it does.
  ///
  /// - Throws: `WalkError` if the walk can't take them; nothing has changed.
  mutating func give(_ answers: [String: Value]) throws(WalkError) {
    let given = try joiningRecords(answers)
    pending.typed.merge(given) { $1 }
    pending.given.formUnion(given.keys)
    try takeTyped()
    let lost = given.keys.filter { pending.typed[$0] != nil && isOver($0) }.sorted()
    let flow = walk.session.flow
    let unused = lost.filter { id in
      guard let value = pending.typed.removeValue(forKey: id) else { return false }
      return !walk.session.isAnswered(id, by: FieldInput(given: value))
    }
    if !unused.isEmpty { notices.append(.unused(unused.map { flow.dataName(of: $0) })) }
  }

  /// The answers that the caller has given and nothing has asked for, by their names in data.
  var leftOver: [String] {
    guard case .ended = state else { return [] }
    let flow = walk.session.flow
    return pending.given.filter { id in
      pending.typed[id].map { !walk.session.isAnswered(id, by: FieldInput(given: $0)) } ?? false
    }.map { flow.dataName(of: $0) }.sorted()
  }

  /// The beginning of the ids in the item that's asked; empty outside of items.
  private var openItem: String {
    guard case .asking(let step) = walk.state, let item = step.item else { return "" }
    return "\(item.list)[\(item.number - 1)]."
  }

  /// Whether no question can take an answer anymore, unless the user goes back.
  private func isOver(_ id: String) -> Bool {
    if walk.session.isBehind(id) { return true }
    guard let list = walk.session.flow.addedList(of: id, within: openItem) else { return false }
    // Which records come next is known once they're added.
    return list == walk.session.topStepID && pending.adding[list] == nil
  }

  /// Returns answers with those in items of lists that have no record yet as their records.
  private func joiningRecords(_ answers: [String: Value]) throws(WalkError) -> [String: Value] {
    let (flow, item) = (walk.session.flow, openItem)
    var given: [String: FieldInput] = [:]
    for (id, value) in answers {
      guard let list = flow.addedList(of: id, within: item), !item.hasPrefix(list + "["),
        !walk.session.isBehind(list), !hasRecords(list)
      else { continue }
      given[id] = FieldInput(given: value)
      if let whole = answers[list] { given[list] = FieldInput(given: whole) }
    }
    guard !given.isEmpty else { return answers }
    let joined = flow.joiningItems(given, in: walk.session.options.zone, within: item)
    if let complaint = joined.complaints.first { throw WalkError(.invalid, complaint) }
    var all = answers.filter { given[$0.key] == nil }
    for case (let list, .value(let records)) in joined.answers {
      all[list] = flow.data(of: records, for: list)
    }
    return all
  }

  /// Whether a list is asked, and has records.
  private func hasRecords(_ list: String) -> Bool {
    guard case .asking(let step) = walk.state, step.id == list else { return false }
    return !step.items.isEmpty
  }
}
