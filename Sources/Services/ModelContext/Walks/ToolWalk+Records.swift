// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowScreens
import FlowSessions
import FlowWalks

// Several records of a list in one form.
extension ToolWalk {
  /// A record that a form asks together with the one that's being asked.
  struct Record {
    /// The list and the position.
    let place: ItemPlace

    /// The questions, which no earlier form has asked; empty if all of them are answered.
    let questions: [Question.Field]
  }

  /// The maximum number of records that a user adds at once.
  static let maximumAdded = 100

  /// The number of records that the user still wants to add after the one that's being asked.
  var addedNext: Int {
    guard case .asking(let step) = walk.state, let place = step.item else { return 0 }
    return pending.adding[place.list] ?? 0
  }

  /// Returns the whole records after the one that's being asked that fit into the form.
  ///
  /// In a list over elements, they're the next elements; otherwise as many as the user wants to add. A secret
  /// ends them, because no form asks for one.
  ///
  /// - Parameter room: The number of questions that fit.
  /// - Returns: The records, in order.
  func nextRecords(_ room: Int) -> [Record] {
    guard room > 0, case .asking(let step) = walk.state, step.item != nil else {
      return []
    }
    let canAdd = walk.addsItems
    // Those that earlier forms have asked are among them.
    let limit = canAdd ? min(addedNext, Self.maximumAdded) : 2 * maximumFields
    var room = room
    var records: [Record] = []
    for item in walk.session.nextItems(limit) {
      let questions = item.fields.map { Question.Field($0) }
      guard !questions.contains(where: \.state.isSecret) else { break }
      let open = questions.filter { !self.pending.hasAsked($0.id) }
      guard open.count <= room else { break }
      room -= open.count
      records.append(Record(place: item.place, questions: open))
    }
    return records
  }

  /// Prepares the answers of a form with several records that the user adds.
  ///
  /// A record without an answer of the user isn't added, nor are more after this form. Those after it move up.
  ///
  /// - Parameters:
  ///   - answers: The answers by question.
  ///   - ids: The questions of the form.
  mutating func moveRecordsUp(_ answers: inout ValueMap, _ ids: inout [String]) {
    guard addedNext > 0, case .asking(let step) = walk.state, let place = step.item
    else { return }
    let records = nextRecords(maximumFields - ownQuestions.count)
    let kept = records.filter { record in
      record.questions.isEmpty || record.questions.contains { isAnswered($0, in: answers) }
    }
    guard kept.count < records.count else { return }
    pending.adding[place.list] = kept.count
    ids = ownQuestions.map(\.id)
    var moved = answers
    for record in records { for question in record.questions { moved[.string(question.id)] = nil } }
    for (record, target) in zip(kept, records) {
      for question in record.questions {
        let id = target.place.prefix + question.id.dropFirst(record.place.prefix.count)
        moved[.string(id)] = answers[.string(question.id)]
        ids.append(id)
      }
    }
    answers = moved
  }

  /// Whether the user has given an answer, instead of leaving a field as it was.
  private func isAnswered(_ question: Question.Field, in answers: ValueMap) -> Bool {
    guard let answer = answers[.string(question.id)], answer != .null, answer != "" else {
      return false
    }
    guard case .map(let schema) = FieldForm(field: question.state).property(in: .titled).schema
    else { return true }
    return answer != schema["default"]
  }

  /// Adds the next record that the user wants to add to the list that's the top step.
  ///
  /// - Parameter list: The id of the list.
  /// - Returns: Whether it was added.
  /// - Throws: `WalkError` if the walk can't take it.
  mutating func addNext(to list: String) throws(WalkError) -> Bool {
    guard let count = pending.adding[list], count > 0 else { return false }
    pending.adding[list] = count > 1 ? count - 1 : nil
    let before = notices.count
    try perform(.change(.add))
    guard notices[before...].contains(where: \.keepsQuestion) else { return true }
    pending.adding[list] = nil
    return false
  }
}

extension ItemPlace {
  /// The beginning of the ids of its questions.
  fileprivate var prefix: String { "\(list)[\(number - 1)]" }
}

extension FlowWalk {
  /// Whether the user adds the items of the list of which one is being asked.
  fileprivate var addsItems: Bool { session.addsItems }
}
