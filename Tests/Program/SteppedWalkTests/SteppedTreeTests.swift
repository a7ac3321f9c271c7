// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Expectations
import FlowExpressions
import FlowTesting
import FlowWalks
import Foundation
import Testing

@testable import ProgramParts

/// The files of a tree, which commands decide about one after the other.
@Suite struct SteppedTreeTests {
  /// A command opens the walk, checks its answer against what the last one has shown, and prints the next question, each
  /// from one look.
  @Test func aCommandTakesOneLookAtTheDisk() throws {
    let place = FileManager.default.temporaryDirectory.path + "/stepped-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    // Only its owner can read a key.
    #expect(
      FileManager.default.createFile(
        atPath: place + "/key", contents: Data(String(repeating: "0b", count: 32).utf8),
        attributes: [.posixPermissions: 0o600]))
    let folder = TreeFolder(["out/a": "1", "out/b": "2"])
    let flow = try treeFlow(writing: ["a", "b", "c"])
    func looks(_ words: String...) throws -> (lines: String, looks: [String: Int]) {
      let rest =
        ["--state", place + "/w.walk", "--key-file", place + "/key"] + words.dropFirst()
      let command: any StepCommand =
        words[0] == "next" ? try NextCommand.parse(rest) : try AnswerCommand.parse(rest)
      var machine = StepMachine()
      machine.flow = { (_, _, _) throws(ProgramEnding) in flow }
      machine.hasFile = { _ in true }
      machine.effects = { _, _ in folder }
      machine.clock = { .epoch }
      machine.zone = .utc
      let stepped = try SteppedWalk(command.options, command.beginning, on: machine)
      let notices = try stepped.apply(try command.action(), isAnswer: words[0] == "answer")
      expectEqual(notices.filter { if case .denied = $0 { true } else { false } }, [])
      let report = try stepped.report(notices)
      stepped.noteShown()
      let lines = report.lines.joined(separator: "\n") + report.json
      return (lines, folder.takeLooks())
    }
    let all = ["out": 1, "out/a": 1, "out/b": 1, "out/c": 1]
    _ = try looks("next", "t.flow.yaml")
    var (lines, found) = try looks("answer", "x")
    #expect(lines.contains("1 of 2: The file 'out/a' already exists"), "\(lines)")
    expectEqual(found, all)
    (lines, found) = try looks("next")
    expectEqual(found, all, "another process looks again")
    (lines, found) = try looks("answer", "yes")
    #expect(lines.contains("2 of 2: The file 'out/b' already exists"), "\(lines)")
    expectEqual(found, all.merging(["out/b": 1], uniquingKeysWith: +))
    (lines, found) = try looks("answer", "keep")
    #expect(lines.contains("This happens next:") && lines.contains("yes|no"), "\(lines)")
    expectEqual(found, all.mapValues { 2 * $0 }, "a look for the answer, and one for the question")
    (_, found) = try looks("answer", "yes")
    #expect(found == all && folder.writes == 1)
  }
}
