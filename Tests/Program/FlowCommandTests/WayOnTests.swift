// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// After a failure past a commit, the walk can be tried again, now or later, whatever way it's walked.
@Suite("Ways on after a failure") struct WayOnTests {
  /// An effect that fails until its cause is gone.
  enum Kind: String, CaseIterable {
    case write, tree, command

    var step: String {
      switch self {
      case .write: "write: act, path: made/a.txt, content: made"
      case .tree: "write: act, tree: templates, to: made"
      case .command: "run: act, command: [mkdir, made/a.txt]"
      }
    }
  }

  /// A folder with a flow: a command that leaves a line, a commit, an effect that fails, and a question.
  private final class Place {
    let saved: SavedWalkFolder
    let options = ["--allow-run", "--allow-write", "."]

    init(
      _ kind: Kind,
      after steps: [String] = [
        "{ run: before, command: [sh, -c, 'echo once >> log'] }", "{ commit: sure, text: Sure? }",
      ]
    ) throws {
      let all =
        ["{ ask: name, type: string, default: x }"] + steps
        + ["{ \(kind.step) }", "{ ask: last, type: string, default: z }"]
      saved = try SavedWalkFolder(
        "flow: 1\nid: trip\nsteps:\n" + all.map { "  - \($0)\n" }.joined())
      try saved.folder.makeFolder("templates")
      try saved.folder.write("made", to: "templates/a.txt")
      try saved.folder.write("in the way", to: "made")
    }

    /// Removes the cause of the failure.
    func repair() throws {
      try saved.folder.remove("made")
      try saved.folder.makeFolder("made")
    }

    /// Runs the program where no one can be asked.
    func alone(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(
        arguments + ["--no-input", "--defaults", "--yes"] + options,
        environment: saved.environment, directory: saved.folder.path)
    }

    func walk(_ arguments: String...) throws -> ProgramWalk {
      try ProgramWalk(
        arguments: ["run"] + arguments + options, repaints: saved.isInline,
        environment: saved.environment, directory: saved.folder.path)
    }

    /// Everything happened once, and no walk is left.
    func expectOnce() {
      expectEqual(saved.folder.text(of: "log"), "once\n")
      expectEqual(saved.folder.names(in: "made"), ["a.txt"])
      expectEqual(saved.ids, [])
    }
  }

  @Test(arguments: Kind.allCases, [true, false])
  func aUserTriesAgainUntilItSucceeds(kind: Kind, isInline: Bool) throws {
    let place = try Place(kind)
    place.saved.isInline = isInline
    let walk = try place.walk("trip.flow.yaml")
    try walk.type("<Enter>")
    try walk.type("yes<Enter>")
    let retry = isInline ? "<Enter>" : ":retry<Enter>"
    for _ in 0..<2 { try walk.type(retry) }
    #expect(walk.everyRow.contains { $0.contains(isInline ? "This failed again" : ":retry") })
    try place.repair()
    try walk.type(retry)
    try walk.type("<Enter>")
    expectEqual(try walk.finish(), 0)
    place.expectOnce()
  }

  /// The failure is asked about again, and leaving there again leaves because of the failure.
  @Test(arguments: Kind.allCases, [("<Ctrl-C>", 130), ("<Ctrl-D>", 5)])
  func aWalkThatIsLeftAtAFailureGoesOnThere(kind: Kind, leaving: (String, Int)) throws {
    let place = try Place(kind)
    let walk = try place.walk("trip.flow.yaml")
    try walk.type(lines: "", "yes")
    try walk.typeAhead(leaving.0)
    expectEqual(try walk.finish(), Int32(leaving.1))
    let id = try #require(place.saved.ids.first)
    #expect(walk.everyRow.joined().contains("stackflow run --resume \(id)"))
    let again = try place.walk("--resume", id)
    try again.type(":back<Enter>")
    #expect(again.everyRow.joined().contains("can't go back past 'Sure'"), "\(again.everyRow)")
    try again.typeAhead(leaving.0)
    expectEqual(try again.finish(), Int32(leaving.1))
    let last = try place.walk("--resume", id)
    try place.repair()
    try last.type(":retry<Enter>")
    try last.type("<Enter>")
    expectEqual(try last.finish(), 0)
    place.expectOnce()
  }

  /// Without a user, continuing is trying again.
  @Test(arguments: Kind.allCases) func aloneAWalkThatFailedIsSavedAndContinuingTriesAgain(
    kind: Kind
  ) throws {
    let place = try Place(kind)
    let first = try place.alone("run", "trip.flow.yaml")
    expectEqual(first.exit, 5, "\(first.messages)")
    let id = try #require(place.saved.ids.first, "\(first.messages)")
    #expect(first.messages.contains("Continue with: stackflow run --resume \(id)\n"))
    let second = try place.alone("run", "--resume", id)
    expectEqual(second.exit, 5)
    #expect(second.messages.contains("Continue with: "), "\(second.messages)")
    try place.repair()
    let third = try place.alone("run", "--resume", id)
    expectEqual(third.exit, 0, "\(third.messages)")
    expectEqual(third.output, "{\n  \"name\": \"x\",\n  \"last\": \"z\"\n}\n")
    place.expectOnce()
  }

  /// The answers that a commit has made final aren't lost, although nothing has happened yet.
  @Test(arguments: [true, false]) func aloneACommitIsKept(isCommit: Bool) throws {
    let place = try Place(
      .write,
      after: isCommit ? ["{ commit: sure, text: Sure? }"] : ["{ note: told, text: Hello }"])
    let call = try place.alone("run", "trip.flow.yaml")
    expectEqual(call.exit, 5)
    expectEqual(call.messages.contains("Continue with: "), isCommit, "\(call.messages)")
    expectEqual(place.saved.ids.count, isCommit ? 1 : 0)
    guard isCommit else { return }
    try place.repair()
    expectEqual(try place.alone("run", "--resume").exit, 0)
    expectEqual(place.saved.folder.names(in: "made"), ["a.txt"])
    expectEqual(place.saved.ids, [])
  }

  @Test(arguments: Kind.allCases) func oneCommandAtATimeAFailureIsTriedAgain(kind: Kind) throws {
    let place = try Place(kind)
    func step(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(
        arguments + ["--state", "w.walk"] + place.options, environment: place.saved.environment,
        directory: place.saved.folder.path)
    }
    _ = try step("next", "trip.flow.yaml")
    _ = try step("answer", "x")
    let failed = try step("answer", "yes")
    expectEqual(failed.exit, 5, "\(failed.output)\(failed.messages)")
    #expect(failed.output.contains("answer --retry"), "\(failed.output)")
    expectEqual(try step("answer", "--retry").exit, 5)
    try place.repair()
    expectEqual(try step("answer", "--retry").exit, 0)
    _ = try step("answer", "z")
    #expect(try step("result").output.contains("\"last\": \"z\""))
    place.expectOnce()
  }

  /// The new flow's effect is performed, and the old one's failure is over.
  @Test func aWalkThatFailedGoesOnInACorrectedFlow() throws {
    let place = try Place(.write)
    let failed = try place.alone("run", "trip.flow.yaml")
    expectEqual(failed.exit, 5)
    let text = try #require(place.saved.folder.text(of: "trip.flow.yaml"))
    try place.saved.folder.write(
      text.replacing("path: made/a.txt", with: "path: other/a.txt"), to: "trip.flow.yaml")
    let call = try place.alone("run", "--resume")
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(place.saved.folder.text(of: "other/a.txt"), "made")
    expectEqual(place.saved.folder.text(of: "log"), "once\n")
  }
}
