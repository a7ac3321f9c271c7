// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import FlowScreens
import FlowSessions
import FlowWalks
import JSONRPC

// Requests about a walk, from their parameters.
extension FlowWalk {
  /// Changes the walk.
  mutating func change(
    _ method: String, _ reader: inout ParameterReader
  ) throws(RPCError) -> [WalkNotice] {
    let action = try reader.action(method, of: session.flow)
    try reader.finish()
    do throws(WalkError) {
      return try send(action)
    } catch {
      throw RPCError(error, state: state)
    }
  }

  // MARK: Reading

  /// Returns the result of a request that changes nothing.
  func read(
    _ method: String, _ reader: inout ParameterReader, id: String
  ) throws(RPCError) -> Value {
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
  ) throws(RPCError) -> Value {
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
      throw RPCError(.notAsked, "no question with choices is asked")
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
