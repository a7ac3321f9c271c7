// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import FlowScreens

// Requests that change a walk, from their parameters.
extension FlowWalk {
  mutating func change(
    _ method: String, _ reader: inout ParameterReader
  ) throws(ServiceError) -> [WalkNotice] {
    let request = try request(method, &reader)
    try reader.finish()
    do throws(WalkError) {
      return try request(&self)
    } catch {
      throw ServiceError(error, state: state)
    }
  }

  private typealias Request = (inout FlowWalk) throws(WalkError) -> [WalkNotice]

  private func request(
    _ method: String, _ reader: inout ParameterReader
  ) throws(ServiceError) -> Request {
    switch method {
    case "submit": return try submission(&reader)
    case "accept": return { (walk) throws(WalkError) in try walk.accept() }
    case "retry": return { (walk) throws(WalkError) in try walk.retry() }
    case "back": return try moveBack(&reader)
    case "decide":
      let answer = try reader.decision()
      return { (walk) throws(WalkError) in try walk.decide(answer) }
    case "change":
      let change = try reader.change()
      return { (walk) throws(WalkError) in try walk.change(change) }
    default: return try reply(&reader)
    }
  }

  private func submission(_ reader: inout ParameterReader) throws(ServiceError) -> Request {
    let id = try reader.text("question")
    let answers = try reader.answers()
    return { (walk) throws(WalkError) in try walk.submit(answers, to: id) }
  }

  private func moveBack(_ reader: inout ParameterReader) throws(ServiceError) -> Request {
    let count = try reader.number("steps")
    if let id = try reader.text("to") {
      guard count == nil else {
        throw ServiceError(.invalidParameters, "'back' takes 'steps' or 'to', not both")
      }
      return { (walk) throws(WalkError) in try walk.back(to: id) }
    }
    return { (walk) throws(WalkError) in try walk.back(count ?? 1) }
  }

  private func reply(_ reader: inout ParameterReader) throws(ServiceError) -> Request {
    if let facts = try reader.facts() {
      return { (walk) throws(WalkError) in try walk.reply(facts) }
    }
    let result = try reader.result()
    return { (walk) throws(WalkError) in try walk.reply(result) }
  }

  // MARK: Reading

  /// Returns the result of a request that changes nothing.
  func read(
    _ method: String, _ reader: inout ParameterReader, id: String
  ) throws(ServiceError) -> Value {
    switch method {
    case "why":
      let step = try reader.text("id")
      try reader.finish()
      let (explanation, lines) = why(step)
      return .object([
        "walk": .string(id), "explanation": .string(explanation.word), "lines": .texts(lines),
      ])
    case "plan":
      try reader.finish()
      return .object(["walk": .string(id), "steps": .list(plan.steps.map(\.value))])
    case "form":
      try reader.finish()
      return .object([
        "walk": .string(id), "fields": .list(independentQuestions.map(\.value)),
      ])
    case "review":
      try reader.finish()
      return .object(["walk": .string(id), "answers": .list(review.map(\.value))])
    default: return try state(&reader, id: id)
    }
  }

  private func state(
    _ reader: inout ParameterReader, id: String
  ) throws(ServiceError) -> Value {
    let map = try reader.object("choices")
    try reader.finish()
    guard let map else { return value(id: id) }
    var page = ParameterReader(map, path: "choices.")
    let name = try page.text("field")
    let offset = try page.number("offset") ?? 0
    let limit = try page.number("limit") ?? Question.Field.pageSize
    let text = try page.text("matching")
    try page.finish()
    guard let field = question?.field(name), field.state.type.isChoice else {
      throw ServiceError(.notAsked, "no question with choices is asked")
    }
    return .object([
      "walk": .string(id), "revision": .number(revision), "field": .string(field.id),
      "choices": field.choices(from: offset, limit: limit, having: text).value,
    ])
  }
}

extension FlowSession.Explanation {
  /// The word for the explanation.
  fileprivate var word: String {
    switch self {
    case .unknown: "unknown"
    case .asked: "asked"
    case .skipped: "skipped"
    case .ended: "ended"
    case .ahead: "ahead"
    }
  }
}
