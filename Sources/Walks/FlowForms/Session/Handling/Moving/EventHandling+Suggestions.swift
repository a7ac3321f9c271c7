// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// Keeps answers of steps that are left, and accepts them when they're offered again.
extension EventHandling {
  /// Submits the top step if all of its fields have acceptable suggestions.
  mutating func acceptSuggestions() {
    reader.session.isAcceptingSuggestions = false
    guard case .asking(var live) = reader.session.phase, holdsSuggestions(live) else { return }
    reader.session.phase = .idle
    do {
      let move = try submit(&live)
      reader.session.isAcceptingSuggestions = move != nil
      wait(at: live, for: move)
    } catch {
      fail(error, at: live)
    }
  }

  func holdsSuggestions(_ live: StepState) -> Bool {
    switch live.kind {
    case .note, .ask, .form: break
    case .repeat:
      // The list must have all earlier items, unchanged.
      guard holdsSuggestedItems(live) else { return false }
    case .review, .commit, .stop: return false
    }
    let fields = live.visibleFields
    guard !fields.isEmpty || live.kind == .note || live.kind == .repeat else { return false }
    return fields.allSatisfy { field in
      !field.isSecret && field.draft == .untouched
        && (field.offer?.isSuggestion == true || field.isLeftEmptyAgain)
    }
  }

  /// Returns whether the top list has the items that it offered, unchanged.
  func holdsSuggestedItems(_ live: StepState) -> Bool {
    guard let (planIndex, step) = reader.session.topStep, case .repeat(let list) = step.kind else {
      return false
    }
    let suggestedItems = live.repeat.map { reader.suggestion(of: $0.items, in: list) }
    // Items that are no longer valid are missing.
    if let before = reader.session.suggestions[live.id] { return before == suggestedItems }
    guard options.suggestions[live.id] != nil,
      let offered = try? makeRepeat(
        list, of: step, planIndex: planIndex, items: nil, elements: nil,
        in: reader.scope(at: reader.session.stack.top?.pushedAt))
    else { return false }
    return reader.suggestion(of: offered.items, in: list) == suggestedItems
  }

  // MARK: What is remembered

  /// Keeps the answers of the top step, which are no longer submitted, as suggestions; null for a field
  /// that was left empty.
  ///
  /// Defaults that were taken without asking aren't kept; they're evaluated again.
  mutating func rememberAnswers(_ submission: Submission?) {
    guard let submission, submission.origin != .defaulted, let step = reader.session.topStep?.step
    else {
      return
    }
    let scope = reader.scopeOfSubmitted(submission, at: reader.session.stack.count - 1)
    for (element, value) in zip(step.elements, submission.values) {
      guard let field = element.field, field.isOfferedAgain else { continue }
      // What was hidden isn't an answer.
      if value == nil, let when = element.when, (try? when.isTrue(in: scope)) != true { continue }
      reader.session.suggestions[reader.instance(element.id, of: step)] = value ?? .null
    }
  }

  /// Keeps the user's input in a popped step as suggestions.
  mutating func rememberDrafts(on live: StepState) {
    for field in live.visibleFields where field.draft != .untouched && field.isOfferedAgain {
      if let value = field.value { reader.session.suggestions[field.id] = value }
    }
    rememberItems(live.repeat?.items, of: live.repeat?.elements, isSubmitted: false)
  }

  /// Keeps the input of fields that are now hidden as suggestions.
  mutating func rememberHidden(in state: inout StepState, before: StepState) {
    for index in state.elements.indices where !state.elements[index].isVisible {
      guard before.elements[index].isVisible, let field = before.elements[index].field,
        field.draft != .untouched
      else { continue }
      if field.isOfferedAgain {
        // Invalid input can't be a suggestion. It stays as typed.
        guard let value = field.value else { continue }
        reader.session.suggestions[field.id] = value
      }
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

  /// Keeps the items of the top list as suggestions.
  ///
  /// An empty list is only kept if it was submitted, or had items before.
  mutating func rememberItems(_ items: ItemList?, of elements: [Value]?, isSubmitted: Bool) {
    guard let items, let (planIndex, step) = reader.session.topStep,
      let list = flow.repeat(at: planIndex)
    else {
      return
    }
    let id = reader.id(of: step)
    if list.over != nil { releasePositions(of: items, elements, in: list, id) }
    guard !items.isEmpty || isSubmitted || reader.session.suggestions[id] != nil else { return }
    reader.session.suggestions[id] = reader.suggestion(of: items, in: list)
  }

  /// Removes the suggestions for the positions of a list over elements that is left, whose elements may be
  /// others when it's reached again.
  ///
  /// What was answered in items that aren't finished is kept for their elements.
  private mutating func releasePositions(
    of items: ItemList, _ elements: [Value]?, in list: CheckedRepeat, _ id: String
  ) {
    let isKept = list.matrix == nil && list.over.map { !reader.readsSecret($0) } ?? false
    var begun: [Value] = []
    if case .list(let earlier)? = reader.session.suggestions[Self.begunItems(of: id)] {
      begun = earlier
    }
    for (position, item) in items.enumerated() {
      let prefix = "\(id)[\(position)]."
      if isKept, item.isNotBegun, let elements, elements.indices.contains(position) {
        var answers = suggestedAnswers(of: list.scope, under: prefix)
        if !answers.isEmpty {
          answers[RepeatItem.elementKey] = elements[position]
          begun.append(.map(answers))
        }
      }
      forgetSuggestions(of: list.scope, under: prefix)
    }
    reader.session.suggestions[Self.begunItems(of: id)] = begun.isEmpty ? nil : .list(begun)
  }

  /// Returns the key of the suggestions for items of a list over elements that aren't finished: a list of maps
  /// with their elements.
  private static func begunItems(of list: String) -> String { list + "[]" }

  /// Returns the suggestions for an item.
  private func suggestedAnswers(of number: Int, under prefix: String) -> ValueMap {
    var answers = ValueMap()
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      if let inner = answer.flow {
        let own = suggestedAnswers(of: inner, under: prefix + answer.name + ".")
        if !own.isEmpty { answers[key] = .map(own) }
      } else if let value = reader.session.suggestions[prefix + answer.name], value != .null {
        answers[key] = value
      }
    }
    return answers
  }

  /// Offers the earlier answers of an item of a list over elements that is about to be asked: those of the item,
  /// or what was answered for the same element before the list was left.
  mutating func suggestItem(_ frame: RepeatFrame) {
    guard filling == nil, let element = frame.element,
      frame.items.indices.contains(frame.position),
      let step = flow.step(at: frame.planIndex), let list = flow.repeat(at: frame.planIndex)
    else { return }
    let id = reader.id(of: step)
    let prefix = "\(id)[\(frame.position)]."
    let answers = frame.items[frame.position].answers
    if !answers.isEmpty { return suggest(answers, of: list.scope, under: prefix) }
    guard case .list(var begun)? = reader.session.suggestions[Self.begunItems(of: id)],
      let index = begun.firstIndex(where: { $0.asMap[RepeatItem.elementKey] == element })
    else { return }
    suggest(begun.remove(at: index).asMap, of: list.scope, under: prefix)
    reader.session.suggestions[Self.begunItems(of: id)] = begun.isEmpty ? nil : .list(begun)
  }

  /// Sets the suggestions for asking an item again to exactly its answers.
  mutating func suggest(_ answers: ValueMap, of number: Int, under prefix: String) {
    for answer in flow.scopes[number].answers {
      let value = answers[.string(answer.name)]
      if let inner = answer.flow {
        suggest(value?.asMap ?? ValueMap(), of: inner, under: prefix + answer.name + ".")
      } else {
        reader.session.suggestions[prefix + answer.name] = value.flatMap {
          $0 == .null ? nil : reader.kept($0, at: answer.origin, for: .suggestion)
        }
      }
    }
  }

  /// Removes the suggestions for a finished item.
  mutating func forgetSuggestions(of number: Int, under prefix: String) {
    suggest(ValueMap(), of: number, under: prefix)
  }
}
