// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowServer
import FlowTesting
import Testing

/// A client of the server decides about the files of a tree, and then permits it.
@Suite struct ServedTreeTests {
  @Test func filesAreDecidedAboutBeforeTheTreeIsPermitted() throws {
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    let flow = try treeFlow(writing: ["a", "b"])
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    environment.effects = { _, _ in folder }
    var service = FlowService([ServedFlow(flow)], in: environment)
    func call(_ method: String, _ parameters: Value = [:]) throws -> ValueMap {
      guard case .map(var map) = parameters else { return ValueMap() }
      if method != "open" { map["walk"] = "w1" }
      guard case .map(let result) = try service.handle(method, map) else { return ValueMap() }
      return result
    }
    /// The file that's asked about, or the answers to the decision.
    func asked(_ result: ValueMap) -> Value? {
      guard case .map(let decision)? = result["decision"] else { return result["state"] }
      return decision["overwrites"] ?? decision["answers"]
    }
    _ = try call("open")
    #expect(asked(try call("submit", ["answers": ["name": "x"]])) == "out/a")
    folder.set("out/a", "new")
    let refused = try call("decide", ["answer": "yes"])
    expectEqual(asked(refused), "out/a")
    expectEqual(
      refused["notices"],
      [
        [
          "notice": "denied",
          "reason": "this wasn't shown before, so the answer doesn't count for it",
        ]
      ])
    #expect(asked(try call("decide", ["answer": "yes"])) == "out/b")
    #expect(asked(try call("decide", ["answer": "keep"])) == ["yes", "no"])
    expectEqual(folder.writes, 0)
    #expect(asked(try call("decide", ["answer": "yes"])) == "ended")
    expectEqual(folder.files, ["out/a": "a x", "out/b": "2"])
  }
}
