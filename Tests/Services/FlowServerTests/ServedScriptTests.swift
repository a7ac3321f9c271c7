// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowServer
import Foundation
import JSONRPC
import RandomTesting
import ScriptTrips
import Testing

/// Every script of `Flows/` and `Tests/Flows/` has the same states, refusals, and results through a server as at the session's
/// depth, and the same exit codes.
@Suite struct ServedScriptTests {
  static let scripts = StoredScripts.all

  static func service(_ flows: [CheckedFlow]) -> FlowService {
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    return FlowService(flows.map { ServedFlow($0) }, in: environment)
  }

  @Test(arguments: dailyPart(of: scripts.names, every: 14, named: "served scripts"))
  func theServiceIsInStepWithTheSession(name: String) throws {
    let flow = try #require(try Self.scripts.flow(name))
    let service = Self.service([flow])
    let steps = flow.stepIDs
    var explained = 0
    let ran = try Self.scripts.run(name) { method, parameters in
      let response = try service.handle(method, parameters)
      if let walk = parameters["walk"], method != "close" {
        // Each step can be explained at each moment of a walk.
        explained += 1
        let id = Value.string(steps[explained % steps.count])
        _ = try service.handle("why", ValueMap([("walk", walk), ("id", id)]))
      }
      return response
    }
    expectEqual(ran.failures, [])
    // Some rules are about walks that ask nothing.
    let asks = name.hasPrefix("Flows/")
    #expect(ran.requests >= ran.count + (asks ? 1 : 0))
    #expect(explained >= (asks ? ran.count : 0))
  }

  @Test(arguments: dailyPart(of: scripts.names, every: 14, named: "scripts in lines"))
  func linesOfJSONAreInStepWithTheSession(name: String) throws {
    let flow = try #require(try Self.scripts.flow(name))
    var server = RPCServer(Self.service([flow]))
    var id: Int64 = 0
    let ran = try Self.scripts.run(name) { method, parameters in
      id += 1
      let request: Value = [
        "jsonrpc": "2.0", "id": .int(id), "method": .string(method), "params": .map(parameters),
      ]
      let line = JSONWriter().text(of: request) ?? ""
      let answer = server.handle(.bytes(Array(line.utf8)))
      let response = try #require(answer)
      guard case .map(let map) = try Value(json: response), let result = map["result"] else {
        throw NoResult(response: response)
      }
      return result
    }
    expectEqual(ran.failures, [])
  }

  struct NoResult: Error { let response: String }
}
