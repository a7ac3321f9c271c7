// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// `stackflow` alone: the flows of a folder, as `run` would load them.
@Suite("The list of flows")
struct PickerTests {
  @Test func everyFlowOfThisProjectIsListedAsHealthy() throws {
    let package = URL(filePath: ProgramFixtures.flows).deletingLastPathComponent().path
    let walk = try ProgramWalk(rows: 60, directory: package)
    let names = try FileManager.default.contentsOfDirectory(atPath: ProgramFixtures.flows)
      .filter { $0.hasSuffix(".flow.yaml") }
    expectEqual(names.count, 17)
    for name in names {
      let label = name.dropLast(".flow.yaml".count)
      #expect(
        walk.everyRow.contains { $0.contains(" \(label) (") || $0.hasSuffix(" \(label)") },
        "\(name)")
    }
    #expect(!walk.everyRow.contains { $0.contains("has errors") })
    try walk.type(":quit<Enter>")
    try expectEqual(walk.finish(), 1)
  }

  /// A flow with files next to it, one that needs an input, one whose title reads an input, one
  /// without a title, and one with mistakes.
  @Test func onlyAFlowWithMistakesIsMarked() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    let rest = "steps: [{ ask: a, type: string }]\n"
    try folder.write(
      "flow: 1\nid: a\ntitle: Uses b\nsteps: [{ flow: b, use: b.flow.yaml, with: { u: \"'x'\" } }]\n",
      to: "Flows/a.flow.yaml")
    try folder.write(
      "flow: 1\nid: b\ntitle: Needs u\ninputs: { u: { type: string } }\n" + rest,
      to: "Flows/b.flow.yaml")
    try folder.write(
      "flow: 1\nid: c\ntitle: \"For ${u}\"\ninputs: { u: { type: string } }\n" + rest,
      to: "Flows/c.flow.yaml"
    )
    try folder.write("flow: 1\nid: d\n" + rest, to: "Flows/d.flow.yaml")
    try folder.write("flow: 1\nid: e\nsteps: [{ ask: a, type: strin }]\n", to: "Flows/e.flow.yaml")
    let walk = try ProgramWalk(directory: folder.path)
    try walk.type(":quit<Enter>")
    try expectEqual(walk.end(), 1)
  }

  /// A title that reads as the message about a broken flow is a title.
  @Test func aFlowIsBrokenOnlyIfItDoesNotLoad() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    try folder.write(
      "flow: 1\nid: a\ntitle: has errors; run stackflow check\nsteps: [{ ask: x, type: string }]\n",
      to: "Flows/a.flow.yaml")
    try folder.write(
      "flow: 1\nid: b\ntitle: Fine\nsteps: [{ ask: x, type: string }]\n",
      to: "Flows/b.flow.yaml")
    let walk = try ProgramWalk(directory: folder.path)
    let rows = walk.everyRow
    let first = try #require(rows.firstIndex { $0.contains("has errors") })
    let second = try #require(rows.firstIndex { $0.contains("Fine") })
    #expect(first < second, "\(rows)")
    try walk.type(":quit<Enter>")
    try expectEqual(walk.finish(), 1)
  }

  @Test(arguments: [
    ["check", "trip"], ["test", "trip"], ["fmt", "--check", "trip"], ["graph", "trip"],
    ["schema", "trip"], ["plan", "trip"], ["diff", "trip", "trip"], ["serve", "trip"],
    ["mcp", "trip"], ["next", "trip", "--state", "s.walk"],
  ])
  func everyCommandTakesTheShortNameOfAFlow(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    try folder.write(
      "flow: 1\nid: trip\nsteps:\n  - { ask: x, type: string }\n", to: "Flows/trip.flow.yaml")
    // The walk of `next` is sealed with a key in the home folder.
    let home = ["HOME": folder.path]
    let call = try ProgramCall(arguments, input: "", environment: home, directory: folder.path)
    #expect(!call.messages.contains("there is no file"), "\(call)")
    let wrong = try ProgramCall(
      arguments.map { $0 == "trip" ? "tripp" : $0 }, input: "", environment: home,
      directory: folder.path)
    #expect(
      wrong.messages.contains(
        "there is no file 'tripp', and no flow 'Flows/tripp.flow.yaml'; did you mean 'trip'?"))
    expectEqual(wrong.exit, 2, "\(wrong)")
  }

  /// A file beside the user comes before one of the folder `Flows`.
  @Test(arguments: ["five", "./five", "sub/six"])
  func aFlowBesideTheUserIsNamedWithoutTheEndOfItsName(word: String) throws {
    let folder = try TemporaryFolder()
    for place in ["Flows", "sub"] { try folder.makeFolder(place) }
    for (path, answer) in [
      ("five.flow.yaml", "here"), ("Flows/five.flow.yaml", "there"), ("sub/six.flow.yaml", "here"),
    ] {
      try folder.write(
        "flow: 1\nid: f\nsteps:\n  - { compute: x, value: \"'\(answer)'\" }\noutput: { x: x }\n",
        to: path)
    }
    for arguments in [["run", word], ["run", word, "--no-input"]] {
      let call = try ProgramCall(arguments, input: "", directory: folder.path)
      expectEqual(call.exit, 0, "\(call)")
      #expect(call.output.contains("here"), "\(call)")
    }
  }

  @Test func theScreenListsFlowsAndMarksThoseWithMistakes() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Flows")
    for name in ["a", "b", "c"] {
      let type = name == "b" ? "strin" : "string"
      try folder.write(
        "flow: 1\nid: \(name)\ntitle: Title \(name)\nsteps: [{ ask: x, type: \(type) }]\n",
        to: "Flows/\(name).flow.yaml")
    }
    let walk = try ProgramWalk(
      columns: 60, rows: 14, repaints: true, environment: ["ACCESSIBLE": ""],
      directory: folder.path)
    try walk.type("<Down>")
    try walk.type("<Enter>")
    try walk.type("yes<Enter>")
    try expectEqual(walk.end(), 0)
  }
}
