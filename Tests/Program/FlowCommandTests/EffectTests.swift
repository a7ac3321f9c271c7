// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Expectations
import Foundation
import Testing

/// The effects of a flow on the machine, which require permission and have an exit code of their
/// own.
@Suite(.serialized) struct EffectTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.copy("effects.flow.yaml")
    try folder.copy("effects")
    try folder.copy("waits.flow.yaml")
    return folder
  }

  private static let red = [
    "run", "effects.flow.yaml", "--set", "name=app", "--set", "colour=red", "--set", "sure=yes",
  ]

  @Test func withoutAUserMissingPermissionIsAFailure() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    let first = try calls.run(Self.red, directory: folder.path)
    expectEqual(first.exit, 5)
    let second = try calls.run(Self.red + ["--allow-run"], directory: folder.path)
    expectEqual(second.exit, 5)
    calls.end()
    #expect(folder.text(of: "app/README") == nil)
  }

  @Test func withPermissionNothingIsAsked() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    let call = try calls.run(
      Self.red + ["--allow-run", "--allow-write", "."], directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(folder.text(of: "app/README"), "made on Linux\nfor app\n")
    // Again. The folder exists now, and retrying needs a user.
    try calls.run(Self.red + ["--allow-run", "--allow-write", "."], directory: folder.path)
    calls.end()
  }

  @Test func aCommandThatFailsIsExitFive() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    let call = try calls.run(
      "run", "effects.flow.yaml", "--allow-run", "--allow-write", "app", "--allow-write", ".",
      "--set", "name=app", "--set", "colour=blue", "--set", "sure=yes", directory: folder.path)
    expectEqual(call.exit, 5)
    calls.end()
  }

  @Test func onlyAllowedFoldersAreWrittenTo() throws {
    let folder = try folder()
    try folder.makeFolder("other")
    let call = try ProgramCall(
      Self.red + ["--allow-run", "--allow-write", "other"], directory: folder.path)
    expectEqual(call.exit, 5)
    #expect(call.messages.contains("writing 'app/README' wasn't allowed"))
    let allowed = try ProgramCall(
      [
        "run", "effects.flow.yaml", "--set", "name=fresh", "--set", "colour=red", "--set",
        "sure=yes", "--allow-run", "--allow-write", "fresh",
      ], directory: folder.path)
    // The folder that the flow creates exists when the file is written.
    expectEqual(allowed.exit, 0, "\(allowed.messages)")
  }

  /// A folder that's allowed need not exist; a file isn't a folder, which is known before the first question.
  @Test func aFolderThatIsMadeLaterIsAllowed() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { write: made, path: "${name}/a.txt", content: x }
      """, to: "t.flow.yaml")
    func call(_ allowed: String, _ name: String) throws -> ProgramCall {
      try ProgramCall(
        ["run", "t.flow.yaml", "--set", "name=\(name)", "--allow-write", allowed],
        directory: folder.path)
    }
    let made = try call("new", "new")
    expectEqual(made.exit, 0, "\(made.messages)")
    expectEqual(folder.text(of: "new/a.txt"), "x")
    try expectEqual(call("newer/in", "newer").exit, 5)
    #expect(folder.text(of: "newer/a.txt") == nil)
    let file = try call("t.flow.yaml", "x")
    expectEqual(file.exit, 2)
    #expect(file.messages.contains("--allow-write takes a folder, and 't.flow.yaml' isn't one"))
    try folder.link("out", to: "/tmp")
    try expectEqual(call("out", "out").exit, 5)
  }

  /// An existing file is named where no one can decide about it, with the ways to decide it in the flow.
  @Test func anExistingFileIsNamedWhereNoOneIsAsked() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("tree")
    try folder.makeFolder("out")
    for file in ["tree/a", "tree/b", "out/a"] { try folder.write(file, to: file) }
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { write: made, tree: tree, to: "${name}" }
      """, to: "t.flow.yaml")
    let there = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "name=out", "--allow-write", "."],
      directory: folder.path)
    expectEqual(there.exit, 5)
    #expect(
      there.messages.contains(
        "'out/a' already exists, and there is no one to ask; with 'exists: keep' or 'exists: replace' in "
          + "the flow, no one is asked"), "\(there.messages)")
    let outside = try ProgramCall(
      ["run", "t.flow.yaml", "--no-input", "--set", "name=/x", "--allow-write", "."],
      directory: folder.path)
    expectEqual(outside.exit, 5)
    #expect(outside.messages.contains("'/x': "), "\(outside.messages)")
  }

  /// An obstacle that can't be replaced is named, with the remedy, and with nothing else.
  @Test func whatIsInTheWayIsNamedWhereNoOneIsAsked() throws {
    let folder = try TemporaryFolder()
    for name in ["tree", "folder", "folder/a", "pipe", "link"] { try folder.makeFolder(name) }
    try folder.write("new", to: "tree/a")
    expectEqual(mkfifo(folder.path + "/pipe/a", 0o644), 0)
    try folder.link("link/a", to: "../tree/a.old")
    for kind in ["folder", "pipe", "link"] {
      for policy in ["ask", "keep", "replace", "fail"] {
        let step = "write: w, tree: tree, to: \(kind), exists: \(policy)"
        try folder.write("flow: 1\nid: t\nsteps: [ { \(step) } ]\n", to: "t.flow.yaml")
        let call = try ProgramCall(
          ["run", "t.flow.yaml", "--defaults", "--allow-write", "."], directory: folder.path)
        expectEqual(call.exit, (policy == "keep" ? 0 : 5), "\(kind) \(policy): \(call.messages)")
        let failure = "writing '\(kind)' failed: '\(kind)/a' is a \(kind)"
        let help =
          policy == "ask"
          ? ", and there is no one to ask; remove it, or keep it with 'exists: keep' in the flow\n"
          : "\n"
        expectEqual(call.messages.hasSuffix(failure + help), (policy != "keep"), "\(call.messages)")
      }
      for policy in ["ask", "keep", "overwrite", "append", "fail"] where kind != "link" {
        let step = "write: w, path: \(kind)/a, content: x, exists: \(policy)"
        try folder.write("flow: 1\nid: t\nsteps: [ { \(step) } ]\n", to: "t.flow.yaml")
        let call = try ProgramCall(
          ["run", "t.flow.yaml", "--defaults", "--allow-write", "."], directory: folder.path)
        expectEqual(call.exit, 5)
        #expect(
          call.messages.hasSuffix("writing '\(kind)/a' failed: '\(kind)/a' is a \(kind)\n"),
          "\(policy): \(call.messages)")
      }
    }
  }

  @Test func theUserApprovesExactlyWhatHappens() throws {
    let folder = try folder()
    let walk = try ProgramWalk("run", "effects.flow.yaml", directory: folder.path)
    try walk.type(lines: "yes", "app")
    #expect(folder.text(of: "app/README") == nil)
    try walk.type(lines: ":show", "yes")
    expectEqual(folder.text(of: "app/README"), "made on Linux\nfor app\n")
    try walk.type(lines: ":back", "yes")
    expectEqual(folder.names, ["effects", "effects.flow.yaml", "waits.flow.yaml"])
    try walk.type(lines: "", "yes", "red", "yes", "yes")
    try expectEqual(walk.end(), 0)
  }

  /// Only performed effects are reported.
  ///
  /// A file that's kept isn't reported as written.
  @Test func aKeptFileIsNotReportedAsWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine\n", to: "out.txt")
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - { ask: name, type: string }
        - { write: one, path: new.txt, content: "${name}" }
        - { write: two, path: out.txt, content: "${name}", exists: ask }
        - { ask: rest, type: string }
      """, to: "t.flow.yaml")
    let walk = try ProgramWalk(
      "run", "t.flow.yaml", "--allow-write", ".", directory: folder.path)
    try walk.type("a<Enter>")
    try walk.type("no<Enter>")
    try walk.type(":quit<Enter>")
    try expectEqual(walk.end(), 1)
    expectEqual(folder.text(of: "out.txt"), "mine\n")
    #expect(!walk.everyRow.contains { $0.contains("written: 'new.txt', 'out.txt'") })
    #expect(!walk.everyRow.contains { $0.hasPrefix("write out.txt") })
  }

  @Test func aNoIsAFailureAndQuittingThereIsExitFive() throws {
    let folder = try folder()
    let walk = try ProgramWalk("run", "effects.flow.yaml", directory: folder.path)
    try walk.type(lines: "no", "app", "no", ":retry", "no", ":quit")
    try expectEqual(walk.end(), 5)
    #expect(folder.text(of: "app/README") == nil)
  }

  @Test func aChangedFileStaysAndSoDoesTheUser() throws {
    let folder = try folder()
    let walk = try ProgramWalk(
      "run", "effects.flow.yaml", "--allow-run", "--allow-write", ".", directory: folder.path)
    try walk.type(lines: "app")
    try folder.write("mine", to: "app/README")
    try walk.type(lines: ":back name", ":quit")
    try expectEqual(walk.end(), 1)
    expectEqual(folder.text(of: "app/README"), "mine")
  }

  private static let leaving: [(keys: String, status: Int32)] = [
    ("<Ctrl-C>", 130), ("<Ctrl-D>", 1), (":quit<Enter>", 1),
  ]

  @Test func remainingEffectsOfAnAbandonedWalkAreReported() throws {
    for (keys, status) in Self.leaving {
      let folder = try folder()
      let walk = try ProgramWalk(
        "run", "effects.flow.yaml", "--allow-run", "--allow-write", ".", directory: folder.path)
      try walk.type("app<Enter>")
      try walk.type(keys)
      try expectEqual(walk.finish(), status)
      let line = "stackflow: these effects remain (the file 'app/README'; run mkdir app)"
      #expect(walk.everyRow.contains(line))
    }
  }

  // MARK: Waiting

  /// A folder with the pipe that the command of `waits.flow.yaml` writes its process id to.
  private func folderWithPipe() throws -> TemporaryFolder {
    let folder = try folder()
    expectEqual(mkfifo(folder.path + "/pid", 0o600), 0)
    return folder
  }

  /// The process id of the command of `waits.flow.yaml`, once it runs.
  private func command(in folder: TemporaryFolder) -> pid_t? {
    let pipe = open(folder.path + "/pid", O_RDONLY)
    defer { close(pipe) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &bytes, bytes.count)
    return count > 0 ? pid_t(String(decoding: bytes[..<(count - 1)], as: UTF8.self)) : nil
  }

  /// Returns whether a process is running, and isn't a zombie.
  private func runs(_ process: pid_t) -> Bool {
    let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return stat.map { !$0.contains(") Z") && !$0.contains(") X") } ?? false
  }

  @Test func ctrlCEndsTheCommandToo() throws {
    let folder = try folderWithPipe()
    let walk = try ProgramWalk("run", "waits.flow.yaml", directory: folder.path)
    try walk.typeAhead("yes<Enter>")
    let process = try #require(command(in: folder))
    // The first fails the command, and the second leaves, whether it's still being ended or not.
    try walk.typeAhead("<Ctrl-C><Ctrl-C>")
    try expectEqual(walk.end(), 130)
    #expect(!runs(process))
  }

  @Test func aTerminalClosedDuringACommandEndsWith129() throws {
    let folder = try folderWithPipe()
    let walk = try ProgramWalk("run", "waits.flow.yaml", directory: folder.path)
    try walk.typeAhead("yes<Enter>")
    let process = try #require(command(in: folder))
    walk.hangUp()
    try expectEqual(walk.finish(), 129)
    #expect(!runs(process))
  }

  @Test func aSignalWithoutATerminalEndsTheCommandToo() throws {
    let folder = try folderWithPipe()
    let line = """
      "$PROGRAM" run waits.flow.yaml --allow-run & child=$!
      read command < pid
      kill -TERM $child
      wait $child; echo "exit $?"
      while kill -0 $command 2>/dev/null && ! grep -q 'State:.Z' /proc/$command/status; do :; done
      echo gone
      """
    let call = try ProgramCall(shell: line, directory: folder.path)
    expectEqual(call.output, "exit 143\ngone\n")
  }

  @Test func theTimeLimitEndsTheCommandToo() throws {
    let folder = try folderWithPipe()
    let walk = try ProgramWalk(
      "run", "waits.flow.yaml", "--timeout", "1h", directory: folder.path)
    try walk.typeAhead("yes<Enter>")
    let process = try #require(command(in: folder))
    walk.passTime()
    try expectEqual(walk.end(), 124)
    #expect(!runs(process))
  }
}
