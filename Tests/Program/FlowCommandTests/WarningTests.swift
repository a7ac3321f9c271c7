// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Checks with `level: warning` on answers that aren't asked.
@Suite("Warnings about answers that aren't asked")
struct WarningTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - ask: port
          type: integer
          default: 80
          validate:
            - { check: port >= 1024, message: "ports below 1024 need root", level: warning }
        - form: who
          fields: [{ ask: name, type: string, default: root }]
          validate:
            - { check: name != 'root', message: "root may do everything", level: warning, at: name }
        - repeat: tags
          validate:
            - { check: size(tags) > 0, message: "no tag will be found", level: warning }
          steps:
            - ask: tag
              type: string
              validate: [{ check: size(tag) > 1, message: "tags are long", level: warning }]
      """, to: "t.flow.yaml")
    return folder
  }

  @Test func warningsAreReportedAndRefusedWhenStrict() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    let warned = [
      "run", "t.flow.yaml", "--no-input", "--set", "port=80", "--set", "name=root", "--set",
      "tags=[{tag: a}]",
    ]
    let fine = ["run", "t.flow.yaml", "--no-input", "--set", "port=8080", "--set", "name=ada"]
    try calls.run(warned, directory: folder.path)
    try calls.run(warned + ["--strict"], directory: folder.path)
    try calls.run(["run", "t.flow.yaml", "--no-input", "--defaults"], directory: folder.path)
    try calls.run(
      ["run", "t.flow.yaml", "--no-input", "--defaults", "--strict"], directory: folder.path)
    try calls.run(fine + ["--set", "tags=[]"], directory: folder.path)
    try calls.run(fine + ["--set", "tags=[]", "--strict"], directory: folder.path)
    try calls.run(fine + ["--set", "tags=[{tag: a}]", "--strict"], directory: folder.path)
    try calls.run(fine + ["--set", "tags=[{tag: ab}]", "--strict"], directory: folder.path)
    calls.end()
  }

  @Test func warningsOfGivenAnswersAreShownToTheUser() throws {
    let folder = try folder()
    let walk = try ProgramWalk(
      "run", "t.flow.yaml", "--set", "name=root", "--set", "tags=[{tag: a}]",
      directory: folder.path)
    try walk.type("<Ctrl-U>8080<Enter>")
    try expectEqual(walk.end(), 0)
  }

  @Test func whenStrictAWarningCannotBeConfirmed() throws {
    let folder = try folder()
    let walk = try ProgramWalk("run", "t.flow.yaml", "--strict", directory: folder.path)
    try walk.type("<Ctrl-U>80<Enter>")
    try walk.type("<Enter>")
    try walk.type("<Ctrl-U>8080<Enter>")
    try walk.type(":quit<Enter>")
    try expectEqual(walk.end(), 1)
  }
}
