// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
import HashTreeCollections
import StackFlowCore

extension FlowSession {
  /// A submitted answer.
  public struct Answer: Sendable, Hashable {
    /// The id of the field.
    public let id: String

    /// The answer.
    public let value: Value

    /// The origin of the answer.
    public let origin: AnswerOrigin
  }
}

// The answers and the result of a session.
extension FlowSession {
  /// The submitted answers, in the order in which they were asked.
  ///
  /// A list of records is one answer, in the form in which it can be given in advance. The answers
  /// of the item that's being asked follow it.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  public var answers: [Answer] {
    var answers: [Answer] = []
    for depth in 0..<max(0, stack.count - 1) {
      guard let step = stack.entry(at: depth).flatMap({ flow.step(at: $0.item.planIndex) }),
        let submission = stack.entry(at: depth + 1)?.item.submission
      else { continue }
      if case .repeat(let list) = step.kind, let items = submission.items {
        let records = items.map { Value.map(kept($0.given, of: list.scope, for: .given)) }
        answers.append(
          Answer(id: id(of: step), value: .list(records), origin: submission.origin))
      }
      for (index, (element, value)) in zip(step.elements, submission.values).enumerated()
      where element.field != nil {
        guard let value else { continue }
        answers.append(
          Answer(
            id: instance(element.id, of: step), value: value, origin: submission.origin(of: index)))
      }
    }
    return answers
  }

  /// The last input of the questions that are submitted, by their ids: null where a field was
  /// left empty on purpose; of a list, what was entered in its records.
  ///
  /// With the same of all else, a walk in which just these answers are entered has the same result.
  ///
  /// - Complexity: O(*n*) in the depth of the stack.
  package var typedAnswers: [String: Value] {
    var answers: [String: Value] = [:]
    for depth in 0..<max(0, stack.count - 1) {
      guard let step = stack.entry(at: depth).flatMap({ flow.step(at: $0.item.planIndex) }),
        let submission = stack.entry(at: depth + 1)?.item.submission
      else { continue }
      if let items = submission.items, !items.isEmpty || submission.origin.isRemembered {
        answers[id(of: step)] = .list(items.map { .map($0.typed) })
      }
      for (index, element) in step.elements.enumerated()
      where element.field != nil && submission.origin(of: index).isRemembered {
        let id = instance(element.id, of: step)
        let value = submission.values[index]
        answers[id] = typed[id] ?? (value == "" ? .null : value ?? .null)
      }
    }
    return answers
  }

  /// Returns the submitted answer of a field or a list, the output of a used flow, or a part of one
  /// of them, such as `env[0].key`; nil if there isn't one.
  ///
  /// - Complexity: O(log *n*) in the depth of the stack.
  public func answer(_ id: String) -> Value? { answer(id) { value, _ in value } }

  /// Returns the same as ``answer(_:)`` with secrets masked, for messages.
  package func maskedAnswer(_ id: String) -> Value? { answer(id, masked) }

  /// Returns an answer, transformed by a function that gets the value and its origin.
  private func answer(_ id: String, _ change: (Value, NameOrigin) -> Value) -> Value? {
    if let plan = flow.stepIndices[id.withoutPositions], let step = flow.step(at: plan),
      let depth = stack.depth(ofPlanIndex: plan), depth == self.depth(of: id)
    {
      let values = stack.entry(at: depth + 1)?.item.submission?.values ?? []
      var element = step.elements.firstIndex { $0.id == id.withoutPositions }
      if case .repeat = step.kind, step.id == id.withoutPositions { element = 0 }
      guard let element, values.indices.contains(element) else { return nil }
      let origin = NameOrigin.element(plan: plan, element: element)
      return (values[element] ?? scope().value(at: origin)).map { change($0, origin) }
    }
    return part(id, change)
  }

  /// Returns the part of an answer of the outermost flow that an id refers to.
  private func part(_ id: String, _ change: (Value, NameOrigin) -> Value) -> Value? {
    var parts = id.split(separator: ".").flatMap { part -> [String] in
      let pieces = part.split(separator: "[")
      return pieces.enumerated().map { index, piece in
        index == 0 ? String(piece) : "[" + piece
      }
    }
    guard !parts.isEmpty, let origin = flow.scopes[0].names[parts.removeFirst()],
      let whole = scope().value(at: origin)
    else { return nil }
    var value = change(whole, origin)
    for part in parts {
      switch value {
      case .map(let map):
        guard let next = map[.string(part)] else { return nil }
        value = next
      case .list(let items):
        guard let position = Int(part.dropFirst().dropLast()), items.indices.contains(position)
        else { return nil }
        value = items[position]
      default: return nil
      }
    }
    return value
  }

  /// The submitted answers as a record, in the form in which they can be given in advance: by their names in
  /// data.
  ///
  /// The answers of a used flow are a record under its name, and those of a list are a list of
  /// records.
  ///
  /// The answer of a question that was left empty, although it has a default, is null.
  ///
  /// - Complexity: O(*n* log *n*) in the depth of the stack.
  package var answerRecord: Value { everyAnswer(in: scope()) }

  private func everyAnswer(in scope: SessionScope) -> Value {
    var answers = answers(of: 0, in: scope)
    // Without lists and used flows, the answers have that form already.
    let hasParts = flow.scopes[0].answers.contains {
      $0.flow != nil || $0.itemScope(in: flow.plan) != nil
    }
    if hasParts { answers = kept(answers, of: 0, for: .given) }
    return .map(flow.data(of: answers))
  }

  /// Returns the output of the flow from the submitted answers.
  ///
  /// If the file doesn't define an output, it's all answers, in the form in which they can be given
  /// in advance: those of a used flow are under its id, whatever that flow's output is.
  func outputValue() throws(FlowFailure) -> Value {
    if case .everyAnswer = flow.output { return answerRecord }
    return try value(of: flow.output, in: scope(), asData: true) ?? .map(ValueMap())
  }

  /// Returns the value of an output; nil if it's absent.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - scope: The scope to read from.
  ///   - isData: Whether it's for others, who know answers by their keys, and not for expressions.
  /// - Returns: The value.
  /// - Throws: ``FlowFailure`` if an expression fails.
  func value(
    of output: CheckedOutput, in scope: SessionScope, asData isData: Bool = false
  ) throws(FlowFailure) -> Value? {
    switch output {
    case .everyAnswer(0): return everyAnswer(in: scope)
    case .everyAnswer(let number):
      let value = record(of: number, in: scope)
      return isData ? flow.data(value) : value
    case .merged(let base, let entries):
      var map = try value(of: base, in: scope, asData: isData)?.asMap ?? ValueMap()
      // An absent optional entry leaves out the one of the map.
      for entry in entries {
        map[.string(entry.key)] = try value(of: entry.value, in: scope, asData: isData)
        map.names = map.names?.without(entry.key)
      }
      return .map(map)
    case .expression(let expression):
      var value = try expression.value(in: scope)
      if isData { value = flow.data(value) }
      guard case .optional(let inner) = value else { return value }
      return inner
    case .map(let entries):
      var map = ValueMap()
      for entry in entries {
        // Absent optional leaves are omitted.
        let value = try value(of: entry.value, in: scope, asData: isData)
        if let value { map[.string(entry.key)] = value }
      }
      return .map(map)
    case .list(let items):
      var values: [Value] = []
      for item in items {
        if let value = try value(of: item, in: scope, asData: isData) { values.append(value) }
      }
      return .list(values)
    }
  }
}
