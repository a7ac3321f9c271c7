// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// The destination of a result: problems are found before the first question, and no answer is ever
/// lost.
@Suite("The destination of a result")
struct ResultPlaceTests {
  private static let flow = ProgramFixtures.folder + "/walk.flow.yaml"

  /// The flow asks for everything, and there's no user: exit code 3 would mean that it had started
  /// to ask.
  @Test(arguments: [
    (
      ["--output", "no/such/folder/out.json"], "no/such/folder/out.json: no such file or directory"
    ),
    (["--output", "."], ".: is a directory"),
    (["--output", "folder/"], "folder/: no such file or directory"),
    (["--output", ""], ": no such file or directory"),
    (["--output", "/dev/full"], "/dev/full: no space left on device"),
    (["--output", "/proc/out.json"], "/proc/out.json: no such file or directory"),
    (["--output", "dangling"], "dangling: no such file or directory"),
  ])
  func anUnwritableFileIsRefusedBeforeTheFirstQuestion(
    options: [String], words: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.link("dangling", to: "nowhere/else")
    let call = try ProgramCall(["run", Self.flow] + options, directory: folder.path)
    expectEqual(call.exit, 74)
    expectEqual(call.messages, "stackflow: \(words)\n")
    expectEqual(folder.names, ["dangling"], "the check leaves nothing behind")
  }

  @Test(arguments: [
    (">&-", "standard output: it is closed"),
    (">/dev/full", "standard output: no space left on device"),
    ("1</dev/null", "standard output: it is closed"),
  ])
  func anUnwritableStandardOutputIsRefusedBeforeTheFirstQuestion(
    redirection: String, words: String
  ) throws {
    let call = try ProgramCall(shell: "stackflow run walk.flow.yaml \(redirection)")
    expectEqual(call.exit, 74)
    expectEqual(call.messages, "stackflow: \(words)\n")
  }

  @Test func aClosedStandardOutputDoesNotMatterForAFile() throws {
    let folder = try TemporaryFolder()
    try folder.copy("walk.flow.yaml")
    let call = try ProgramCall(
      shell: "stackflow run walk.flow.yaml --set name=a --set kind=watcher --set owner=a "
        + "--output out.json >&- 2>&- <&-", directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(folder.text(of: "out.json")?.hasPrefix("{\n  \"name\": \"a\""), true)
    expectEqual(folder.names, ["out.json", "walk.flow.yaml"])
  }

  /// If standard error is closed, messages would be written to the next file that's opened.
  @Test func noFileReplacesAClosedStandardError() throws {
    let folder = try TemporaryFolder()
    try folder.write("flow: 1\nid: t\nsteps: [{ note: n, text: to be read }]\n", to: "t.flow.yaml")
    let call = try ProgramCall(
      shell: "stackflow run t.flow.yaml --output out.json 2>&-", directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(folder.text(of: "out.json"), "{}\n")
  }

  @Test func aDashIsStandardOutput() throws {
    let folder = try TemporaryFolder()
    let call = try ProgramCall(
      ["run", Self.flow, "--set", "name=a", "--set", "kind=watcher", "--set", "owner=a"]
        + ["--output", "-"], directory: folder.path)
    expectEqual(call.exit, 0)
    #expect(call.output.contains("\"watcher\""))
    #expect(folder.names.isEmpty)
  }

  // MARK: It fails in the end

  /// The folder disappears while the user answers.
  @Test func theUserNamesAnotherFile() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("out")
    let walk = try ProgramWalk(
      "run", Self.flow, "--output", "out/result.json", directory: folder.path)
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    try walk.type("billing<Enter>")
    try walk.type("watcher<Enter>")
    try walk.type("ada<Enter>")
    #expect(walk.everyRow.contains { $0.contains("out/result.json: no such file or directory") })
    try walk.type("nowhere/result.json<Enter>")
    try walk.type("result.json<Enter>")
    try expectEqual(walk.finish(), 0)
    expectEqual(folder.text(of: "result.json")?.contains("\"billing\""), true)
  }

  @Test(arguments: [":quit<Enter>", "<Ctrl-D>", "<Ctrl-C>"])
  func aResultThatCannotBeWrittenIsSaved(keys: String) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("out")
    let walk = try ProgramWalk(
      "run", Self.flow, "--output", "out/result.json",
      environment: ["XDG_STATE_HOME": folder.path + "/state"], directory: folder.path)
    try FileManager.default.removeItem(atPath: folder.path + "/out")
    try walk.type("billing<Enter>")
    try walk.type("watcher<Enter>")
    try walk.type("ada<Enter>")
    try walk.type(keys)
    try expectEqual(walk.finish(), 74)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path + "/state/stackflow"
    ).filter { $0 != "walks" }
    let name = try #require(names.count == 1 ? names.first : nil)
    expectEqual(folder.text(of: "state/stackflow/\(name)")?.contains("\"owner\": \"ada\""), true)
    expectEqual(folder.mode(of: "state/stackflow/\(name)"), 0o600)
    expectEqual(folder.mode(of: "state/stackflow"), 0o700)
    #expect(walk.everyRow.joined().contains("/state/stackflow/\(name)', which only you can read"))
  }

  /// Whether a format can represent the result depends on the answers.
  @Test func aResultThatItsFormatCannotRepresentIsSavedAsJSON() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: t\nsteps: [{ ask: lines, type: text }, { ask: ok, type: boolean }]\n",
      to: "t.flow.yaml")
    let walk = try ProgramWalk(
      "run", "t.flow.yaml", "--format", "docker", "--set", "lines=one\ntwo",
      environment: ["TMPDIR": folder.path],
      directory: folder.path)
    try walk.type("y<Enter>")
    try expectEqual(walk.finish(), 74)
    let name = try #require(folder.names.first { $0.hasPrefix("result-") })
    #expect(name.hasSuffix(".json"))
    expectEqual(folder.text(of: name), "{\n  \"lines\": \"one\\ntwo\",\n  \"ok\": true\n}\n")
    expectEqual(folder.mode(of: name), 0o600)
  }

  @Test func theUsersResultIsSavedDespiteAnUnusedAnswer() throws {
    let folder = try TemporaryFolder()
    let walk = try ProgramWalk(
      "run", Self.flow, "--set", "port=8080", environment: ["TMPDIR": folder.path],
      directory: folder.path)
    try walk.type("billing<Enter>")
    try walk.type("watcher<Enter>")
    try walk.type("ada<Enter>")
    try expectEqual(walk.finish(), 4)
    let name = try #require(folder.names.first { $0.hasPrefix("result-") })
    expectEqual(folder.text(of: name)?.contains("\"billing\""), true)
  }
}
