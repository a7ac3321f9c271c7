// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import StackFlowCore

// The functions of answers: `label(kind)`, the label that the user chose; `isOther(kind)` and `others(kinds)`, the texts
// beside the choices; `data(kind)`, what the file says of the choice.
extension SessionScope {
  /// Returns the value of a function that takes the name of an answer; nil if the name has no value.
  func value(of call: NameFunctionCall) -> Value? {
    if call.function == .label, !call.isOfElements { return label(of: call.name) }
    guard let origin = flow.origin(of: call.name, in: number), case .element(let plan, _) = origin,
      let field = flow.field(of: origin), let value = value(of: call.name)
    else { return nil }
    let labels = ChoiceLabels(field: field, scope: scope(ofStepAt: plan))
    guard call.isOfElements else {
      switch call.function {
      case .label: return nil
      case .isOther: return .bool(!labels.others(in: [value]).isEmpty)
      case .others: return .list(labels.others(in: value.elements ?? [value]))
      case .data: return .map(labels.data[value] ?? ValueMap())
      }
    }
    let elements = value.elements ?? [value]
    var values = ValueMap()
    switch call.function {
    case .label:
      for (element, label) in zip(elements, labels.labels(of: elements)) {
        values[element] = .string(label)
      }
    case .isOther, .others:
      let others = Set(labels.others(in: elements))
      for element in elements { values[element] = .bool(others.contains(element)) }
    case .data:
      let data = labels.data
      for element in elements { values[element] = .map(data[element] ?? ValueMap()) }
    }
    return .map(values)
  }

  /// Returns the label of the chosen answer in the session's language, or a list of labels for
  /// `choices`; nil if the name has no value.
  ///
  /// The label is evaluated in the scope of its step when that was pushed, so it's the label that
  /// the user saw.
  func label(of name: String) -> Value? {
    guard let origin = flow.origin(of: name, in: number), case .element(let plan, _) = origin,
      let field = flow.field(of: origin), let value = value(of: name)
    else { return nil }
    let labels = ChoiceLabels(field: field, scope: scope(ofStepAt: plan))
    guard field.type == .choices, case .list(let values) = value else {
      return .string(labels.labels(of: [value])[0])
    }
    return .list(labels.labels(of: values).map { .string($0) })
  }

  /// Returns the scope of a step's fields when it was pushed, or the current one if it's the top.
  private func scope(ofStepAt plan: Int) -> SessionScope {
    var scope = self
    scope.local = LocalNames()
    if let live, live.planIndex == plan { return scope }
    let top = stack.count - 1
    if let submitted, submitted.planIndex == plan {
      scope.live = submitted
      return scope.seen(at: stack.entry(at: top)?.item.pushedAt, stack)
    }
    guard let depth = stack.depth(ofPlanIndex: plan),
      let submission = stack.entry(at: depth + 1)?.item.submission
    else { return scope }
    var below = stack
    _ = try? below.pop(top - depth)
    scope.submitted = nil
    scope.live = (plan, submission.values)
    scope.computed = stack.entry(at: depth + 1)?.item.computed ?? []
    return scope.seen(at: stack.entry(at: depth)?.item.pushedAt, below)
  }

  /// Returns the scope at another time and for another stack.
  private func seen(at time: Timestamp?, _ stack: StepStack<StepEntry>) -> SessionScope {
    var scope = SessionScope(
      setup: setup, stack: stack, now: time ?? now, language: language)
    scope.live = live
    scope.computed = computed
    return scope
  }
}

/// The labels of a field's choices in a scope, evaluated on demand.
struct ChoiceLabels {
  let field: CheckedField
  let scope: SessionScope

  /// The data of each choice that has some.
  ///
  /// - Complexity: O(*n*) in the number of choices.
  var data: [Value: ValueMap] {
    guard case .listed(let choices)? = field.choices else { return [:] }
    var data: [Value: ValueMap] = [:]
    for choice in choices where !choice.data.isEmpty { data[choice.value] = choice.data }
    return data
  }

  /// Returns the values that are none of the choices, whether or not these are offered.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of values and choices.
  func others(in values: [Value]) -> [Value] {
    var known: Set<Value> = []
    switch field.choices {
    case .listed(let choices)?: known = Set(choices.map(\.value))
    case .computed(let from, let chosen, _, _, _)?:
      guard case .list(let items)? = (try? from.value(in: scope))?.unwrapped else { break }
      var scope = scope
      for item in items {
        scope.local["item"] = item
        known.insert(chosen.flatMap { (try? $0.value(in: scope))?.unwrapped } ?? item)
      }
    case nil: break
    }
    return values.filter { !known.contains($0) }
  }

  /// Returns the choices that values are, with their labels.
  ///
  /// - Complexity: That of ``labels(of:)``.
  func choices(of values: [Value]) -> [Choice] {
    zip(values, labels(of: values)).map { Choice(value: $0, label: $1) }
  }

  /// Returns the labels of values; one that isn't a choice, or is no longer, is its own label.
  ///
  /// - Complexity: O(*n* + *m*) in the numbers of values and choices, each of which is evaluated at most
  ///   once.
  func labels(of values: [Value]) -> [String] {
    if values.count == 1 { return [label(of: values[0]) ?? values[0].plainText] }
    var missing = Set(values)
    var labels: [Value: String] = [:]
    switch field.choices {
    case .listed(let choices)?:
      for choice in choices where !missing.isEmpty && missing.remove(choice.value) != nil {
        labels[choice.value] = try? choice.label?.text(in: scope, language: scope.language)
      }
    case .computed(let from, let chosen, let label?, _, _)?:
      guard case .list(let items)? = (try? from.value(in: scope))?.unwrapped else { break }
      var scope = scope
      for item in items where !missing.isEmpty {
        scope.local["item"] = item
        let value = chosen.flatMap { (try? $0.value(in: scope))?.unwrapped } ?? item
        guard missing.remove(value) != nil else { continue }
        labels[value] = try? label.text(in: scope, language: scope.language)
      }
    case .computed?, nil: break
    }
    return values.map { labels[$0] ?? $0.plainText }
  }

  /// Returns the label of the choice that a value is; nil if there's none.
  private func label(of value: Value) -> String? {
    switch field.choices {
    case .listed(let choices)?:
      let choice = choices.first { $0.value == value }
      return try? choice?.label?.text(in: scope, language: scope.language)
    case .computed(let from, let chosen, let label?, _, _)?:
      guard case .list(let items)? = (try? from.value(in: scope))?.unwrapped else { return nil }
      let part = chosen?.itemPart
      var scope = scope
      for item in items {
        if let known = part?.value(in: item) {
          guard known == value else { continue }
          scope.local["item"] = item
        } else {
          scope.local["item"] = item
          guard (chosen.flatMap { (try? $0.value(in: scope))?.unwrapped } ?? item) == value else {
            continue
          }
        }
        return try? label.text(in: scope, language: scope.language)
      }
      return nil
    case .computed?, nil: return nil
    }
  }
}
