// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import HashTreeCollections
import StackFlowCore

// The records of scopes, and the answers for asking items again.
extension FlowSession {
  /// Returns the answers of a scope by name, including the computed values of an item, without
  /// those that weren't asked or were left empty.
  func record(of number: Int, in scope: SessionScope) -> Value {
    let answers = flow.scopes[number].parts
    var map = ValueMap()
    map.reserveCapacity(answers.count)
    map.names = flow.names(inRecordOf: number)
    var answerReader = AnswerReader(of: scope, expecting: answers.count)
    for answer in answers {
      guard let value = answerReader.value(at: answer.origin) else { continue }
      // A value computed from absent values is absent as well.
      if case .optional(let inner) = value {
        if let inner { map.appendNew(answer.name, inner) }
      } else {
        map.appendNew(answer.name, value)
      }
    }
    return .map(map)
  }

  /// Returns the answers of a scope in the form in which they can be given, including those of used
  /// flows and lists.
  ///
  /// The answer of a field that was left empty, although it has a default, is null, so that its
  /// default doesn't reappear.
  func answers(of number: Int, in scope: SessionScope) -> ValueMap {
    let answers = flow.scopes[number].answers
    var map = ValueMap()
    map.reserveCapacity(answers.count)
    var answerReader = AnswerReader(of: scope, expecting: answers.count)
    for answer in answers {
      if let inner = answer.flow {
        let answers = self.answers(of: inner, in: scope)
        if !answers.isEmpty { map.appendNew(answer.name, .map(answers)) }
      } else if let items = items(at: answer.origin, in: scope) {
        map.appendNew(
          answer.name, .list(items.map { .map(scope.readsOnlyAnswers ? $0.answers : $0.given) }))
      } else if let value = answerReader.value(at: answer.origin) {
        map.appendNew(answer.name, value)
      } else if isLeftEmpty(answer.origin, in: scope) {
        map.appendNew(answer.name, .null)
      }
    }
    return map
  }

  /// Returns the answers of an item in the form in which they can be given, with its element.
  ///
  /// Secret elements aren't kept, because secrets are never offered again.
  func answers(in frame: RepeatFrame, of number: Int, _ scope: SessionScope) -> ValueMap {
    var map = answers(of: number, in: scope)
    if let element = frame.element, let over = flow.repeat(at: frame.planIndex)?.over,
      !readsSecret(over)
    {
      map[RepeatItem.elementKey] = element
    }
    return map
  }

  /// Returns whether a field was shown and left empty, although it has a default.
  private func isLeftEmpty(_ origin: NameOrigin, in scope: SessionScope) -> Bool {
    guard case .element(let plan, let element) = origin else { return false }
    if let submitted = scope.submitted, submitted.planIndex == plan {
      return scope.submittedEmpty.contains(element)
    }
    guard let depth = stack.depth(ofPlanIndex: plan) else { return false }
    return stack.entry(at: depth + 1)?.item.submission?.leftEmpty.contains(element) == true
  }

  /// Returns the items of a submitted list, or nil if the name refers to something else.
  private func items(at origin: NameOrigin, in scope: SessionScope) -> ItemList? {
    guard case .element(let plan, _) = origin, flow.repeat(at: plan) != nil else { return nil }
    if let submitted = scope.submitted, submitted.planIndex == plan {
      return scope.submittedItems
    }
    guard let depth = stack.depth(ofPlanIndex: plan) else { return nil }
    return stack.entry(at: depth + 1)?.item.submission?.items
  }

  // MARK: Suggestions

  /// Returns what was entered in items, in the form in which it's offered again.
  func suggestion(
    of items: ItemList, in list: CheckedRepeat, for use: AnswerUse = .suggestion
  ) -> Value {
    .list(
      items.map { item in
        var map = kept(item.typed, of: list.scope, for: use)
        if use == .suggestion, let left = item.left {
          map[RepeatItem.leftKey] = .map(kept(left, of: list.scope, for: use))
        }
        return .map(map)
      })
  }

  /// Returns what was entered in an item that's being asked, and what's unfinished there.
  func typedAnswers(of number: Int, under prefix: String) -> ValueMap {
    var map = ValueMap()
    for answer in flow.scopes[number].answers {
      if let inner = answer.flow {
        let own = typedAnswers(of: inner, under: prefix + answer.name + ".")
        if !own.isEmpty { map.appendNew(answer.name, .map(own)) }
      } else {
        for name in [answer.name, Unfinished.key(answer.name)] {
          if let value = typed[prefix + name] { map.appendNew(name, value) }
        }
      }
      guard flow.isList(answer.origin) else { continue }
      let waiting = answer.name + RepeatItem.waitingSuffix
      if let items = typed[prefix + waiting] { map.appendNew(waiting, items) }
    }
    return map
  }

  /// The purpose of an item's answers.
  enum AnswerUse {
    /// To offer them again, without secrets, and with the item's element and what's unfinished in it.
    case suggestion

    /// The same without what's unfinished.
    case answersOnly

    /// To give them in advance, as a user enters them.
    case given
  }

  /// Returns an answer in the form for a purpose, or nil if it can't be used.
  func kept(_ value: Value, at origin: NameOrigin, for use: AnswerUse) -> Value? {
    guard case .element(let plan, _) = origin else { return value }
    if let list = flow.repeat(at: plan) {
      guard case .list(let records) = value else { return nil }
      return .list(records.map { .map(kept($0.asMap, of: list.scope, for: use)) })
    }
    if use == .given { return value }
    return flow.field(of: origin)?.isOfferedAgain == true ? value : nil
  }

  /// Returns the answers of an item, including those of used flows and lists, in the form for a
  /// purpose.
  func kept(_ answers: ValueMap, of number: Int, for use: AnswerUse) -> ValueMap {
    var map = ValueMap()
    map.reserveCapacity(answers.count)
    if use != .given {
      map.identity = answers.identity
      map[RepeatItem.elementKey] = answers[RepeatItem.elementKey]
    }
    if use == .suggestion, case .map(let left)? = answers[RepeatItem.leftKey] {
      map[RepeatItem.leftKey] = .map(kept(left, of: number, for: use))
    }
    for answer in flow.scopes[number].answers {
      let key = Value.string(answer.name)
      let waiting = answer.name + RepeatItem.waitingSuffix
      if use != .given, let items = answers[waiting] {
        map[waiting] = kept(items, at: answer.origin, for: use)
      }
      if use == .suggestion {
        map[Unfinished.key(answer.name)] = answers[Unfinished.key(answer.name)]
      }
      guard let value = answers[key] else { continue }
      if let inner = answer.flow {
        map[key] = .map(kept(value.asMap, of: inner, for: use))
      } else if let kept = kept(value, at: answer.origin, for: use) {
        map[key] = kept
      }
    }
    return map
  }

  /// Returns the answer of a list or a question without the answers of questions that the flow doesn't have.
  func known(_ value: Value, of id: String) -> Value {
    guard let plan = flow.stepIndices[id.withoutPositions], flow.repeat(at: plan) != nil else {
      return value
    }
    return kept(value, at: .element(plan: plan, element: 0), for: .given) ?? value
  }

  /// Returns the secrets in the answers of an item, including those of used flows and lists.
  func secrets(in answers: ValueMap, of number: Int) -> [Value] {
    flow.scopes[number].answers.flatMap { answer -> [Value] in
      guard let value = answers[.string(answer.name)] else { return [] }
      if let inner = answer.flow { return secrets(in: value.asMap, of: inner) }
      guard case .element(let plan, _) = answer.origin else { return [] }
      if let list = flow.repeat(at: plan), case .list(let records) = value {
        return records.flatMap { secrets(in: $0.asMap, of: list.scope) }
      }
      return flow.field(of: answer.origin)?.isSecret == true ? [value] : []
    }
  }

  // MARK: Words

  /// Returns a record, formatted for display, if the flow has no summary: its answers, with secrets
  /// masked.
  ///
  /// - Complexity: O(*n*) in the length of the answers, plus the cost of their choices.
  func shownText(of map: ValueMap, scope number: Int, in scope: SessionScope) -> String {
    var scope = scope
    scope.number = number
    return flow.scopes[number].answers.compactMap { answer -> String? in
      guard let value = map[.string(answer.name)], value != .null else { return nil }
      if let inner = answer.flow { return shownText(of: value.asMap, scope: inner, in: scope) }
      guard case .element(let plan, _) = answer.origin else { return nil }
      if flow.repeat(at: plan) != nil, case .list(let items) = value {
        return "\(answer.name): \(items.count)"
      }
      guard let field = flow.field(of: answer.origin) else { return nil }
      return field.isSecret ? AnswerText.mask : shownText(of: value, field, in: scope)
    }.joined(separator: ", ")
  }
}
