// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import RandomTesting
import Testing

/// Saved walks and flows of several versions: an earlier flow refuses the walk of a later one unless an option allows
/// it, and what a changed flow means for a walk is told once.
@Suite("Versions of flows") struct FlowVersionProgramTests {
  /// A flow of a version; `hotel` is asked by the first, `boat` by later ones.
  private static func flow(_ version: Int) -> String {
    """
    flow: 1
    id: trip
    version: \(version)
    steps:
      - { ask: name, type: string }
      - { ask: \(version == 1 ? "hotel" : "boat"), type: string }
      - { ask: last, type: string }

    """
  }

  private static let refusal =
    "the walk was saved by version 2 of the flow 'trip', and this is version 1; use version 2 or a later one, "
    + "or go on with --allow-downgrade"

  private static let dropped =
    "stackflow: The flow no longer asks 'hotel', so what was saved for it was dropped."

  @Test func aWalkOfALaterVersionIsContinuedOnlyWithTheOption() throws {
    let place = try SavedWalkFolder(Self.flow(2))
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    try place.folder.write(Self.flow(1), to: "trip.flow.yaml")
    let file = URL(filePath: "\(place.sessions)/\(id).walk")
    let bytes = try Data(contentsOf: file)
    let refused = try place.call("run", "--resume", id, "--set", "hotel=Albergo")
    #expect(refused.exit == 65 && refused.messages.hasSuffix("\(Self.refusal)\n"), "\(refused)")
    let script = try place.call("walks", "show", id, "--script")
    #expect(script.exit == 65 && script.messages.hasSuffix("use version 2 or a later one\n"))
    try expectEqual(Data(contentsOf: file), bytes)
    let rows = [try place.call("walks").output, try place.call("walks", "show", id).output]
    #expect(rows[0].hasSuffix("/trip.flow.yaml (version 2)\n"), "\(rows)")
    #expect(rows[1].contains("flow     trip, version 2\n"))
    #expect(try place.call("walks", "list", "--json").output.contains("\"version\": 2"))
    let older = try place.walk("--resume", id, "--allow-downgrade")
    try older.type("Albergo<Enter>")
    try older.type("end<Enter>")
    try expectEqual(older.finish(), 0)
    #expect(older.output.contains("\"hotel\": \"Albergo\""), "\(older.output)")
  }

  @Test func aWalkOfAnotherFlowIsRefused() throws {
    let place = try SteppedFolder("  - { ask: name, type: string }")
    try place.call("next", "trip.flow.yaml")
    try place.folder.write(
      "flow: 1\nid: tour\nsteps:\n  - { ask: name, type: string }", to: "tour.flow.yaml")
    let call = try place.call("next", "tour.flow.yaml")
    expectEqual(call.exit, 65)
    expectEqual(
      call.messages,
      "stackflow: the saved walk belongs to the flow 'trip', not to 'tour'\n")
  }

  /// The notice that each command prints of a changed flow, and whether it's in its JSON.
  @Test(
    arguments: dailyPart(
      of: [["next"], ["answer", "Argo"], ["back"], ["answer", "--edit", "7"]], every: 2,
      named: "commands of a changed flow"))
  func aStateFileSaysOnceWhatAChangedFlowMeans(command: [String]) throws {
    for options in [[], ["--json"]] {
      let place = try SteppedFolder("")
      try place.folder.write(Self.flow(1), to: "trip.flow.yaml")
      try place.call("next", "trip.flow.yaml")
      try place.call("answer", "Rome")
      try place.call("answer", "Albergo")
      try place.folder.write(Self.flow(2), to: "trip.flow.yaml")
      let call = try place.plain(command + ["--state", "w.walk"] + options)
      // A command that can't be done writes no JSON.
      let isJSON = !options.isEmpty && call.exit == 0
      expectEqual(
        isJSON, call.output.contains("\"notice\": \"dropped\",\n      \"id\": \"hotel\""),
        "\(command): \(call.output)")
      expectEqual(!isJSON, call.messages.contains(Self.dropped), "\(command): \(call.messages)")
      let again = try place.plain(["next", "--state", "w.walk"] + options)
      #expect(!again.output.contains("dropped") && !again.messages.contains("hotel"))
      #expect(!again.output.contains("differs") && !again.messages.contains("saved"))
      try place.folder.write(Self.flow(1), to: "trip.flow.yaml")
      let refused = try place.plain(["next", "--state", "w.walk"] + options)
      #expect(refused.exit == 65 && refused.output.isEmpty)
      expectEqual(refused.messages, "stackflow: \(Self.refusal)\n")
      try expectEqual(place.call("next", "--allow-downgrade").exit, 0)
      try expectEqual(place.call("next").exit, 0)
    }
  }

  @Test(arguments: [false, true]) func aResumedWalkSaysOnceWhatAChangedFlowMeans(
    isInline: Bool
  ) throws {
    let place = try SavedWalkFolder(Self.flow(1))
    place.isInline = isInline
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("Albergo<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    try place.folder.write(Self.flow(2), to: "trip.flow.yaml")
    for isFirst in [true, false] {
      let again = try place.walk("--resume", id)
      try again.typeAhead("<Ctrl-C>")
      _ = try again.finish()
      let told = again.everyRow.filter {
        $0.hasPrefix("stackflow: The flow no longer asks 'hotel'")
      }
      expectEqual(told.count, isFirst ? 1 : 0)
      #expect(isFirst || !again.everyRow.contains { $0.contains("saved for") })
    }
  }

  @Test func serversTakeSeveralVersionsOfAFlow() throws {
    let folder = try TemporaryFolder()
    for version in [1, 2] {
      try folder.write(Self.flow(version), to: "v\(version).flow.yaml")
      try folder.write(Self.flow(version), to: "again\(version).flow.yaml")
    }
    let open = #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"answers":{"name":"x"}}}"#
    try folder.write(
      open + "\n" + open.replacingOccurrences(of: "{\"answers", with: "{\"version\":1,\"answers"),
      to: "requests.jsonl")
    let call = try ProgramCall(
      shell: "stackflow serve v1.flow.yaml v2.flow.yaml < requests.jsonl", directory: folder.path)
    let lines = call.output.split(separator: "\n")
    expectEqual(lines.count, 2, "\(call.output)\(call.messages)")
    #expect(lines[0].contains(#""id":"boat""#) && lines[1].contains(#""id":"hotel""#))
    let twice = try ProgramCall(
      ["serve", "v1.flow.yaml", "again1.flow.yaml"], directory: folder.path)
    expectEqual(twice.exit, 2)
    expectEqual(
      twice.messages, "stackflow: two flows have the id 'trip' and the version 1\n")
  }
}
