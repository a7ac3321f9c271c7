// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowTesting
import JSONRPC
import Testing

@testable import FlowServer

/// Several versions of a flow in one service, and the notices of its results.
@Suite struct ServedVersionTests {
  private static func service(_ versions: Int...) throws -> FlowService {
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    let flows = try versions.map { version in
      ServedFlow(
        try checkedFlow(
          """
          flow: 1
          id: trip
          version: \(version)
          steps:
            - { ask: name\(version), type: string }
          """, name: "trip.flow.yaml"))
    }
    return FlowService(flows, in: environment)
  }

  private func asked(_ result: Value) -> Value? {
    guard case .map(let map) = result, case .map(let question)? = map["question"] else {
      return nil
    }
    return question["id"]
  }

  @Test(arguments: [[1, 3, 2], [3, 2, 1], [2, 1, 3]])
  func theHighestVersionIsOpenedUnlessAnotherIsNamed(versions: [Int]) throws {
    let service = try Self.service(versions[0], versions[1], versions[2])
    expectEqual(asked(try service.handle("open")), "name3")
    expectEqual(asked(try service.handle("open", ValueMap([("flow", "trip")]))), "name3")
    for version in versions {
      let opened = try service.handle("open", ValueMap([("version", .int(Int64(version)))]))
      expectEqual(asked(opened), .string("name\(version)"))
    }
    #expect {
      try service.handle("open", ValueMap([("flow", "trip"), ("version", 4)]))
    } throws: {
      let error = $0 as? RPCError
      return error?.code == .unknownFlow
        && error?.message == "there's no version 4 of the flow 'trip'"
        && error?.data == ["flows": ["trip"]]
    }
    guard case .map(let hello) = try service.handle("hello"),
      case .list(let flows)? = hello["flows"]
    else {
      Issue.record("no flows")
      return
    }
    expectEqual(flows.count, 3)
  }

  @Test func everyStateHasNotices() throws {
    let service = try Self.service(1)
    func notices(_ method: String, _ parameters: [(String, Value)]) throws -> Value? {
      let parameters = [("walk", "w1")].filter { _ in method != "open" } + parameters
      guard
        case .map(let map) = try service.handle(method, ValueMap(parameters))
      else { return nil }
      return map["notices"]
    }
    expectEqual(try notices("open", []), [])
    expectEqual(try notices("state", []), [])
    guard case .list(let refused)? = try notices("submit", [("text", "")]) else {
      Issue.record("it isn't refused")
      return
    }
    expectEqual(refused.count, 1)
    expectEqual(try notices("submit", [("text", "x")]), [])
    expectEqual(try notices("state", []), [])
    expectEqual(try notices("close", []), [])
  }
}
