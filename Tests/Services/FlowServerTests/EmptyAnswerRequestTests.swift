// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowServer
import FlowTesting
import Testing

/// An empty answer has one outcome in requests.
@Suite struct EmptyAnswerRequestTests {
  private static func outcome(_ parameters: ValueMap, at question: EmptyAnswerCase) throws -> String
  {
    let flow = try checkedFlow(question.flow)
    let service = FlowService(
      [ServedFlow(flow)],
      in: ServiceEnvironment(program: "test", version: "0", clock: { .epoch }))
    func call(_ method: String, _ parameters: ValueMap) throws -> ValueMap {
      guard case .map(let result) = try service.handle(method, parameters) else {
        return ValueMap()
      }
      return result
    }
    _ = try call("open", ValueMap([("flow", "f")]))
    var parameters = parameters
    parameters["walk"] = "w1"
    let result = try call("submit", parameters)
    if case .map(let ended)? = result["result"], case .map(let output)? = ended["output"] {
      return JSONWriter().text(of: output["q"] ?? .null) ?? ""
    }
    guard case .list(let notices)? = result["notices"] else { return "\(result)" }
    return "refused: "
      + notices.compactMap { notice -> String? in
        guard case .map(let map) = notice, case .map(let problem)? = map["problem"] else {
          return nil
        }
        return problem["message"]?.plainText
      }.joined(separator: "; ")
  }

  @Test(arguments: EmptyAnswerCase.Input.allCases)
  func eachEmptyInputHasOneOutcome(input: EmptyAnswerCase.Input) throws {
    for question in EmptyAnswerCase.all {
      let parameters: [ValueMap] =
        switch input {
        case .untouched: [ValueMap()]
        case .cleared, .text: [ValueMap([("text", "")])]
        case .null: [ValueMap([("answer", .null)])]
        case .noElements: question.noElements.map { [ValueMap([("answer", $0)])] } ?? []
        }
      for one in parameters {
        expectEqual(
          try Self.outcome(one, at: question), question.outcome(of: input), "\(question) \(one)")
      }
    }
  }
}
