// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import FlowModel
package import FlowSessions
import StackFlowCore

// Several answers at once.
extension FlowWalk {
  /// The top step; nil if nothing is asked.
  private var asking: StepState? {
    guard case .asking(let step) = session.state else { return nil }
    return step
  }

  /// Returns the id of a step that a name within the item means that's asked; the name itself where it's the id of a
  /// step, and outside of items.
  func idInItem(_ name: String) -> String {
    let flow = session.flow
    guard let item = asking?.item, !flow.hasStep(name), !flow.isSubflow(name) else { return name }
    let id = "\(item.list)[\(item.number - 1)].\(name)"
    return flow.hasStep(id) || flow.isSubflow(id) ? id : name
  }

  /// Returns answers by their names in data, with ids in place of the names in records.
  ///
  /// - Throws: ``WalkError`` if one goes by an id that isn't its name.
  func named(
    _ inputs: [String: FieldInput], at step: StepState
  ) throws(WalkError) -> [String: FieldInput] {
    let prefix = step.item.map { session.flow.dataName(of: "\($0.list)[\($0.number - 1)]") + "." }
    var named: [String: FieldInput] = [:]
    for (name, input) in inputs.sorted(by: { $0.key < $1.key }) {
      let whole = prefix.map { $0 + name }
      if let prefix, let whole, let meant = session.flow.dataName(meantBy: whole),
        session.flow.id(ofAnswerNamed: name).map({ !session.flow.hasStep($0) }) ?? true
      {
        throw Self.misnamed(name, String(meant.dropFirst(prefix.count)))
      }
      if let meant = session.flow.dataName(meantBy: name) { throw Self.misnamed(name, meant) }
      let ids = [name, whole].compactMap { $0.flatMap { session.flow.id(ofAnswerNamed: $0) } }
      let id = ids.first { session.flow.hasStep($0) } ?? name
      named[name] = try self.named(input, for: id)
    }
    return named
  }

  /// Returns the input for a list of records, which have their answers by the names in data, by ids.
  func named(_ input: FieldInput, for id: String) throws(WalkError) -> FieldInput {
    guard case .value(let data) = input else { return input }
    let (value, misnamed) = session.flow.answer(from: data, for: id)
    if let first = misnamed.first { throw Self.misnamed(first, session.flow.dataName(of: first)) }
    return .value(value)
  }

  /// Returns the name of the list over elements whose records an answer is.
  ///
  /// - Parameters:
  ///   - input: The answer.
  ///   - id: The id of the question that the client means; nil for what's asked.
  /// - Returns: The name of the list of which an item or a row is asked; nil for any other answer.
  func listAnswered(by input: FieldInput, for id: String?) -> String? {
    guard let step = asking, let list = session.listOverElements, id == nil || id == list,
      case .value(.list(let records)) = input,
      records.allSatisfy({ if case .map = $0 { true } else { false } })
    else { return nil }
    // A field may take an empty list.
    guard !records.isEmpty || id == list || step.focusedField?.type.takesLists == false else {
      return nil
    }
    return session.flow.dataName(of: list)
  }

  /// Returns the names of answers that would be left if they were submitted, though none is refused.
  ///
  /// - Complexity: That of submitting them.
  package func unused(of inputs: [String: FieldInput]) -> [String] {
    guard let step = asking, var left = try? named(inputs, at: step) else { return [] }
    var trial = self
    trial.services.onEvent = nil
    var passed: [WalkNotice] = []
    var announcements: [FlowAnnouncement] = []
    while !left.isEmpty, trial.submitNext(of: &left, &passed, &announcements) {}
    let isRefused = announcements.contains { said in
      switch said {
      case .refused, .givenAnswerRefused, .move(.denied(_, reason: _)): true
      default: false
      }
    }
    return isRefused ? [] : left.keys.sorted()
  }

  private static func misnamed(_ id: String, _ name: String) -> WalkError {
    WalkError(.invalid, "the answer of '\(id)' has another name in data; use '\(name)'")
  }

  /// Gives the walk answers as it asks for them.
  mutating func submit(_ inputs: [String: FieldInput]) -> [WalkNotice] {
    var left = inputs
    var passed: [WalkNotice] = []
    var announcements: [FlowAnnouncement] = []
    while !left.isEmpty, submitNext(of: &left, &passed, &announcements) {}
    var notices = passed + notices(announcements + settle(nil))
    // A form that's submitted refuses an answer again that was refused when it was entered.
    var refused: Set<WalkNotice> = []
    notices.removeAll { notice in
      guard case .refused = notice else { return false }
      return !refused.insert(notice).inserted
    }
    if !left.isEmpty { notices.append(.unused(left.keys.sorted())) }
    return notices
  }

  /// Gives the top step the answers that it asks for.
  ///
  /// - Returns: Whether the next step can be given its answers.
  private mutating func submitNext(
    of left: inout [String: FieldInput], _ passed: inout [WalkNotice],
    _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    guard let step = asking else { return false }
    if let id = session.listOverElements, let records = left[name(of: id, at: step, in: left)] {
      guard session.matrix != nil else {
        // The list takes the records, and not the item that is asked.
        announcements += settle(.backTo(id), leaving: .effects)
        return asking?.id == id
      }
      left[name(of: id, at: step, in: left)] = nil
      // The records of a matrix answer all of its rows.
      announcements += settle(.give([id: records]), leaving: .effects).map { said in
        guard case .givenAnswerRefused(let problem) = said, problem.field == id else { return said }
        return .refused([problem])
      }
      return session.matrix?.id != id
    }
    if case .form = step.kind { return submitForm(step, &left, &announcements) }
    let before = session.eventCount
    if let id = step.focusedField?.id ?? step.wholeID {
      guard let input = left.removeValue(forKey: name(of: id, at: step, in: left)) else {
        return false
      }
      announcements += put(.answer(input), leaving: .effects)
    } else {
      announcements += settle(.answer(nil), leaving: .effects)
    }
    guard isMoved(from: step), session.eventCount > before else { return false }
    if step.focus == nil, step.wholeID == nil {
      let text = [step.title, step.text].compactMap { $0 }.joined(separator: "\n")
      passed.append(.passed(id: step.id, text: text))
    }
    return true
  }

  /// Gives a form its answers, also to fields that an answer shows, and submits it.
  private mutating func submitForm(
    _ step: StepState, _ left: inout [String: FieldInput],
    _ announcements: inout [FlowAnnouncement]
  ) -> Bool {
    var isTouched = step.visibleFields.isEmpty
    while let now = asking, now.id == step.id,
      let (id, input) = takeAnswer(of: now, from: &left)
    {
      isTouched = true
      announcements += settle(.edit(field: id, input), leaving: .effects)
      if asking?.field(id)?.awaitsRepeat == true {
        announcements += settle(.edit(field: id, input), leaving: .effects)
      }
    }
    guard isTouched, asking != nil else { return false }
    announcements += settle(.submit, leaving: .effects)
    return isMoved(from: step)
  }

  /// Removes and returns the first answer of a visible field; nil if there's none.
  private func takeAnswer(
    of step: StepState, from left: inout [String: FieldInput]
  ) -> (id: String, input: FieldInput)? {
    for field in step.visibleFields {
      let name = name(of: field.id, at: step, in: left)
      if let input = left.removeValue(forKey: name) { return (field.id, input) }
    }
    return nil
  }

  /// Returns the name under which a field or a step of the top step is answered: its name in data, or in an
  /// item of a list also the name within the item, unless the flow has an answer with that name.
  private func name(
    of id: String, at step: StepState, in inputs: [String: FieldInput]
  ) -> String {
    let flow = session.flow
    let name = flow.dataName(of: id)
    guard inputs[name] == nil, let short = flow.nameInItem(id, of: step),
      !(flow.id(ofAnswerNamed: short).map { flow.hasStep($0) } ?? true)
    else { return name }
    return short
  }

  private func isMoved(from step: StepState) -> Bool {
    guard let now = asking else { return false }
    return now.id != step.id || now.focusedField?.id != step.focusedField?.id
  }

  /// Handles an event; an answer twice if it must be repeated.
  mutating func put(
    _ event: FlowEvent, leaving tasks: ClientTasks = []
  ) -> [FlowAnnouncement] {
    let field = asking?.focusedField?.id
    let announcements = settle(event, leaving: tasks)
    guard case .answer(.some) = event, let now = asking?.focusedField, now.id == field,
      now.awaitsRepeat
    else { return announcements }
    return announcements + settle(event, leaving: tasks)
  }
}

extension FieldType {
  /// Whether an answer is a list.
  fileprivate var takesLists: Bool { self == .list || self == .choices }
}

extension CheckedFlow {
  /// Returns the name in data that a caller means at a step: in an item of a list, the name within the item is enough,
  /// unless the flow has another step with that name.
  package func dataName(meaning name: String, at step: StepState) -> String {
    func isStep(_ name: String) -> Bool { id(ofAnswerNamed: name).map { hasStep($0) } ?? false }
    guard let item = step.item, !isStep(name) else { return name }
    let whole = dataName(of: "\(item.list)[\(item.number - 1)]") + "." + name
    // An id that isn't the name in data gets its remedy.
    return isStep(whole) || dataName(meantBy: whole) != nil ? whole : name
  }

  /// Returns the name in data of a field or a step within the innermost item of a list that a step is in; nil
  /// outside.
  package func nameInItem(_ id: String, of step: StepState) -> String? {
    guard let item = step.item else { return nil }
    let prefix = dataName(of: "\(item.list)[\(item.number - 1)]") + "."
    let name = dataName(of: id)
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}

extension StepState {
  /// The id under which a step without fields is answered: a list takes its records, a commit takes yes,
  /// and a review any answer.
  package var wholeID: String? {
    switch kind {
    case .repeat, .review, .commit, .stop: id
    case .note, .ask, .form: nil
    }
  }
}
