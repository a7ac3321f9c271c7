// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

/// Answers that fill an item of a list without asking.
///
/// It's a class because few sessions have one.
final class ItemFilling: Sendable {
  /// The answers, by their ids in the item.
  let answers: ValueMap

  /// The prefix of these ids: `env[].`.
  let prefix: String

  /// Whether they were given in advance, so missing answers take their defaults.
  ///
  /// Otherwise, they're earlier answers, and missing ones must be asked.
  let isGiven: Bool

  init(answers: ValueMap, prefix: String, isGiven: Bool) {
    self.answers = answers
    self.prefix = prefix
    self.isGiven = isGiven
  }

  /// Returns the answer of a field or a list by its id without positions, or nil if there isn't
  /// one.
  func answer(_ id: String) -> Value? {
    guard id.hasPrefix(prefix) else { return nil }
    var value = Value.map(answers)
    for name in path(to: id) {
      guard case .map(let map) = value, let next = map[.string(name)] else { return nil }
      value = next
    }
    return value
  }

  /// Returns the names that lead to the answer of a field or a list in the item.
  func path(to id: String) -> [String] {
    id.dropFirst(prefix.count).split(separator: ".").map(String.init)
  }
}

// Fills items with earlier answers, or with answers given in advance.
extension FlowSession {
  /// Returns the item at a frame's position, filled with answers.
  ///
  /// It walks a copy of the session, so that conditions, checks, and choices apply exactly as they
  /// do for a user. Whatever is refused, or must be asked, becomes the item's problem.
  ///
  /// - Parameters:
  ///   - answers: The answers.
  ///   - frame: The list, and the position.
  ///   - isGiven: Whether they were given in advance.
  ///   - before: The item as it was, if it was in the list.
  /// - Returns: The item.
  /// - Throws: ``FlowFailure`` if an expression fails for answers given in advance, or needs a fact about a file.
  func item(
    filledWith answers: ValueMap, in frame: RepeatFrame, isGiven: Bool, before: RepeatItem? = nil
  ) throws(FlowFailure) -> RepeatItem {
    guard !isGiven, case .map(let left)? = answers[RepeatItem.leftKey] else {
      return try filledItem(answers, in: frame, isGiven: isGiven, before: before)
    }
    var finished = answers
    finished[RepeatItem.leftKey] = nil
    var item = try filledItem(finished, in: frame, isGiven: false, before: before)
    item.left = left
    return item
  }

  private func filledItem(
    _ answers: ValueMap, in frame: RepeatFrame, isGiven: Bool, before: RepeatItem?
  ) throws(FlowFailure) -> RepeatItem {
    guard let step = flow.step(at: frame.planIndex) else {
      return .open(answers, problem: mustBeAnswered("", frame.position))
    }
    var copy = self
    copy.handling.announcements = []
    copy.handling.asked = []
    copy.handling.drawing = nil
    copy.typed = TreeDictionary()
    copy.answered = TreeDictionary()
    copy.phase = .idle
    let list = flow.repeat(at: frame.planIndex)
    copy.offer(
      answers, of: list?.scope ?? 0, under: "\(id(of: step))[\(frame.position)].")
    copy.handling.filling = ItemFilling(answers: answers, prefix: step.id + "[].", isGiven: isGiven)
    copy.advance(with: nil, opening: frame)
    if case .failed(let failure, _) = copy.phase {
      guard !isGiven, failure.missingFact == nil else { throw failure }
      // If the item is asked again, the failure occurs where the user can fix it.
      return .open(
        about(frame, answers),
        summary: before?.summary ?? shownText(of: answers, in: frame),
        problem: Problem(
          field: "\(id(of: step))[\(frame.position)]", rule: .uncheckable,
          message: failure.message))
    }
    if copy.stack.top?.planIndex == frame.planIndex,
      let items = copy.phase.step?.repeat?.items,
      items.indices.contains(frame.position)
    {
      var item = items[frame.position]
      item.drawing = copy.handling.drawing
      item.understood = copy.handling.announcements.filter(\.saysWhatIsUnderstood)
      for case .answerWarned(let problem) in copy.handling.announcements {
        item.warnings.append(problem)
      }
      if isGiven, item.problem == nil, let list,
        let message = complaint(
          aboutUnused: answers, asking: copy.handling.asked, besides: item.given, in: list.scope,
          under: step.id + "[].")
      {
        item.problem = Problem(field: "\(frame.position)", rule: .choice, message: message)
      }
      return item
    }
    let problem = copy.openProblem ?? mustBeAnswered(id(of: step), frame.position)
    guard !isGiven else {
      var item = RepeatItem.open(about(frame, answers), problem: problem)
      item.drawing = copy.handling.drawing
      return item
    }
    return .open(
      about(frame, answers),
      summary: copy.summaryWithoutRest(of: frame) ?? before?.summary
        ?? shownText(of: answers, in: frame),
      problem: problem)
  }

  /// The problem that keeps the item that's being filled at its open step; nil if the step needs no answer.
  private var openProblem: Problem? {
    guard let live = phase.step else { return nil }
    let found = live.problems + live.visibleFields.flatMap(\.problems)
    if var first = found.first {
      first.message = catalog.text(
        .fieldProblem,
        ["field": .text(Self.name(of: first.field, in: live)), "problem": .text(first.message)])
      return first
    }
    guard let field = live.focusedField else { return nil }
    return Problem(
      field: field.id, rule: .required,
      message: catalog.text(
        .fieldUnanswered, ["field": .text(Self.name(of: field.id, in: live))]))
  }

  /// Returns the summary of the item that's being filled, without the answers that it lacks; nil if something else in
  /// the item needs them.
  private func summaryWithoutRest(of frame: RepeatFrame) -> String? {
    var copy = self
    copy.observer = nil
    // Each turn passes another step of the item.
    while case .asking(let live) = copy.phase, let top = copy.stack.top {
      if top.planIndex == frame.planIndex {
        let items = live.items
        return items.indices.contains(frame.position) ? items[frame.position].summary : nil
      }
      copy.phase = .idle
      copy.advance(
        with: Submission(
          values: live.repeat.map { [$0.value] } ?? live.answers, origin: .accepted,
          items: live.repeat?.items),
        of: live)
    }
    return nil
  }

  /// Returns the answers of the item at a frame's position, formatted for display.
  private func shownText(of answers: ValueMap, in frame: RepeatFrame) -> String {
    guard let list = flow.repeat(at: frame.planIndex) else { return "" }
    var scope = self.scope()
    scope.opening = frame
    return shownText(of: answers, scope: list.scope, in: scope)
  }

  /// Returns answers of an item with the element that they're about, unless it has none or it's secret.
  private func about(_ frame: RepeatFrame, _ answers: ValueMap) -> ValueMap {
    guard !answers.isEmpty, let element = frame.element,
      let over = flow.repeat(at: frame.planIndex)?.over, !readsSecret(over)
    else { return answers }
    var answers = answers
    answers[RepeatItem.elementKey] = element
    return answers
  }

  /// Returns what a field is called in a sentence: by its label, or without one by its id as words.
  private static func name(of id: String, in live: StepState) -> String {
    if let field = live.field(id), field.hasLabel { return (field.short ?? field.label).asName }
    return id.idInSentence
  }

  /// Returns the items for records.
  ///
  /// Refused items have a problem.
  func items(
    filledWith records: [Value], of list: CheckedRepeat, at repeatIndex: Int, elements: [Value]?,
    isGiven: Bool
  ) throws(FlowFailure) -> ItemList {
    var items = ItemList()
    for (position, record) in records.enumerated() {
      let frame = RepeatFrame(
        planIndex: repeatIndex, items: items, elements: elements, position: position)
      guard case .map(let answers) = record else {
        items.append(
          .open(
            ValueMap(),
            problem: Problem(
              field: "\(position)", rule: .type, message: catalog.text(.recordNeeded))))
        continue
      }
      var item = try item(filledWith: answers, in: frame, isGiven: isGiven)
      if isGiven, let message = complaint(aboutKeysOf: answers, in: list.scope) {
        item.problem = Problem(field: "\(position)", rule: .choice, message: message)
      }
      items.append(item)
    }
    return items
  }

  /// Returns what's wrong with the keys of a record, or nil if each is an answer of its item, or of
  /// a used flow in the item.
  private func complaint(aboutKeysOf answers: ValueMap, in scope: Int) -> String? {
    let known = flow.scopes[scope].answers
    for entry in answers {
      let name = entry.key.plainText
      guard let answer = known.first(where: { $0.name == name }) else {
        if flow.scopes[scope].computes.contains(where: { $0.name == name }) {
          return catalog.text(.keyComputed, ["name": .quoted(name)])
        }
        // A script has the ids in a record, and data has the keys.
        let meant =
          known.first { $0.key == name }?.name
          ?? NearMiss.nearest(to: name, in: known.map(\.dataName))
        return catalog.text(.keyMissing, ["name": .echo(name)], meant: meant)
      }
      guard let inner = answer.flow else { continue }
      guard case .map(let map) = entry.value else {
        return catalog.text(.keyNeedsRecord, ["name": .quoted(answer.dataName)])
      }
      if let message = complaint(aboutKeysOf: map, in: inner) {
        return catalog.text(
          .keyProblem, ["name": .quoted(answer.dataName), "problem": .text(message)])
      }
    }
    return nil
  }

  /// Returns a message about an answer of a record that its item doesn't ask for, or nil if it asks
  /// for all of them.
  private func complaint(
    aboutUnused answers: ValueMap, asking asked: Set<String>, besides complete: ValueMap,
    in scope: Int, under prefix: String
  ) -> String? {
    for answer in flow.scopes[scope].answers {
      let key = Value.string(answer.name)
      guard let value = answers[key] else { continue }
      if let inner = answer.flow {
        let message = complaint(
          aboutUnused: value.asMap, asking: asked, besides: complete[key]?.asMap ?? ValueMap(),
          in: inner, under: "\(prefix)\(answer.name).")
        if let message {
          return catalog.text(
            .keyProblem, ["name": .quoted(answer.dataName), "problem": .text(message)])
        }
      } else if !asked.contains(prefix + answer.name), value != .null,
        !isEqual(value, to: complete[key], at: answer.origin)
      {
        return catalog.text(.keyUnused, ["name": .quoted(answer.dataName)])
      }
    }
    return nil
  }

  /// Returns whether an answer of a record equals the value of the question, which wasn't asked.
  private func isEqual(_ given: Value, to value: Value?, at origin: NameOrigin) -> Bool {
    guard let value, let field = flow.field(of: origin), field.settings[.otherwise] != nil else {
      return false
    }
    return field.isEqual(.value(given), to: value, in: options.zone)
  }

  /// Fills the items from a position on again with their own answers, if they depend on other
  /// items.
  func replayItems(of live: inout StepState, from position: Int) throws(FlowFailure) {
    guard let planIndex = stack.top?.planIndex,
      let list = flow.repeat(at: planIndex),
      list.readsIndex || list.readsItems, var state = live.repeat
    else { return }
    for index in state.items.indices.dropFirst(position) {
      if state.elements != nil, state.items[index].answers.isEmpty { continue }
      let before = state.items[index]
      let frame = RepeatFrame(
        planIndex: planIndex, items: state.items, elements: state.elements, position: index)
      var after = try item(filledWith: before.typed, in: frame, isGiven: false, before: before)
      after.left = before.left
      if after.problem != nil {
        after.answers = lastAnswers(of: before, in: list.scope)
      }
      state.items[index] = after
    }
    live.repeat = state
  }

  // MARK: Filling a step

  /// Returns the answers of the top step from those that fill the item, or nil if the user must be
  /// asked.
  mutating func filledValues(
    _ step: CheckedStep, _ live: inout StepState, planIndex: Int, from filling: ItemFilling
  ) throws(FlowFailure) -> Submission? {
    switch step.kind {
    case .note: return Submission(values: step.elements.map { _ in nil }, origin: .accepted)
    case .repeat(let list):
      let records: [Value]
      switch (filling.answer(step.id), live.repeat?.elements) {
      case (let values, let elements?) where !filling.isGiven:
        let before =
          if case .list(let values)? = values { values.map(\.asMap) } else { [ValueMap]() }
        let id = self.id(of: step)
        records = zip(ordered(before, by: elements, of: list), elements).map { own, element in
          .map(own ?? takeWaiting(element, of: id) ?? ValueMap())
        }
      case (.list(let values)?, _): records = values
      case (nil, _): records = []
      default: return nil
      }
      handling.asked.insert(step.id)
      let submission = try takeRecords(
        records, list, step, &live, at: planIndex, isGiven: filling.isGiven)
      if let items = live.repeat?.items {
        noteDrawing(in: items, of: records, at: step.id, filling)
      }
      if submission != nil {
        try announceWarnings(of: step, live, planIndex: planIndex)
      }
      return submission
    case .ask, .form: break
    default: return nil
    }
    for index in step.elements.indices {
      guard let field = live.elements[index].field, live.elements[index].isVisible else {
        continue
      }
      if let answer = filling.answer(step.elements[index].id) {
        handling.asked.insert(step.elements[index].id)
        // An answer that fits only in part is offered as at another visit.
        if filling.isGiven || field.origin != .typed {
          live.setDraft(.remembered(answer, .given), at: index)
        }
      } else if drawsSecret(step.elements[index].id, at: index, of: &live, filling) {
        handling.asked.insert(step.elements[index].id)
      } else if field.isRequired, field.offer == nil {
        live.focus = index
        return nil
      }
      try refresh(&live, after: index)
      let errors = live.elements[index].field?.found.filter { $0.severity == .error } ?? []
      guard errors.isEmpty else {
        live.setField(at: index) { $0.problems = errors }
        return nil
      }
      announceUnderstanding(live, at: index)
    }
    if let (element, problem) = try stepProblem(step, live, planIndex: planIndex, isWarned: false) {
      live.setField(at: element) { $0.problems = [problem] }
      return nil
    }
    try announceWarnings(of: step, live, planIndex: planIndex)
    return Submission(values: live.answers, of: live, isAsked: false)
  }

  /// Makes records that were given as a whole list the same as equal ones that were in it, in order.
  private static func keepIdentities(of before: ItemList, in items: inout ItemList) {
    var known: [Value: [Int]] = [:]
    for (position, item) in before.enumerated().reversed() where item.problem == nil {
      known[item.record, default: []].append(position)
    }
    for position in items.indices {
      guard let same = known[items[position].record]?.popLast() else { continue }
      items[position].identify(as: before[same])
    }
  }

  /// Replaces the items of the top list by records; returns nil and sets its problems if they're
  /// refused.
  func takeRecords(
    _ records: [Value], _ list: CheckedRepeat, _ step: CheckedStep, _ live: inout StepState,
    at planIndex: Int, isGiven: Bool, origin: AnswerOrigin = .given
  ) throws(FlowFailure) -> Submission? {
    let id = self.id(of: step)
    let needed = live.repeat?.elements?.count ?? records.count
    // A walk of an earlier version may have been left among the elements.
    if records.count > needed || records.count < needed && origin != .migrated {
      live.problems = [
        Problem(
          field: id, rule: .choice,
          message: catalog.text(
            .recordCount,
            ["needed": .count(needed), "count": .count(records.count)]))
      ]
      return nil
    }
    var taken = try items(
      filledWith: records, of: list, at: planIndex, elements: live.repeat?.elements,
      isGiven: isGiven)
    for position in records.count..<needed {
      taken.append(.open(ValueMap(), problem: mustBeAnswered(id, position)))
    }
    if isGiven, let before = live.repeat?.items { Self.keepIdentities(of: before, in: &taken) }
    live.repeat?.items = taken
    live.repeat?.isConfirmed = false
    if let problem = try repeatProblem(step, list, live, isWarned: false, isGiven: isGiven) {
      live.problems = [problem]
      return nil
    }
    guard let state = live.repeat else { return nil }
    return Submission(values: [state.value], origin: origin, items: state.items)
  }
}
