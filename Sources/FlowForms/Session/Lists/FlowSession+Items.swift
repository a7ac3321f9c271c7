// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Lists of records: the items of the list on the top, and the steps that ask for one of them.
extension FlowSession {
  /// A list as it stands when it becomes the top: as it was left, or with the items of before that
  /// still fit.
  func makeHub(
    _ list: CheckedRepeat, of step: CheckedStep, planIndex: Int, items: ItemList?,
    elements: [Value]?, in scope: SessionScope
  ) throws(FlowFailure) -> HubState {
    var hub = HubState(
      items: ItemList(), constraints: try constraints(list.constraints, of: .choices, in: scope))
    if let elements {
      hub.elements = elements
    } else if let over = list.over {
      guard case .list(let elements)? = try over.value(in: scope).unwrapped else { return hub }
      hub.elements = elements
    }
    if let items { hub.items = items }
    guard filling == nil, items == nil else { return hub }
    var suggested: [ValueMap] = []
    if case .list(let values)? = suggestedList(id(of: step)) { suggested = values.map(\.asMap) }
    if let elements = hub.elements { suggested = suggested.ordered(by: elements) }
    for (position, answers) in suggested.enumerated() {
      let frame = HubFrame(
        hub: planIndex, items: hub.items, elements: hub.elements, position: position)
      hub.items.append(
        answers.isEmpty && hub.elements != nil
          ? .open(answers, problem: Self.mustBeAnswered(id(of: step), position))
          : try item(filledWith: answers, in: frame, isGiven: false))
    }
    return hub
  }

  static func mustBeAnswered(_ list: String, _ position: Int) -> Problem {
    Problem(
      field: "\(list)[\(position)]", rule: .required, message: "not answered yet")
  }

  // MARK: What a person does to a list

  /// Handles an event that concerns the list on the top.
  mutating func change(_ event: FlowEvent, _ announcements: inout [FlowAnnouncement]) {
    guard let hub = live?.hub else { return }
    live?.denial = nil
    live?.problems = []
    do {
      switch event {
      case .addItem: addItem(hub, &announcements)
      case .editItem(let position):
        guard hub.items.indices.contains(position) else {
          return refuseList("there is no item \(position + 1)", &announcements)
        }
        phase = .awaiting(.item(position))
      case .removeItem(let position): try removeItem(position, hub, &announcements)
      case .moveItem(let from, let to): try moveItem(from, to, hub, &announcements)
      default: break
      }
    } catch {
      fail(error, &announcements)
    }
  }

  private mutating func addItem(_ hub: HubState, _ announcements: inout [FlowAnnouncement]) {
    guard hub.elements == nil else {
      return refuseList("the flow says which items there are", &announcements)
    }
    if let most = hub.limit(.maxItems), hub.items.count >= most {
      return refuseList(HubState.complaint(most: most), &announcements)
    }
    phase = .awaiting(.item(hub.items.count))
  }

  private mutating func removeItem(
    _ position: Int, _ hub: HubState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    guard hub.elements == nil else {
      return refuseList("the flow says which items there are", &announcements)
    }
    guard hub.items.indices.contains(position) else {
      return refuseList("there is no item \(position + 1)", &announcements)
    }
    live?.hub?.items.remove(at: position)
    live?.hub?.isConfirmed = false
    try replayItems(from: position)
  }

  private mutating func moveItem(
    _ from: Int, _ to: Int, _ hub: HubState, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) {
    guard hub.elements == nil else {
      return refuseList("the flow says which items there are", &announcements)
    }
    for position in [from, to] where !hub.items.indices.contains(position) {
      return refuseList("there is no item \(position + 1)", &announcements)
    }
    guard from != to, let item = live?.hub?.items.remove(at: from) else { return }
    live?.hub?.items.insert(item, at: to)
    live?.hub?.isConfirmed = false
    try replayItems(from: min(from, to))
  }

  private mutating func refuseList(
    _ message: String, _ announcements: inout [FlowAnnouncement]
  ) {
    let problem = Problem(field: live?.id ?? "", rule: .choice, message: message)
    live?.problems = [problem]
    announcements.append(.refused([problem]))
  }

  // MARK: An item

  /// The item that is asked for without waiting for the person: of a list with elements, the first
  /// that is open.
  func openItem(of step: CheckedStep) -> HubFrame? {
    guard filling == nil, let top = stack.top, let hub = live?.hub, let elements = hub.elements,
      let position = hub.items.firstNotBegun
    else { return nil }
    return HubFrame(
      hub: top.planIndex, items: hub.items, elements: elements, position: position)
  }

  /// Asks for the item at a position of the list on the top; a new one behind the last.
  mutating func openItem(at position: Int, _ announcements: inout [FlowAnnouncement]) {
    guard let (planIndex, step) = topStep, let list = flow.list(at: planIndex),
      let hub = live?.hub
    else { return }
    if hub.items.indices.contains(position) {
      suggest(
        hub.items[position].answers, of: list.scope, under: "\(id(of: step))[\(position)].")
    }
    let frame = HubFrame(
      hub: planIndex, items: hub.items, elements: hub.elements, position: position)
    advance(with: nil, opening: frame, &announcements)
  }

  /// What the steps above a list make of the item that they ask for.
  ///
  /// Nothing has moved yet, so that a failure stands above the last of them.
  func finishedItem(
    of hub: Int, with submission: Submission?, _ computed: [ComputedValue], opening: HubFrame?
  ) throws(FlowFailure) -> FinishedItem {
    var scope = scope()
    scope.opening = opening
    guard let list = flow.list(at: hub), let frame = scope.frame(of: hub) else {
      throw FlowFailure(message: "an item ends without its list", place: flow.definition.id.place)
    }
    scope.number = list.scope
    scope.computed = computed
    if let submission, let top = stack.top {
      scope.submitted = (top.planIndex, submission.values)
      scope.submittedItems = submission.items
      scope.submittedEmpty = submission.leftEmpty
    }
    let record = record(of: list.scope, in: scope)
    let answers = answers(in: frame, of: list.scope, scope)
    return FinishedItem(
      item: HubItem(
        record: record, answers: answers,
        summary: try list.summary?.text(in: scope, language: language)
          ?? shownText(of: answers, scope: list.scope),
        problem: nil, isUnasked: isUnasked(above: hub, with: submission)), frame: frame)
  }

  /// Pops the steps of an item and puts its record into the list.
  ///
  /// - Returns: The next item to ask for without waiting for the person; nil when the list waits.
  mutating func close(
    _ finished: FinishedItem, _ announcements: inout [FlowAnnouncement]
  ) throws(FlowFailure) -> HubFrame? {
    let frame = finished.frame
    guard let depth = stack.depth(ofPlanIndex: frame.hub), let step = flow.step(at: frame.hub),
      let list = flow.list(at: frame.hub)
    else { return nil }
    while stack.count - 1 > depth {
      let id = self.id(at: stack.count - 1)
      if let id { announcements.append(.willPop(id: id)) }
      stack.pop()
      if let id { announcements.append(.didPop(id: id)) }
    }
    forgetSuggestions(of: list.scope, under: "\(id(of: step))[\(frame.position)].")
    live = nil
    live = try makeState(
      of: step, planIndex: frame.hub, items: finished.items, elements: frame.elements)
    phase = .asking
    guard filling == nil else { return nil }
    if list.readsItems { try replayItems(from: frame.position + 1) }
    return openItem(of: step)
  }

  // MARK: Submission

  /// What is wrong with the list as a whole; nil when it can be submitted.
  ///
  /// Of records that are given from outside no item was answered before.
  func listProblem(
    _ step: CheckedStep, _ list: CheckedRepeat, isWarned: Bool = true, isGiven: Bool = false
  ) throws(FlowFailure) -> Problem? {
    guard let hub = live?.hub else { return nil }
    let id = self.id(of: step)
    if let position = hub.items.firstProblem,
      let problem = hub.items[position].problem
    {
      return Problem(
        field: id, rule: .required,
        message: hub.items[position].isOpen && !isGiven
          ? "item \(position + 1) is not answered yet"
          : "item \(position + 1)\(isGiven ? "" : " must be answered again"): \(problem.message)")
    }
    let count = hub.items.count
    if let least = hub.limit(.minItems), count < least {
      return Problem(
        field: id, rule: .constraint(.minItems), message: HubState.complaint(least: least))
    }
    if let most = hub.limit(.maxItems), count > most {
      return Problem(
        field: id, rule: .constraint(.maxItems), message: HubState.complaint(most: most))
    }
    var scope = scope()
    scope.local[list.name] = hub.value
    for (index, validation) in step.validations.enumerated() {
      if severity(of: validation) == .warning, !isWarned || hub.isConfirmed { continue }
      if let problem = try problem(of: validation, index: index, field: id, in: scope) {
        return problem
      }
    }
    return nil
  }
}

extension HubState {
  static func complaint(least: Int) -> String {
    least == 1 ? "at least 1 item is needed" : "at least \(least) items are needed"
  }

  static func complaint(most: Int) -> String {
    switch most {
    case 0: "no items fit"
    case 1: "only 1 item fits"
    default: "at most \(most) items fit"
    }
  }
}

extension [ValueMap] {
  /// The answers of items before, for a list of elements: each element has those that were its own,
  /// wherever it stood, and an element without any has none.
  func ordered(by elements: [Value]) -> [ValueMap] {
    var positions: [Value: [Int]] = [:]
    for (position, answers) in enumerated().reversed() {
      if let element = answers[HubItem.elementKey] {
        positions[element, default: []].append(position)
      }
    }
    return elements.map { element in
      guard let position = positions[element]?.popLast() else { return ValueMap() }
      var answers = self[position]
      answers[HubItem.elementKey] = nil
      return answers
    }
  }
}

extension Value {
  /// The map that it is; an empty one when it is none.
  var asMap: ValueMap {
    if case .map(let map) = self { map } else { ValueMap() }
  }
}
