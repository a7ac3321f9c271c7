// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import HashTreeCollections
import StackFlowCore

// The records that scopes make of their answers, and the answers by which items are asked again.
extension FlowSession {
  /// The answers of a scope by name, of an item with what is computed in it; those that were not
  /// asked or left empty are missing.
  func record(of number: Int, in scope: SessionScope) -> Value {
    let answers = flow.scopes[number].parts
    var map = ValueMap()
    map.reserveCapacity(answers.count)
    var reader = AnswerReader(of: scope, expecting: answers.count)
    for answer in answers {
      guard let value = reader.value(at: answer.origin) else { continue }
      // What is computed from what may be absent is absent with it.
      if case .optional(let inner) = value {
        if let inner { map.appendNew(answer.name, inner) }
      } else {
        map.appendNew(answer.name, value)
      }
    }
    return .map(map)
  }

  /// The answers of a scope as they were put in, with those of flows and lists inside it.
  ///
  /// A field that was left empty although it has a default is null, so that its default doesn't come
  /// back where the answers are given again.
  func answers(of number: Int, in scope: SessionScope) -> ValueMap {
    var map = ValueMap()
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      if let inner = answer.flow {
        let answers = answers(of: inner, in: scope)
        if !answers.isEmpty { map[key] = .map(answers) }
      } else if let items = items(at: answer.origin, in: scope) {
        map[key] = .list(items.map { .map($0.answers) })
      } else if let value = scope.value(at: answer.origin) {
        map[key] = value
      } else if isLeftEmpty(answer.origin, in: scope) {
        map[key] = .null
      }
    }
    return map
  }

  /// The answers of an item as they were put in, with the element that it's about.
  ///
  /// A secret element isn't kept, as no secret is offered again.
  func answers(in frame: RepeatFrame, of number: Int, _ scope: SessionScope) -> ValueMap {
    var map = answers(of: number, in: scope)
    if let element = frame.element, let over = flow.repeat(at: frame.planIndex)?.over,
      !readsSecret(over)
    {
      map[RepeatItem.elementKey] = element
    }
    return map
  }

  /// Whether a field was shown and left empty although it has a default.
  private func isLeftEmpty(_ origin: NameOrigin, in scope: SessionScope) -> Bool {
    guard case .element(let plan, let element) = origin else { return false }
    if let submitted = scope.submitted, submitted.planIndex == plan {
      return scope.submittedEmpty.contains(element)
    }
    guard let depth = stack.depth(ofPlanIndex: plan) else { return false }
    return stack.entry(at: depth + 1)?.item.submission?.leftEmpty.contains(element) == true
  }

  /// The items of a submitted list; nil if a name is of something else.
  private func items(at origin: NameOrigin, in scope: SessionScope) -> ItemList? {
    guard case .element(let plan, _) = origin, flow.repeat(at: plan) != nil else { return nil }
    if let submitted = scope.submitted, submitted.planIndex == plan {
      return scope.submittedItems
    }
    guard let depth = stack.depth(ofPlanIndex: plan) else { return nil }
    return stack.entry(at: depth + 1)?.item.submission?.items
  }

  // MARK: Suggestions

  /// Offers the answers of an item, and only those, when it's asked for again.
  mutating func suggest(_ answers: ValueMap, of number: Int, under prefix: String) {
    for answer in flow.scopes[number].answers {
      let value = answers[.string(answer.name)]
      if let inner = answer.flow {
        suggest(value?.asMap ?? ValueMap(), of: inner, under: prefix + answer.name + ".")
      } else {
        suggestions[prefix + answer.name] = value.flatMap {
          $0 == .null ? nil : kept($0, at: answer.origin, for: .suggestion)
        }
      }
    }
  }

  /// Forgets what would be offered for an item that is finished.
  mutating func forgetSuggestions(of number: Int, under prefix: String) {
    suggest(ValueMap(), of: number, under: prefix)
  }

  /// Keeps the items of the list on the top, which may not be submitted again.
  ///
  /// That there are none is kept only of a list that was submitted so, or had some before.
  mutating func rememberItems(_ items: ItemList?, isSubmitted: Bool) {
    guard let items, let (planIndex, step) = topStep, let list = flow.repeat(at: planIndex) else {
      return
    }
    let id = id(of: step)
    guard !items.isEmpty || isSubmitted || suggestions[id] != nil else { return }
    suggestions[id] = suggestion(of: items, in: list)
  }

  /// Items as they would be offered again.
  func suggestion(of items: ItemList, in list: CheckedRepeat) -> Value {
    .list(items.map { .map(kept($0.answers, of: list.scope, for: .suggestion)) })
  }

  /// What the answers of items are wanted for.
  enum AnswerUse {
    /// To be offered again: no secrets, and each with the element that it's of.
    case suggestion

    /// To be given in advance: as a person puts them in.
    case given
  }

  /// An answer as it may be used; nil if it may not.
  private func kept(_ value: Value, at origin: NameOrigin, for use: AnswerUse) -> Value? {
    guard case .element(let plan, let element) = origin else { return value }
    if let list = flow.repeat(at: plan) {
      guard case .list(let records) = value else { return nil }
      return .list(records.map { .map(kept($0.asMap, of: list.scope, for: use)) })
    }
    if use == .given { return value }
    return flow.step(at: plan)?.elements[element].field?.isOfferedAgain == true ? value : nil
  }

  /// The answers of an item, with those of flows and lists inside it, as they may be used.
  func kept(_ answers: ValueMap, of number: Int, for use: AnswerUse) -> ValueMap {
    var map = ValueMap()
    if use == .suggestion { map[RepeatItem.elementKey] = answers[RepeatItem.elementKey] }
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      guard let value = answers[key] else { continue }
      if let inner = answer.flow {
        map[key] = .map(kept(value.asMap, of: inner, for: use))
      } else if let kept = kept(value, at: answer.origin, for: use) {
        map[key] = kept
      }
    }
    return map
  }

  /// The secrets among the answers of an item, with those of flows and lists inside it.
  func secrets(in answers: ValueMap, of number: Int) -> [Value] {
    flow.scopes[number].answers.flatMap { answer -> [Value] in
      guard let value = answers[.string(answer.name)] else { return [] }
      if let inner = answer.flow { return secrets(in: value.asMap, of: inner) }
      guard case .element(let plan, let element) = answer.origin else { return [] }
      if let list = flow.repeat(at: plan), case .list(let records) = value {
        return records.flatMap { secrets(in: $0.asMap, of: list.scope) }
      }
      return flow.step(at: plan)?.elements[element].field?.isSecret == true ? [value] : []
    }
  }

  // MARK: Words

  /// A record as a person reads it where the flow gives no summary: its answers, dots for secrets.
  func shownText(of map: ValueMap, scope number: Int) -> String {
    flow.scopes[number].answers.compactMap { answer -> String? in
      guard let value = map[.string(answer.name)], value != .null else { return nil }
      if let inner = answer.flow { return shownText(of: value.asMap, scope: inner) }
      guard case .element(let plan, let element) = answer.origin else { return nil }
      if flow.repeat(at: plan) != nil, case .list(let items) = value {
        return "\(answer.name): \(items.count)"
      }
      guard let field = flow.step(at: plan)?.elements[element].field else { return nil }
      return field.isSecret
        ? AnswerText.mask : AnswerText(type: field.type, choices: [], catalog: catalog).shown(value)
    }.joined(separator: ", ")
  }
}
