// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
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
    let service = FlowService([ServedFlow(flow)], in: environment)
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
    expectEqual(asked(try call("submit", ["answers": ["name": "x"]])), "out/a")
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
    expectEqual(asked(try call("decide", ["answer": "yes"])), "out/b")
    expectEqual(asked(try call("decide", ["answer": "keep"])), ["yes", "no"])
    expectEqual(folder.writes, 0)
    expectEqual(asked(try call("decide", ["answer": "yes"])), "ended")
    expectEqual(folder.files, ["out/a": "a x", "out/b": "2"])
  }

  /// However often a client reads the state, a question is made from one look at its files; an answer takes another one,
  /// because a file can have changed.
  @Test func aQuestionTakesOneLookAtTheDisk() throws {
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    var environment = ServiceEnvironment(program: "test", version: "0", clock: { .epoch })
    environment.effects = { _, _ in folder }
    let flow = try treeFlow(writing: ["a", "b", "c"])
    let service = FlowService([ServedFlow(flow)], in: environment)
    func looks(_ method: String, _ parameters: Value = [:]) throws -> [String: Int] {
      guard case .map(var map) = parameters else { return [:] }
      if method != "open" { map["walk"] = "w1" }
      _ = try service.handle(method, map)
      return folder.takeLooks()
    }
    let all = ["out": 1, "out/a": 1, "out/b": 1, "out/c": 1]
    try expectEqual(looks("open"), [:])
    try expectEqual(looks("submit", ["answers": ["name": "x"]]), all)
    for _ in 0..<3 { try expectEqual(looks("state"), [:]) }
    try expectEqual(looks("decide", ["answer": "yes"]), ["out/a": 1, "out/b": 1])
    try expectEqual(looks("state"), [:])
    // The answer is to the last file, so all are looked at before they're permitted.
    try expectEqual(
      looks("decide", ["answer": "keep"]), all.merging(["out/b": 1], uniquingKeysWith: +))
    try expectEqual(looks("state"), [:])
    try expectEqual(looks("decide", ["answer": "yes"]), all)
    expectEqual(folder.writes, 1)
  }
}
