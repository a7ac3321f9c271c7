// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Expectations
import FlowExpressions
import FlowSessions
import FlowTesting
import Foundation
import SavedWalks
import Testing

@testable import ProgramParts

/// A walk that another process takes between the moments at which a command reads and changes it.
@Suite struct BusyWalkTests {
  @Test(
    arguments: [("{ ask: name, type: string }", "Ada"), ("{ run: pay, command: [pay] }", "yes")])
  func aWalkThatIsTakenAfterItWasReadIsInUse(step: String, answer: String) async throws {
    let place = FileManager.default.temporaryDirectory.path + "/busy-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    // Only its owner can read a key.
    #expect(
      FileManager.default.createFile(
        atPath: place + "/key", contents: Data(String(repeating: "0b", count: 32).utf8),
        attributes: [.posixPermissions: 0o600]))
    let flow = try checkedFlow("flow: 1\nid: t\nsteps:\n  - \(step)\n")
    func opened(_ words: [String], walk: String? = nil) throws -> (SteppedWalk, any StepCommand) {
      let rest =
        ["--store", place + "/walks", "--flow", "t.flow.yaml", "--key-file", place + "/key"]
        + (walk.map { ["--walk", $0] } ?? []) + words.dropFirst()
      let command: any StepCommand =
        words[0] == "next" ? try NextCommand.parse(rest) : try AnswerCommand.parse(rest)
      var machine = StepMachine()
      machine.flow = { (_, _, _) throws(ProgramEnding) in flow }
      machine.clock = { .epoch }
      machine.zone = .utc
      return (try SteppedWalk(command.options, command.beginning, on: machine), command)
    }
    let (begun, first) = try opened(["next"])
    let shown = try begun.report(try begun.apply(try first.action(), isAnswer: false)).storedWalk
    let walk = try #require(shown)
    let id = String(walk.prefix { $0 != "@" })
    let (stepped, command) = try opened(["answer", answer], walk: walk)
    let store = FileWalkStore(place + "/walks")
    let lease = try await store.lease(id)
    let ending = await #expect(throws: ProgramEnding.self) {
      _ = try await stepped.perform(try command.action(), isAnswer: command.isAnswer)
    }
    expectEqual(ending?.code, .sessionInUse)
    await store.release(lease)
  }
}
