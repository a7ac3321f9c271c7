// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import Localization
import SourceDiagnostics
import StackFlowCore

// Lists of records: the items of the top list, and the steps of an item.
extension FlowSession {
  /// Returns the state of a list that becomes the top: as it was left, or with the earlier items
  /// that are still valid.
  func makeRepeat(
    _ list: CheckedRepeat, of step: CheckedStep, planIndex: Int, items: ItemList?,
    elements: [Value]?, in scope: SessionScope
  ) throws(FlowFailure) -> RepeatState {
    var state = RepeatState(
      items: ItemList(),
      constraints: try constraints(list.constraints, of: .choices, in: scope))
    if let elements {
      state.elements = elements
    } else if let over = list.over {
      guard case .list(let elements)? = try over.value(in: scope).unwrapped else { return state }
      try checkCells(rows: elements.count, of: list)
      state.elements = elements
    }
    if let items { state.items = items }
    guard handling.filling == nil, items == nil else { return state }
    var suggested: [ValueMap?] = []
    if case .list(let values)? = suggestedRecords(id(of: step)) {
      suggested = values.map(\.asMap)
    }
    if let elements = state.elements {
      suggested = ordered(suggested.compactMap { $0 }, by: elements, of: list)
    }
    for (position, answers) in suggested.enumerated() {
      let frame = RepeatFrame(
        planIndex: planIndex, items: state.items, elements: state.elements, position: position)
      state.items.append(
        try answers.map { (answers) throws(FlowFailure) in
          try item(filledWith: answers, in: frame, isGiven: false)
        } ?? .open(ValueMap(), problem: mustBeAnswered(id(of: step), position)))
    }
    recallAnswers(of: &state.items, of: id(of: step))
    return state
  }

  /// Returns the earlier answers of items for a list over elements.
  ///
  /// Each element gets its own answers, whatever its position was, and an element without any gets
  /// none. A record that's an element has the answers about it, though it was edited; other elements are found by
  /// their values, equal ones in order. Answers of an earlier walk don't say which elements they're about, so as
  /// many of them as there are elements are taken in order.
  func ordered(
    _ answers: [ValueMap], by elements: [Value], of list: CheckedRepeat
  ) -> [ValueMap?] {
    let isKeyed = answers.contains { $0[RepeatItem.elementKey] != nil }
    if !isKeyed, answers.count == elements.count, let over = list.over, !readsSecret(over) {
      return answers
    }
    var positions: [ItemElement: [Int]] = [:]
    for (position, answers) in answers.enumerated().reversed() {
      if let element = answers[RepeatItem.elementKey] {
        positions[ItemElement(element), default: []].append(position)
      }
    }
    return elements.map { element in
      let found =
        positions[ItemElement(element)]?.popLast() ?? positions[.value(element)]?.popLast()
      guard let position = found else { return nil }
      var own = answers[position]
      own[RepeatItem.elementKey] = nil
      return own
    }
  }

  func mustBeAnswered(_ list: String, _ position: Int) -> Problem {
    Problem(
      field: "\(list)[\(position)]", rule: .required, message: catalog.text(.unanswered))
  }

  // MARK: What a person does to a list

  /// Handles an event that changes the top list.
  mutating func change(_ event: FlowEvent) {
    guard case .asking(var live) = phase, let state = live.repeat else { return }
    // Drop the second reference in the phase, so that the step changes in place.
    phase = .idle
    live.denial = nil
    live.problems = []
    do {
      if let complaint = state.complaint(about: event, catalog) {
        let problem = Problem(field: live.id, rule: .choice, message: complaint)
        live.problems = [problem]
        announce(.refused([problem]))
        return wait(at: live, for: nil)
      }
      var move: MoveGoal?
      switch event {
      case .addItem: move = .item(firstToOpen(before: state.items.count, of: state))
      case .editItem(let position): move = .item(firstToOpen(before: position, of: state))
      case .removeItem(let position):
        live.repeat?.removals.append(ItemRemoval(items: state.items, position: position))
        live.repeat?.items.remove(at: position)
        live.repeat?.isConfirmed = false
        try replayItems(of: &live, from: position)
      case .restoreItem:
        guard let last = live.repeat?.removals.popLast() else { break }
        live.repeat?.items = last.items
        live.repeat?.isConfirmed = false
      case .moveItem(let from, let to):
        guard from != to, let item = live.repeat?.items.remove(at: from) else { break }
        live.repeat?.items.insert(item, at: to)
        live.repeat?.removals = []
        live.repeat?.isConfirmed = false
        try replayItems(of: &live, from: min(from, to))
      default: break
      }
      wait(at: live, for: move)
    } catch {
      fail(error, at: live)
    }
  }

  /// Returns the position of the item to ask before one at a position can be: one that must be answered again, if
  /// the item's questions depend on the items before it; otherwise the item itself.
  private func firstToOpen(before position: Int, of state: RepeatState) -> Int {
    guard let planIndex = topStep?.planIndex, let list = flow.repeat(at: planIndex),
      list.readsIndex || list.readsItems, let marked = state.items.firstProblem
    else { return position }
    return min(marked, position)
  }

  // MARK: An item

  /// Returns the item to ask without waiting for the user: the first open item of a list over elements, or
  /// the next one of a list that lacks items and is filled, unless records given in advance were refused.
  func openItem(of live: StepState) -> RepeatFrame? {
    guard live.kind == .repeat, !live.isDrawn else { return nil }
    if let row = firstRow(of: live) { return row }
    guard handling.filling == nil, live.problems.isEmpty, let top = stack.top,
      let state = live.repeat
    else { return nil }
    let isFilling = isFilling(state)
    let next = isFilling && state.items.firstProblem == nil ? state.items.count : nil
    guard let position = state.elements == nil ? next : state.items.firstNotBegun else {
      return nil
    }
    return RepeatFrame(
      planIndex: top.planIndex, items: state.items, elements: state.elements, position: position,
      isFilling: isFilling)
  }

  /// Whether the top list opens records by itself, because there are too few.
  private func isFilling(_ state: RepeatState) -> Bool {
    guard let index = stack.top?.planIndex, flow.repeat(at: index)?.isFilled == true else {
      return false
    }
    return state.limit(.minItems).map { state.items.count < $0 } ?? false
  }

  /// Opens the item at a position of the top list, or a new one after the last.
  mutating func openItem(at position: Int, of live: StepState?, isBack: Bool = false) {
    guard let planIndex = stack.top?.planIndex, let state = live?.repeat else { return }
    advance(
      with: nil,
      opening: RepeatFrame(
        planIndex: planIndex, items: state.items, elements: state.elements, position: position,
        isFilling: isBack && isFilling(state)))
  }

  /// Returns the item that the steps above a list have asked for.
  ///
  /// Nothing has moved yet, so a failure stops above the last step.
  func finishedItem(
    of repeatIndex: Int, with submission: Submission?, _ computed: [ComputedValue],
    opening: RepeatFrame?
  ) throws(FlowFailure) -> FinishedItem {
    var scope = self.scope()
    scope.opening = opening
    guard let list = flow.repeat(at: repeatIndex), let frame = scope.frame(of: repeatIndex) else {
      throw FlowFailure(message: "an item ends without its list", place: flow.id.place)
    }
    scope.number = list.scope
    scope.computed = computed
    if let submission, let top = stack.top {
      scope.submitted = (top.planIndex, submission.values)
      scope.submittedItems = submission.items
      scope.submittedEmpty = submission.leftEmpty
    }
    let record = self.record(of: list.scope, in: scope)
    let complete = self.answers(in: frame, of: list.scope, scope)
    scope.readsOnlyAnswers = true
    let answers = self.answers(in: frame, of: list.scope, scope)
    scope.readsOnlyAnswers = false
    let id = flow.step(at: repeatIndex).map { self.id(of: $0) } ?? ""
    var typed = typedAnswers(of: list.scope, under: "\(id)[\(frame.position)].")
    typed[RepeatItem.elementKey] = answers[RepeatItem.elementKey]
    let before =
      frame.items.indices.contains(frame.position) ? frame.items[frame.position] : nil
    var item = RepeatItem(
      before?.identity ?? handling.filling?.answers.identity, record: record.asMap,
      answers: answers,
      typed: typed,
      summary: try list.summary?.text(in: scope, language: language)
        ?? shownText(of: answers, scope: list.scope, in: scope))
    if complete != answers { item.complete = complete }
    item.isUnasked = isUnasked(above: repeatIndex, with: submission)
    return FinishedItem(item: item, frame: frame)
  }

  /// Pops the steps of an item, and puts its record into the list.
  ///
  /// - Parameters:
  ///   - finished: The item.
  ///   - live: The step that was answered last, which is replaced by the list.
  /// - Returns: The next item to ask without waiting for the user, or nil if the list waits.
  /// - Throws: ``FlowFailure`` if an expression of the list fails, or of an item that's asked
  ///   again.
  mutating func close(
    _ finished: FinishedItem, _ live: inout StepState?
  ) throws(FlowFailure) -> RepeatFrame? {
    let frame = finished.frame
    guard let depth = stack.depth(ofPlanIndex: frame.planIndex),
      let step = flow.step(at: frame.planIndex),
      let list = flow.repeat(at: frame.planIndex)
    else { return nil }
    while stack.count - 1 > depth {
      let id = self.id(at: stack.count - 1)
      if let id { announce(.move(.willPop(id))) }
      stack.pop()
      if let id { announce(.move(.didPop(id))) }
    }
    forgetEntered(of: list.scope, under: "\(self.id(of: step))[\(frame.position)].")
    live = nil
    var state = try makeState(
      of: step, planIndex: frame.planIndex, items: finished.items, elements: frame.elements)
    defer { live = state }
    guard handling.filling == nil else { return nil }
    if list.matrix != nil { return nextRow(after: frame, of: state) }
    if list.readsItems { try replayItems(of: &state, from: frame.position + 1) }
    // A record without a question is the same again and again.
    if frame.elements == nil, finished.item.isUnasked { return nil }
    return openItem(of: state)
  }

  // MARK: Submission

  /// Returns the problem of the first item that has one, as one of its list; nil if all are finished.
  func problem(of items: ItemList, field id: String, isGiven: Bool) -> Problem? {
    guard let position = items.firstProblem, let problem = items[position].problem else {
      return nil
    }
    return Problem(
      field: id, rule: problem.rule,
      message: items[position].isOpen && !isGiven
        ? catalog.text(.itemUnanswered, ["number": .count(position + 1)])
        : catalog.text(
          isGiven ? .itemProblem : .itemToAnswerAgain,
          ["number": .count(position + 1), "problem": .text(problem.message)]))
  }

  /// Returns the problem of the list as a whole, or nil if it can be submitted.
  ///
  /// For records given in advance, no item was answered before.
  func repeatProblem(
    _ step: CheckedStep, _ list: CheckedRepeat, _ live: StepState, isWarned: Bool = true,
    isGiven: Bool = false
  ) throws(FlowFailure) -> Problem? {
    guard let state = live.repeat else { return nil }
    let id = self.id(of: step)
    if let problem = problem(of: state.items, field: id, isGiven: isGiven) { return problem }
    let count = state.items.count
    if let least = state.limit(.minItems), count < least {
      return Problem(
        field: id, rule: .constraint(.minItems),
        message: catalog.text(.tooFewItems, ["limit": .count(least)]))
    }
    if let most = state.limit(.maxItems), count > most {
      return Problem(
        field: id, rule: .constraint(.maxItems),
        message: catalog.text(.tooManyItems, ["limit": .count(most)]))
    }
    var scope = self.scope()
    scope.local[list.name] = state.value
    for (index, validation) in step.validations.enumerated() {
      if severity(of: validation) == .warning, !isWarned || state.isConfirmed { continue }
      if let problem = try self.problem(of: validation, index: index, field: id, in: scope) {
        return problem
      }
    }
    return nil
  }
}

extension RepeatState {
  /// Returns why an event can't change the list, or nil if it can.
  fileprivate func complaint(about event: FlowEvent, _ catalog: MessageCatalog) -> String? {
    func missing(_ position: Int) -> String {
      catalog.text(.itemMissing, ["number": .count(position + 1)])
    }
    let positions: [Int]
    switch event {
    case .addItem: positions = []
    case .editItem(let position):
      return items.indices.contains(position) ? nil : missing(position)
    case .removeItem(let position): positions = [position]
    case .restoreItem: return removals.isEmpty ? catalog.text(.nothingRemoved) : nil
    case .moveItem(let from, let to): positions = [from, to]
    default: return nil
    }
    if elements != nil { return catalog.text(.itemsAreFixed) }
    for position in positions where !items.indices.contains(position) {
      return missing(position)
    }
    if case .addItem = event, let most = limit(.maxItems), items.count >= most {
      return catalog.text(.tooManyItems, ["limit": .count(most)])
    }
    return nil
  }
}

extension Value {
  /// The map, or an empty one if it isn't a map.
  var asMap: ValueMap {
    if case .map(let map) = self { map } else { ValueMap() }
  }
}
