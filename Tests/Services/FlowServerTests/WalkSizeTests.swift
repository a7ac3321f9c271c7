// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowTesting
import JSONRPC
import Testing

@testable import FlowServer

/// How much memory a walk of a client may take.
@Suite struct WalkSizeTests {
  private static let limit = 20_000

  private static func service(_ flow: String) throws -> FlowService {
    var limits = ServiceLimits()
    limits.walkBytes = limit
    let environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    return FlowService(
      [ServedFlow(try checkedFlow(flow, name: "f.flow.yaml"))], in: environment, limits: limits)
  }

  private static func call(
    _ service: FlowService, _ method: String, _ parameters: [(String, Value)] = []
  ) throws(RPCError) -> ValueMap {
    let result = try service.handle(
      method, ValueMap([("walk", "w1")] + parameters))
    guard case .map(let map) = result else { return ValueMap() }
    return map
  }

  /// Answers that going back undoes count: a client can't fill the memory with them.
  ///
  /// A walk that's full goes back
  /// and ends, and others go on.
  @Test func aWalkThatIsFullIsRefusedAndGoesBack() throws {
    let service = try Self.service(
      "flow: 1\nid: f\nsteps:\n  - { ask: a, type: string }\n  - { ask: b, type: string }")
    for _ in 0..<2 { _ = try service.handle("open", ValueMap([("flow", "f")])) }
    let answer = Value.string(String(repeating: "x", count: 1_000))
    var count = 0
    var refusal: RPCError?
    while refusal == nil, count < 100 {
      do throws(RPCError) {
        _ = try Self.call(service, "submit", [("answer", answer)])
        count += 1
        _ = try Self.call(service, "back", [("steps", 1)])
      } catch {
        refusal = error
      }
    }
    expectEqual(refusal?.code, .walkTooLarge)
    #expect((5...20).contains(count), "\(count)")
    let before = try Self.call(service, "state")
    #expect(throws: RPCError.self) {
      try Self.call(service, "give", [("answers", ["b": answer])])
    }
    expectEqual(try Self.call(service, "state"), before)
    _ = try service.handle("submit", ValueMap([("walk", "w2"), ("answer", answer)]))
    expectEqual(try Self.call(service, "close")["state"], "ended")
  }

  /// The results of effects count, too.
  @Test func resultsOfEffectsCount() throws {
    let service = try Self.service(
      """
      flow: 1
      id: f
      steps:
        - { run: r, command: [make] }
      """)
    _ = try service.handle("open", ValueMap([("flow", "f"), ("client", .list(["effects"]))]))
    let failed: Value = ["status": 1, "errors": .string(String(repeating: "e", count: 3_000))]
    var refusal: RPCError?
    for _ in 0..<100 where refusal == nil {
      do throws(RPCError) {
        _ = try Self.call(service, "reply", [("result", failed)])
        _ = try Self.call(service, "retry")
      } catch {
        refusal = error
      }
    }
    expectEqual(refusal?.code, .walkTooLarge, "\(String(describing: refusal))")
  }
}
