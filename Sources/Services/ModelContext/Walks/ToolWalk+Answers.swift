// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowSessions
import FlowWalks

// The answers of a form.
extension ToolWalk {
  enum FormAction: Hashable, Sendable {
    /// The user submitted it, with these answers by field.
    case accept(ValueMap)

    /// The user doesn't want to answer.
    case decline

    /// The user closed it, or stopped the call.
    case cancel
  }

  /// Does what the answers of a form say.
  ///
  /// Answers that aren't in the form are ignored, and answers that are refused are asked for again.
  ///
  /// - Parameters:
  ///   - answers: The answers by field.
  ///   - form: The form, which ``form(in:)`` has returned for this walk.
  /// - Throws: `WalkError` if the walk can't take them; nothing has changed.
  mutating func take(_ answers: ValueMap, of form: ElicitedForm) throws(WalkError) {
    remarks = []
    pending.isChoosingWay = false
    switch form.purpose {
    case .questions(let ids): try take(byID(answers, of: ids, accepting: form), for: ids)
    case .warning(let id):
      guard answers["answer"] == "change" else {
        return try perform(.answer(.confirmation))
      }
      try take(byID(answers, of: [id]), for: [id])
    case .list: try takeList(answers)
    case .goingOn, .failure, .ways: try takeWay(answers.text("way") ?? "", of: form)
    case .decision:
      if answers.text("answer") == "back" { return try perform(.back(steps: 1)) }
      let answer: DecisionAnswer? =
        switch answers.text("answer") {
        case "yes": .yes
        case "keep": .keep
        case "no": .no(reason: answers.text("reason"))
        case "perform": .perform
        default: nil
        }
      if let answer {
        try perform(.decide(answer))
      }
    }
  }

  /// Does what declining a form means: no to a decision, which stays where it's about what may have happened;
  /// instead of a question, the user chooses where to go, if there's somewhere; otherwise the walk is left.
  mutating func decline(_ form: ElicitedForm) throws(WalkError) {
    remarks = []
    switch form.purpose {
    case .decision:
      if walk.decision?.isInterruption == true {
        isCancelled = true
      } else {
        try perform(.decide(.no()))
      }
    case .questions, .warning:
      if backOptions.isEmpty { try perform(.leave(.quit)) } else { pending.isChoosingWay = true }
    case .list, .goingOn, .failure, .ways: try perform(.leave(.quit))
    }
  }

  // MARK: Questions

  /// Returns the answers of a form, whose fields have the names of data, by the ids of their questions.
  ///
  /// - Parameters:
  ///   - answers: The answers.
  ///   - ids: The ids of the questions.
  ///   - form: The form whose fields had what's offered in them: what the user left there is accepted, and isn't
  ///     among the answers.
  /// - Returns: The answers.
  private func byID(
    _ answers: ValueMap, of ids: [String], accepting form: ElicitedForm? = nil
  ) -> ValueMap {
    let flow = walk.session.flow
    return ValueMap(
      ids.compactMap { id in
        let name = flow.dataName(of: id)
        guard let answer = answers[.string(name)] else { return nil }
        return answer == form?.shown(in: name) && isUntouched(id) ? nil : (id, answer)
      })
  }

  /// Whether nothing was entered at a question that's asked.
  private func isUntouched(_ id: String) -> Bool {
    guard pending.typed[id] == nil else { return false }
    guard case .asking(let step) = walk.state, let field = step.focusedField, field.id == id else {
      return true
    }
    return field.draft == .untouched && field.problems.isEmpty
  }

  /// Takes the answers of a form; a question that the user left out takes what's offered.
  private mutating func take(_ answers: ValueMap, for ids: [String]) throws(WalkError) {
    var (answers, ids) = (answers, ids)
    moveRecordsUp(&answers, &ids)
    for id in ids {
      pending.typed[id] = answers[.string(id)] ?? pending.typed[id]
      if pending.typed[id] == nil { pending.leftOut.insert(id) }
    }
    try takeTyped()
  }

  /// Gives the walk the answers that are there, as it asks for them, until one is missing or refused, and
  /// adds the records that the user wants to add.
  ///
  /// - Throws: `WalkError` if the walk can't take them.
  mutating func takeTyped() throws(WalkError) {
    while case .asking(let step) = walk.state {
      let answers: WalkAnswers
      if let list = walk.session.listOverElements,
        let records = pending.typed.removeValue(forKey: list)
      {
        // The records answer all of its items, though it's one of them that's asked.
        let name = walk.session.flow.dataName(of: list)
        answers = .several([name: FieldInput(given: records)])
      } else if let field = step.focusedField {
        if let answer = pending.typed.removeValue(forKey: field.id) {
          answers = .one(FieldForm(field: field).input(answer))
        } else if pending.leftOut.remove(field.id) != nil {
          answers = .offered
        } else {
          return
        }
      } else {
        guard let answer = pending.typed.removeValue(forKey: step.id) else {
          guard try addNext(to: step.id) else { return }
          continue
        }
        answers = .one(FieldInput(given: answer))
      }
      let before = notices.count
      try perform(.answer(answers))
      if notices[before...].contains(where: \.keepsQuestion) { return }
    }
  }

  // MARK: Lists and ways

  private mutating func takeList(_ answers: ValueMap) throws(WalkError) {
    guard case .asking(let step) = walk.state else { return }
    let list = step.id
    pending.forgetItems(of: list)
    let way = answers.text("way") ?? ""
    let item = (answers.position("item") ?? 0) - 1
    let change: ListChange
    switch way {
    case "done": return try perform(.answer(.offered))
    case "add":
      pending.adding[list] = max(1, min(answers.position("count") ?? 1, Self.maximumAdded))
      _ = try addNext(to: list)
      return
    case "edit": change = .edit(item)
    case "remove": change = .remove(item)
    case "restore": change = .restore
    case "move": change = .move(from: item, to: (answers.position("to") ?? 0) - 1)
    default: return try takeWay(way, of: nil)
    }
    do throws(WalkError) {
      try perform(.change(change))
    } catch {
      guard error.kind == .invalid else { throw error }
      remarks.append(error.message)
    }
  }

  private mutating func takeWay(_ way: String, of form: ElicitedForm?) throws(WalkError) {
    switch way {
    case "go-on": try perform(.answer(.one(.value(true))))
    case "accept": try perform(.accept)
    case "retry": try perform(.retry)
    case "leave": try perform(.leave(.quit))
    case let way where way.hasPrefix("back:"):
      try perform(.backTo(String(way.dropFirst("back:".count))))
    case let text where form?.purpose == .goingOn && !text.isEmpty:
      // The step says what it takes.
      try perform(.answer(.one(.text(text))))
    default: break
    }
  }
}

extension FieldInput {
  /// The input for an answer of a caller: text is understood as a user types it.
  init(given value: Value) {
    self =
      switch value {
      case .null: .empty
      case .string(let text): .text(text)
      default: .value(value)
      }
  }
}

extension ValueMap {
  /// A text; nil if it's something else.
  fileprivate func text(_ name: String) -> String? {
    guard case .string(let text)? = self[name] else { return nil }
    return text
  }

  /// A whole number; nil if it's something else.
  fileprivate func position(_ name: String) -> Int? {
    switch self[name] {
    case .int(let number)?: Int(exactly: number)
    case .double(let number)?: Int(exactly: number)
    default: nil
    }
  }
}

extension WalkNotice {
  /// Whether the question stays.
  var keepsQuestion: Bool {
    switch self {
    case .refused, .denied: true
    default: false
    }
  }
}
