// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import RandomTesting
import SavedWalks
import StackFlowCore
import Synchronization
import Testing

/// Walks that are killed at any moment, and continued by any driver, without their secrets, with other
/// answers, and in a flow that has changed.
///
/// Whatever happened outside is on the stack with its undo, or in a question to the user. Nothing that
/// has begun is performed again without one, and nothing that happened is dropped.
@Suite struct KilledWalkPropertyTests {
  /// The steps of the flow.
  ///
  /// A later version has other commands, other conditions, and another order.
  private static func steps(_ version: Int) -> [String] {
    let extra = version == 1 ? " --again" : ""
    var steps = [
      "- { ask: a, type: choice, choices: [x, y, z] }",
      "- { ask: s1, type: secret }",
      "- { run: r1, command: [do, r1, \"${a}\(extra)\"], undo: [undo, r1, \"${a}\(extra)\"] }",
      "- { ask: b, type: choice, choices: [p, q] }",
      "- { write: w2, path: \"f-${b}\", content: \"${a}\" }",
      "- { ask: s2, type: secret, when: b == 'p' }",
      "- { run: r2, command: [do, r2, \"${b}\"], with: { T: s1 }, undo: [undo, r2, \"${b}\"], onError: retry }",
      "- { run: rd, command: [read, \"${a}\"], reads: true, capture: text }",
      "- { run: r3, command: [do, r3, \"${a}-${b}\"], capture: text, undo: [undo, r3, \"${r3}\"], onError: stop }",
      "- { ask: c, type: choice, choices: [m, n] }",
      "- { run: r4, command: [do, r4, \"${c}\"], undo: [undo, r4, \"${c}\"], onError: back }",
      "- { run: r5, command: [do, r5, \"${c}\"], stdin: \"${s1}\", undo: [undo, r5, \"${c}\"], onError: skip }",
      "- { run: pay, command: [do, pay, \"${a}\"], when: \"a == 'z'\" }",
      "- { ask: d, type: choice, choices: [k, l] }",
    ]
    switch version {
    case 2: steps.insert("- { ask: new, type: choice, choices: [g, h] }", at: 2)
    case 3: steps.remove(at: 4)
    case 4: steps.swapAt(6, 8)
    case 5: steps[6] = steps[6].replacing("onError: retry", with: "when: \"a != 'x'\"")
    case 6: steps.insert("- { run: r6, command: [do, r6], undo: [undo, r6] }", at: 2)
    default: break
    }
    return steps
  }

  private static func flow(_ version: Int) throws -> CheckedFlow {
    let text =
      "flow: 1\nid: killed\nsteps:\n" + steps(version).map { "  \($0)\n" }.joined()
    return try checkedFlow(text, name: "killed.flow.yaml")
  }

  private static func event(
    _ session: FlowSession, _ random: inout SeededGenerator
  ) -> FlowEvent {
    switch session.state {
    case .asking(let step):
      let steps = ["a", "s1", "b", "c", "new"]
      switch Int.random(in: 0..<14, using: &random) {
      case 0: return .back(steps: Int.random(in: 1...3, using: &random))
      case 1: return .backTo(steps.randomElement(using: &random) ?? "a")
      default: break
      }
      guard let field = step.focusedField else { return .answer(nil) }
      if field.id.hasPrefix("s") { return .answer(.value("s3cret")) }
      let choices: [String] =
        switch field.id {
        case "a": ["x", "y", "z"]
        case "b": ["p", "q"]
        case "c": ["m", "n"]
        case "d": ["k", "l"]
        default: ["g", "h"]
        }
      return .answer(.value(.string(choices.randomElement(using: &random) ?? "")))
    case .failed:
      return Bool.random(using: &random)
        ? .retry : .back(steps: Int.random(in: 1...2, using: &random))
    default: return .retry
    }
  }

  @Test func whatHappenedIsKnownOrAsked() async throws {
    let flows = try (0...6).map { try Self.flow($0) }
    let runs = RandomRuns(long: 2_000, named: "killed walks")
    var counts: [String: Int] = [:]
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      let world = KilledWorld(
        seed: seed &+ 7, kills: [0, 3, 8, 15].randomElement(using: &random) ?? 3,
        keepsSecrets: Int.random(in: 0..<4, using: &random) == 0)
      let changes = Bool.random(using: &random)
      var version = 0
      var driver = try await KilledDriver.driving(
        try FlowSession(flow: flows[0]),
        kind: Int.random(in: 0..<KilledDriver.kinds(in: world), using: &random), in: world)
      for _ in 0..<Int.random(in: 10...80, using: &random) {
        if world.state.withLock({ $0.isKilled }) || Int.random(in: 0..<25, using: &random) == 0 {
          // A process that continues the walk has only what was saved.
          guard let saved = world.state.withLock({ $0.saved }) else { break }
          if changes, Int.random(in: 0..<3, using: &random) == 0 {
            version = Int.random(in: 0...6, using: &random)
          }
          let bytes = saved.bytes
          let restored = try SavedWalk(bytes: bytes).restored(in: flows[version])
          try #require(try SavedWalk(bytes: bytes) == saved, "seed \(seed)")
          counts["restored", default: 0] += 1
          if restored.session.effectInDoubt != nil { counts["doubts", default: 0] += 1 }
          if restored.session.isSettling { counts["settling", default: 0] += 1 }
          world.state.withLock { $0.log.append("restored in \(version)") }
          world.restart(restored.session)
          driver = try await KilledDriver.driving(
            restored.session,
            kind: Int.random(in: 0..<KilledDriver.kinds(in: world), using: &random),
            in: world)
        } else if let question = await driver.question {
          try await Self.answer(question, &driver, in: world, &random, &counts)
        } else {
          let session = await driver.session
          if case .finished = session.state { break }
          let event = Self.event(session, &random)
          world.state.withLock { $0.log.append("\(event)") }
          try await driver.send(event)
        }
        let session = await driver.session
        guard !world.state.withLock({ $0.isKilled }) else { continue }
        let violation = world.violation(in: session)
        let log = world.state.withLock { $0.log }
        try #require(
          violation == nil, "seed \(seed): \(violation ?? "")\n\(log.joined(separator: "\n"))")
        if case .finished(let result) = session.state, result.outcome == .completed {
          counts["finished", default: 0] += 1
        }
      }
    }
    print("killed walks: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    // A test that meets none of it finds nothing; the few sequences of a day may meet no doubt.
    #expect(counts["questions", default: 0] > 0)
    #expect(counts["doubts", default: 0] > 0 || !isLongRun)
  }

  /// Answers as a user who knows what happened.
  private static func answer(
    _ question: WalkDecision, _ driver: inout KilledDriver, in world: KilledWorld,
    _ random: inout SeededGenerator, _ counts: inout [String: Int]
  ) async throws {
    let refuses = driver.canRefuse && Int.random(in: 0..<8, using: &random) == 0
    switch question {
    case .doubt(let request, let doubt):
      counts["questions", default: 0] += 1
      var isYes = world.happened(request)
      let counts = doubt == .final
      // The content that a file replaced isn't known, so it stays.
      let isWrite = if case .write = request.effect { true } else { false }
      if isYes, counts, Bool.random(using: &random) { isYes = false }
      world.state.withLock { state in
        state.log.append("in doubt: \(request.words): \(refuses ? "?" : "\(isYes)")")
        // The user knows that it stays, wherever the walk goes.
        if !refuses, counts || isWrite && isYes {
          state.waived.insert(request.words)
        }
      }
      try await driver.answer(question, refuses ? nil : isYes)
    case .permission(let requests, _):
      let isYes = Int.random(in: 0..<6, using: &random) > 0
      world.state.withLock {
        $0.log.append("permission \(requests.map(\.words)): \(isYes)")
      }
      try await driver.answer(question, isYes)
    case .overwrite, .move, .wayBack: try await driver.answer(question, nil)
    }
  }
}
