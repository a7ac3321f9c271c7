// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@Suite("Results")
struct ResultTests {
  private static let fields = [
    "run", "fields.flow.yaml", "--set", "line=it's \"quoted\" $HOME # no", "--set",
    "lines=one\ntwo", "--set", "whole=7", "--set", "part=2.5", "--set", "sure=no", "--set",
    "day=2026-02-28", "--set", "colours=red, dark-blue",
  ]

  @Test(arguments: ["json", "yaml", "env", "shell", "docker"])
  func aResultHasThisForm(format: String) throws {
    var calls = ProgramCalls(name: "result-\(format)")
    try calls.run(Self.fields + ["--format", format])
    let one = Self.fields.map { $0.hasPrefix("lines=") ? "lines=" : $0 }
    try calls.run(one + ["--format", format])
    calls.end()
  }

  @Test func anUnknownFormIsAMistakeOfUsage() throws {
    var calls = ProgramCalls()
    try calls.run(Self.fields + ["--format", "xml"])
    calls.end()
  }

  @Test func aFileIsWrittenWholeOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    try folder.write("kept\n", to: "out.json")
    let flow = ProgramFixtures.folder + "/walk.flow.yaml"
    let given = ["run", flow, "--set", "kind=watcher", "--set", "owner=ada"]

    let failed = try ProgramCall(
      given + ["--set", "name=BAD", "--output", "out.json"], directory: folder.path)
    expectEqual(failed.exit, 4)
    expectEqual(folder.text(of: "out.json"), "kept\n")

    let unwritable = try ProgramCall(
      given + ["--set", "name=good", "--output", "no/such/folder/out.json"],
      directory: folder.path)
    expectEqual(unwritable.exit, 74)
    expectEqual(
      unwritable.messages, "stackflow: no/such/folder/out.json: no such file or directory\n")

    let written = try ProgramCall(
      given + ["--set", "name=good", "--output", "out.json"], directory: folder.path)
    expectEqual(written.exit, 0)
    #expect(written.output.isEmpty && written.messages.isEmpty)
    expectEqual(
      folder.text(of: "out.json"),
      "{\n  \"name\": \"good\",\n  \"kind\": \"watcher\",\n  \"owner\": \"ada\"\n}\n")
    expectEqual(folder.names, ["out.json"], "nothing is left beside it")
  }

  @Test func aDeviceIsWrittenToAndNeverReplaced() throws {
    let flow = "walk.flow.yaml"
    let call = try ProgramCall(
      [
        "run", flow, "--set", "name=a", "--set", "kind=watcher", "--set", "owner=a", "--output",
        "/dev/full",
      ])
    expectEqual(call.exit, 74)
    expectEqual(call.messages, "stackflow: /dev/full: no space left on device\n")
  }

  @Test func standardOutputMayBeFull() throws {
    let given = "--set name=a --set kind=watcher --set owner=a"
    let call = try ProgramCall(shell: "stackflow run walk.flow.yaml \(given) >/dev/full")
    expectEqual(call.exit, 74)
    expectEqual(call.messages, "stackflow: standard output: no space left on device\n")
  }

  @Test func standardOutputMayBeClosed() throws {
    let given = "--set name=a --set kind=watcher --set owner=a"
    let call = try ProgramCall(shell: "stackflow run walk.flow.yaml \(given) >&-")
    expectEqual(call.exit, 74)
    expectEqual(call.messages, "stackflow: standard output: it is closed\n")
  }

  @Test func aShellEvaluatesWhatWasAnsweredAndNothingElse() throws {
    let answer = #"it's "$(echo no)" `echo no` \\n; $HOME"#
    let quoted = "'" + answer.split(separator: "'").joined(separator: #"'\''"#) + "'"
    let call = try ProgramCall(
      shell: """
        eval "$(stackflow run many.flow.yaml --defaults --set three=\(quoted) --format shell)"
        printf '%s|%s' "$THREE" "$TWO"
        """)
    expectEqual(call.output, answer + "|2")
    #expect(call.messages.isEmpty)
  }

  @Test func linksStayAndFilesKeepTheirMode() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "real.json")
    try folder.link("link.json", to: "real.json")
    try folder.setMode(0o640, of: "real.json")
    let flow = ProgramFixtures.folder + "/walk.flow.yaml"
    let call = try ProgramCall(
      [
        "run", flow, "--set", "name=a", "--set", "kind=watcher", "--set", "owner=a", "--output",
        "link.json",
      ], directory: folder.path)
    expectEqual(call.exit, 0)
    expectEqual(folder.text(of: "real.json")?.contains("watcher"), true)
    #expect(folder.isLink("link.json"))
    expectEqual(folder.mode(of: "real.json"), 0o640)
  }

  /// The link names a file that doesn't exist yet.
  @Test func aDanglingLinkStaysAndItsFileIsCreated() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("data")
    try folder.link("data/link.json", to: "../other.json")
    try folder.link("link.json", to: "data/link.json")
    let flow = ProgramFixtures.folder + "/walk.flow.yaml"
    let call = try ProgramCall(
      [
        "run", flow, "--set", "name=a", "--set", "kind=watcher", "--set", "owner=a", "--output",
        "link.json",
      ], directory: folder.path)
    expectEqual(call.exit, 0)
    #expect(folder.isLink("link.json") && folder.isLink("data/link.json"))
    expectEqual(folder.text(of: "other.json")?.contains("watcher"), true)
  }

  @Test func theCommandLineIsCheckedFirst() throws {
    var calls = ProgramCalls()
    try calls.run("run")
    try calls.run("run", "missing.flow.yaml")
    try calls.run("run", "walk.flow.yaml", "--frobnicate")
    try calls.run("frobnicate")
    try calls.run("run", "broken.flow.yaml")
    try calls.run("run", ".")
    try calls.run("run", "walk.flow.yaml", "--timeout", "soon")
    try calls.run("--version")
    try calls.run("--help")
    try calls.run()
    try calls.run("run", "--help")
    calls.end()
  }
}
