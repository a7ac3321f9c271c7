// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import SourceDiagnostics
import StackFlowCore

// Keeps answers of steps that are left, and accepts them when they're offered again.
extension FlowSession {
  /// Whether ``FlowEvent/acceptSuggestions`` submits the top step: each of its visible fields still shows
  /// an acceptable answer of before, or was left empty and may be.
  ///
  /// - Complexity: O(*n*) in the number of fields of the step, or in the items of a list of records.
  package var canAcceptSuggestions: Bool {
    guard case .asking(let live) = phase else { return false }
    return holdsSuggestions(live)
  }

  /// Submits the top step if all of its fields have acceptable suggestions.
  ///
  /// After the first step, it stops where something is unfinished.
  mutating func acceptSuggestions() {
    let isGoingOn = isAcceptingSuggestions
    isAcceptingSuggestions = false
    guard case .asking(var live) = phase, holdsSuggestions(live) else { return }
    if isGoingOn, holdsUnfinished(live) { return }
    phase = .idle
    do {
      let move = try submit(&live)
      if move != nil { announceFollowing(live) }
      isAcceptingSuggestions = move != nil
      wait(at: live, for: move)
    } catch {
      fail(error, at: live)
    }
  }

  /// Returns whether the top step was answered before, and is submitted by accepting what it offers.
  func holdsSuggestions(_ live: StepState) -> Bool {
    switch live.kind {
    case .note, .ask, .form: break
    case .repeat:
      // The list must have its earlier items, unchanged by the user.
      guard let state = live.repeat, holdsSuggested(state.items, of: state.elements) else {
        return false
      }
    case .review, .commit, .stop: return false
    }
    let fields = live.visibleFields
    guard !fields.isEmpty || live.kind == .note || live.kind == .repeat else { return false }
    return fields.allSatisfy { field in
      !field.isSecret && field.draft == .untouched && (field.offer != nil || !field.isRequired)
        && (field.offer?.source == .suggestion || answered[field.id] != nil)
        && field.found.allSatisfy { $0.severity == .warning }
    }
  }

  /// Returns whether the top list was answered before, and has the items that it offered.
  ///
  /// - Complexity: O(*n*) in the size of the items.
  private func holdsSuggested(_ items: ItemList, of elements: [Value]?) -> Bool {
    guard let (planIndex, step) = topStep, case .repeat(let list) = step.kind,
      items.firstProblem == nil
    else { return false }
    let id = self.id(of: step)
    let suggestedItems = suggestion(of: items, in: list)
    if let before = typed[id] {
      guard let elements, case .list(let records) = before else { return before == suggestedItems }
      // The elements may be others than before.
      let own = ordered(records.map(\.asMap), by: elements, of: list)
      guard case .list(let suggested) = suggestedItems, own.count == suggested.count else {
        return false
      }
      return zip(own, suggested).allSatisfy { own, suggested in
        var suggested = suggested.asMap
        suggested[RepeatItem.elementKey] = nil
        return own == suggested
      }
    }
    guard options.suggestions[id] != nil,
      let offered = try? makeRepeat(
        list, of: step, planIndex: planIndex, items: nil, elements: nil,
        in: scope(at: stack.top?.pushedAt))
    else { return false }
    return suggestion(of: offered.items, in: list) == suggestedItems
  }

  // MARK: What is remembered

  /// Notes the answers of the top step, which are no longer submitted; null for a field that was left empty.
  mutating func rememberAnswers(_ submission: Submission?) {
    guard let submission, let (planIndex, step) = topStep else { return }
    let scope = scopeOfSubmitted(submission, at: stack.count - 1)
    for (index, (element, value)) in zip(step.elements, submission.values).enumerated() {
      guard let field = element.field, field.isOfferedAgain, submission.origin(of: index) != .taken
      else { continue }
      // A hidden field has no answer.
      if value == nil, let when = element.when, (try? when.isTrue(in: scope)) != true { continue }
      let id = instance(element.id, of: step)
      answered[id] = value ?? .null
      if submission.origin(of: index).isRemembered, typed[id] == nil {
        typed[id] = value == "" ? .null : value ?? .null
      }
    }
    guard let items = submission.items, submission.origin != .taken else { return }
    let id = self.id(of: step)
    answered[id] =
      flow.takesSecret(id)
      ? flow.repeat(at: planIndex).map { list in
        .list(items.map { .map(kept($0.record.asMap, of: list.scope, for: .answersOnly)) })
      } : .list(items.map(\.record))
  }

  /// Remembers what was entered at a single question that's left.
  mutating func rememberEntered(on live: StepState) {
    guard live.elements.count == 1, let field = live.visibleFields.first, field.draft != .untouched,
      field.isOfferedAgain, field.entered.isRemembered
    else { return }
    let answer = field.value == "" ? nil : field.value
    if answer != nil || field.isAnsweredEmpty { typed[field.id] = answer ?? .null }
  }

  /// Forgets what was entered before in fields that are submitted empty, and isn't offered again, such as a secret in a
  /// record; that one was left empty on purpose stays.
  mutating func forgetEmptied(of live: StepState?) {
    guard let live, !typed.isEmpty else { return }
    for field in live.visibleFields
    where !field.isOfferedAgain && field.value == nil && typed[field.id] != .null {
      typed[field.id] = nil
    }
  }

  /// Empties fields that are now hidden; what was entered in them waits until they're shown again.
  mutating func resetHidden(in state: inout StepState, before: StepState) {
    for index in state.elements.indices where !state.elements[index].isVisible {
      guard before.elements[index].isVisible, let field = before.elements[index].field,
        field.draft != .untouched
      else { continue }
      // Invalid input isn't remembered. It stays as typed.
      if field.isOfferedAgain, field.value == nil, !field.mayStayEmpty { continue }
      state.setField(at: index) { field in
        field.draft = .untouched
        field.value = nil
        field.problems = []
        field.found = []
        field.firstEntry = nil
        field.isConfirmed = false
      }
    }
  }

  // MARK: Items

  /// Remembers what was entered in the records of the top list, which is submitted.
  mutating func rememberRecords(of submission: Submission?) {
    if submission?.items != nil, let step = topStep?.step {
      setUnfinished(nil, at: id(of: step))
    }
    guard let items = submission?.items, submission?.origin != .taken || handling.filling != nil,
      let (planIndex, step) = topStep, let list = flow.repeat(at: planIndex)
    else { return }
    remember(items.map { .map($0.typed) }, of: list, id(of: step))
  }

  /// The maximum number of items of a list that wait: 1,000.
  private static let maximumWaiting = 1_000

  /// Remembers what was entered in the records of a list; records of elements that aren't in it any more wait
  /// for them.
  private mutating func remember(_ records: [Value], of list: CheckedRepeat, _ id: String) {
    defer { typed[id] = .list(records) }
    guard let over = list.over, !readsSecret(over),
      case .list(let before)? = typed[id]
    else { return }
    var present: [ItemElement: Int] = [:]
    for case let element? in records.map({ $0.asMap[RepeatItem.elementKey] }) {
      present[ItemElement(element), default: 0] += 1
    }
    var waiting = waitingItems(of: id)
    for record in before {
      guard let element = record.asMap[RepeatItem.elementKey].map(ItemElement.init) else {
        continue
      }
      if let count = present[element], count > 0 {
        present[element] = count - 1
      } else {
        waiting.append(record)
      }
    }
    setWaitingItems(waiting, of: id)
  }

  /// The items of a list that wait: of a list over elements, for their elements; of another list, for the next
  /// item that's added.
  private func waitingItems(of list: String) -> [Value] {
    if case .list(let items)? = typed[list + RepeatItem.waitingSuffix] {
      items
    } else {
      []
    }
  }

  mutating func setWaitingItems(_ items: [Value], of list: String) {
    typed[list + RepeatItem.waitingSuffix] =
      items.isEmpty ? nil : .list(Array(items.suffix(Self.maximumWaiting)))
  }

  /// Returns what was entered about an element before it left its list, or before the list was left; without an
  /// element, in an item that was left before it was added.
  ///
  /// It doesn't wait any more.
  mutating func takeWaiting(_ element: Value?, of list: String) -> ValueMap? {
    var waiting = waitingItems(of: list)
    let found = element.map { element in
      waiting.firstIndex { item in
        guard let other = item.asMap[RepeatItem.elementKey] else { return false }
        let known = ItemElement(other)
        return known == ItemElement(element) || known == .value(element)
      }
    }
    guard let index = found ?? waiting.indices.last else { return nil }
    let item = waiting.remove(at: index).asMap
    setWaitingItems(waiting, of: list)
    return item
  }

  /// Keeps the items of the top list as suggestions.
  ///
  /// An empty list is only kept if it was submitted, or had items before.
  mutating func rememberItems(_ items: ItemList?, of elements: [Value]?, isSubmitted: Bool) {
    guard let items, let (planIndex, step) = topStep,
      let list = flow.repeat(at: planIndex)
    else {
      return
    }
    let id = self.id(of: step)
    if list.over != nil { releasePositions(of: items, elements, in: list, id) }
    guard !items.isEmpty || isSubmitted || typed[id] != nil else { return }
    if !isSubmitted, list.matrix == nil, !holdsSuggested(items, of: elements) {
      setUnfinished(Unfinished.list, at: id)
    }
    rememberAnswers(of: items, in: list, id)
    let left = rows(items, settingRefusedAsideIn: list)
    guard case .list(let records) = suggestion(of: left, in: list) else { return }
    remember(records, of: list, id)
  }

  /// Notes the answers of the items of a list that's left, with those that weren't entered but accepted.
  private mutating func rememberAnswers(of items: ItemList, in list: CheckedRepeat, _ id: String) {
    answered[id + RepeatItem.waitingSuffix] = .list(
      items.map { item in
        var answers = lastAnswers(of: item, in: list.scope)
        answers.identity = item.identity
        return .map(answers)
      })
  }

  /// Returns the last answers of an item without secrets: null for a field without one if the item is finished.
  func lastAnswers(of item: RepeatItem, in number: Int) -> ValueMap {
    let answers = kept(item.answers, of: number, for: .answersOnly)
    return item.problem == nil && !answers.isEmpty ? withEmptyFields(answers, of: number) : answers
  }

  private func withEmptyFields(_ answers: ValueMap, of number: Int) -> ValueMap {
    var answers = answers
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      if let inner = answer.flow {
        guard case .map(let own)? = answers[key] else { continue }
        answers[key] = .map(withEmptyFields(own, of: inner))
      } else if answers[key] == nil, flow.field(of: answer.origin)?.isOfferedAgain == true {
        answers[key] = .null
      }
    }
    return answers
  }

  /// Gives the items of a list that must be answered again their last answers.
  ///
  /// - Complexity: O(*n*) if there are some.
  func recallAnswers(of items: inout ItemList, of list: String) {
    guard items.firstProblem != nil,
      case .list(let records)? = answered[list + RepeatItem.waitingSuffix]
    else { return }
    var known: [ObjectIdentifier: ValueMap] = [:]
    for record in records.map(\.asMap) {
      if let identity = record.identity { known[ObjectIdentifier(identity)] = record }
    }
    for (position, item) in items.enumerated() where item.problem != nil {
      if let identity = item.identity, let answers = known[ObjectIdentifier(identity)] {
        items[position].answers = answers
      }
    }
  }

  /// Forgets what was entered at the positions of a list over elements that is left, whose elements may be
  /// others when it's reached again.
  ///
  /// Answers in items that aren't finished are kept for their elements.
  private mutating func releasePositions(
    of items: ItemList, _ elements: [Value]?, in list: CheckedRepeat, _ id: String
  ) {
    let isKept = list.matrix == nil && list.over.map { !readsSecret($0) } ?? false
    var begun = waitingItems(of: id)
    for (position, item) in items.enumerated() {
      let prefix = "\(id)[\(position)]."
      if isKept, item.isNotBegun, let elements, elements.indices.contains(position) {
        var answers = typedAnswers(of: list.scope, under: prefix)
        if !answers.isEmpty {
          answers[RepeatItem.elementKey] = elements[position]
          begun.append(.map(answers))
        }
      }
      forgetEntered(of: list.scope, under: prefix)
    }
    setWaitingItems(begun, of: id)
  }

  /// Offers the earlier answers of an item of a list over elements that is about to be asked: those of the item,
  /// or what was answered for the same element before the list was left.
  mutating func suggestItem(_ frame: RepeatFrame) {
    guard handling.filling == nil, (frame.element == nil) == (frame.elements == nil),
      let step = flow.step(at: frame.planIndex), let list = flow.repeat(at: frame.planIndex)
    else { return }
    let id = self.id(of: step)
    let prefix = "\(id)[\(frame.position)]."
    if frame.items.indices.contains(frame.position) {
      let item = frame.items[frame.position]
      if frame.elements == nil || !item.answers.isEmpty {
        return offer(item, of: list.scope, under: prefix)
      }
    }
    guard let waiting = takeWaiting(frame.element, of: id) else { return }
    offer(waiting, of: list.scope, under: prefix)
  }

  /// Offers what was entered in an item to the user, who's asked its questions again.
  mutating func offer(_ item: RepeatItem, of number: Int, under prefix: String) {
    offer(
      kept(item.left ?? item.typed, of: number, for: .suggestion),
      answered: lastAnswers(of: item, in: number), of: number, under: prefix)
  }

  /// Sets what was entered in an item, and its last answers, to exactly these.
  mutating func offer(
    _ typed: ValueMap, answered: ValueMap = ValueMap(), of number: Int, under prefix: String
  ) {
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      if let inner = answer.flow {
        offer(
          typed[key]?.asMap ?? ValueMap(), answered: answered[key]?.asMap ?? ValueMap(), of: inner,
          under: prefix + answer.name + ".")
      } else {
        let id = prefix + answer.name
        self.typed[id] = typed[key]
        self.answered[id] = answered[key]
        self.typed[Unfinished.key(id)] = typed[Unfinished.key(answer.name)]
        if flow.isList(answer.origin) {
          self.typed[id + RepeatItem.waitingSuffix] =
            typed[answer.name + RepeatItem.waitingSuffix]
        }
      }
    }
  }

  /// Forgets what was entered in an item, which has it now.
  mutating func forgetEntered(of number: Int, under prefix: String) {
    offer(ValueMap(), of: number, under: prefix)
  }
}
