// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// Saved walks: when there is one, where it is, and which one continues.
@Suite("Places of saved walks") struct SavedWalkPlaceTests {
  /// Begins a walk, leaves it after its first answer, and returns its id.
  private func left(_ place: SavedWalkFolder) throws -> String {
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    try expectEqual(walk.finish(), 130)
    return try #require(place.ids.first)
  }

  @Test(arguments: ["<Ctrl-C>", "<Ctrl-D>"]) func aWalkCanBeLeftAtItsSecret(keys: String) throws {
    let place = try SavedWalkFolder()
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Rome<Enter>")
    try walk.type("s3cret-text<Enter>")
    try walk.type("4<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(place.ids.first)
    for _ in 0..<2 {
      let again = try place.walk("--resume", id)
      try again.typeAhead(keys)
      _ = try again.finish()
    }
    let last = try place.walk("--resume", id)
    try last.type("s3cret-text<Enter>")
    try last.type("Albergo<Enter>")
    try expectEqual(last.finish(), 0)
    #expect(last.output.contains("\"days\": 4") && last.output.contains("s3cret-text"))
  }

  /// Nobody asked for a walk to go on with, and nothing has happened.
  @Test(arguments: [
    "  - { ask: name, type: string }", "  - { run: made, command: [test, -e, gone] }",
    "  - { run: made, command: [test, -e, .], reads: true }\n  - { ask: name, type: string }",
  ])
  func anUnattendedRunThatFailsLeavesNoWalk(step: String) throws {
    let place = try SavedWalkFolder(
      "flow: 1\nid: trip\nsteps:\n  - { note: hello, text: Hello }\n\(step)\n")
    for arguments in [["--no-input"], []] {
      let call = try ProgramCall(
        ["run", "trip.flow.yaml", "--allow-run"] + arguments, environment: place.environment,
        directory: place.folder.path)
      #expect(call.exit != 0)
      #expect(place.ids.isEmpty && !call.messages.contains("--resume"), "\(call.messages)")
    }
  }

  @Test func anUnattendedRunLeavesAWalkForWhatItHasDone() throws {
    let place = try SavedWalkFolder(
      """
      flow: 1
      id: trip
      steps:
        - { run: made, command: [touch, made], undo: [rm, made] }
        - { run: failed, command: [test, -e, ready], onError: retry }
      """)
    let call = try place.call("run", "trip.flow.yaml", "--no-input", "--allow-run")
    expectEqual(call.exit, 5)
    let id = try #require(place.ids.first)
    #expect(call.messages.hasSuffix("Continue with: stackflow run --resume \(id)\n"))
    try place.folder.write("", to: "ready")
    try place.folder.remove("made")
    let again = try place.walk("--resume", id, "--allow-run")
    try again.type(":retry<Enter>")
    try expectEqual(again.finish(), 0)
    expectEqual(place.folder.text(of: "made"), nil, "it isn't made twice")
    #expect(place.ids.isEmpty)
  }

  @Test func withoutAHomeTheUserIsToldThatNothingIsSaved() throws {
    let place = try SavedWalkFolder()
    func walk(_ environment: [String: String]) throws -> [String] {
      let walk = try ProgramWalk(
        arguments: ["run", "trip.flow.yaml"], columns: 150, environment: environment,
        directory: place.folder.path)
      try walk.type("Rome<Enter>")
      try walk.type("<Enter>")
      try walk.typeAhead("<Ctrl-C>")
      try expectEqual(walk.finish(), 130)
      return walk.everyRow.filter { $0.contains("can no longer be saved") }
    }
    let told = try walk(["XDG_STATE_HOME": ""])
    expectEqual(told.count, 1)
    expectEqual(
      told.first?.contains("(there's no home directory; set HOME or XDG_STATE_HOME)"), true)
    #expect(try walk(["XDG_STATE_HOME": "", "STACKFLOW_NO_SAVE": "1"]).isEmpty)
  }

  @Test func aFolderThatOthersCanWriteToIsRefused() throws {
    let place = try SavedWalkFolder()
    let id = try left(place)
    for mode in [0o777, 0o770] {
      try place.folder.setMode(mode, of: "state/stackflow/walks")
      let call = try place.call("run", "--resume", id)
      expectEqual(call.exit, 2)
      #expect(
        call.messages.hasPrefix("stackflow: other users can write to the folder '")
          && call.messages.contains("chmod go-w "), "\(call.messages)")
    }
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Oslo<Enter>")
    #expect(walk.everyRow.joined().contains("other users can write to the folder"))
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    expectEqual(place.ids, [id])
    try place.folder.setMode(0o755, of: "state/stackflow/walks")
    try expectEqual(place.call("run", "--resume", id, "--no-input").exit, 3)
  }

  @Test func aWalkIsNamedBeforeItGoesOn() throws {
    let place = try SavedWalkFolder()
    let id = try left(place)
    for arguments in [["--resume"], ["--resume", id]] {
      let call = try ProgramCall(
        ["run", "--no-input"] + arguments, environment: place.environment,
        directory: place.folder.path)
      #expect(call.messages.hasPrefix("stackflow: Continuing the saved walk '\(id)' (/"))
      #expect(call.messages.contains("/trip.flow.yaml).\n"), "\(call.messages)")
    }
    let named = try place.call("run", "trip.flow.yaml", "--resume", id, "--no-input")
    #expect(!named.messages.contains("Continuing"))
  }

  @Test func aWalkGoesOnWithItsFlowInAnotherPlace() throws {
    let place = try SavedWalkFolder()
    let id = try left(place)
    try place.folder.makeFolder("new")
    try place.folder.write(SavedWalkFolder.text, to: "new/trip.flow.yaml")
    try place.folder.remove("trip.flow.yaml")
    let gone = try place.call("run", "--resume")
    expectEqual(gone.exit, 2)
    #expect(
      gone.messages.hasSuffix(
        "/trip.flow.yaml' of the saved walk '\(id)' is gone; if it has moved, go on with 'stackflow "
          + "run FLOW --resume \(id)'\n"), "\(gone.messages)")
    try expectEqual(place.call("run", "new/trip.flow.yaml", "--resume", id, "--no-input").exit, 3)
    #expect(try place.call("walks").output.hasSuffix("/new/trip.flow.yaml\n"))
    try expectEqual(place.call("run", "new/trip.flow.yaml", "--resume", "--no-input").exit, 3)
  }

  @Test func onATerminalLinesAreBrokenBetweenWords() throws {
    let place = try SavedWalkFolder()
    let id = try left(place)
    func rows(_ arguments: String...) throws -> [String] {
      let walk = try ProgramWalk(
        arguments: arguments, columns: 30, output: false, waits: false,
        environment: place.environment, directory: place.folder.path)
      _ = try walk.finish()
      return walk.everyRow
    }
    let list = try rows("walks")
    expectEqual(list.first?.hasPrefix("\(id)  2"), true, "\(list)")
    #expect(list.contains { $0.hasPrefix("/") }, "the path begins a row of its own: \(list)")
    let unused = try rows("run", "--resume", id, "--no-input")
    let words = unused.joined(separator: " ")
    #expect(words.contains("answers are missing, and --no-input is set:"), "\(unused)")
    #expect(unused.allSatisfy { $0.count <= 30 })
  }

  @Test func whatACrashHasLeftGoesWithTheNextWalk() throws {
    let place = try SavedWalkFolder()
    let id = try left(place)
    try place.folder.write("unfinished", to: "state/stackflow/walks/\(id).walk.new")
    try expectEqual(place.call("run", "--resume", id, "--no-input").exit, 3)
    expectEqual(place.folder.names(in: "state/stackflow/walks"), ["\(id).walk"])
    try place.folder.write("unfinished", to: "state/stackflow/walks/gone.walk.new")
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("Oslo<Enter>")
    #expect(!place.folder.names(in: "state/stackflow/walks").contains("gone.walk.new"))
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
  }
}
