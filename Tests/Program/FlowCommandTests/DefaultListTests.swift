// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `--defaults` and lists of records.
@Suite("Lists and defaults")
struct DefaultListTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: t
      inputs: { hosts: { type: list, of: string, default: [a, b] } }
      steps:
        - repeat: tags
          steps: [{ ask: tag, type: string }]
        - repeat: ports
          over: hosts
          steps:
            - { ask: port, type: integer, default: "{ value: 8000 + index }" }
            - { ask: note, type: string, required: false }
            - repeat: extras
              steps: [{ ask: extra, type: string }]
        - { review: check }
        - { commit: go, text: Go on? }
      """.replacing(#""{ value: 8000 + index }""#, with: "{ value: 8000 + index }"),
      to: "t.flow.yaml")
    try folder.write(
      """
      flow: 1
      id: t
      steps:
        - repeat: tags
          minItems: 1
          steps: [{ ask: tag, type: string, default: a }]
        - repeat: ports
          over: "['a']"
          steps: [{ ask: port, type: integer }]
        - { review: check }
      """, to: "needed.flow.yaml")
    return folder
  }

  @Test func listsThatNeedNothingAreNotAskedFor() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    try calls.run(
      "run", "t.flow.yaml", "--defaults", "--no-input", "--yes", directory: folder.path)
    try calls.run("run", "t.flow.yaml", "--defaults", "--no-input", directory: folder.path)
    try calls.run("run", "t.flow.yaml", "--no-input", "--yes", directory: folder.path)
    try calls.run("plan", "t.flow.yaml", "--defaults", directory: folder.path)
    try calls.run(
      "run", "t.flow.yaml", "--defaults", "--no-input", "--yes", "--set", "hosts=[]",
      directory: folder.path)
    calls.end()
  }

  @Test func requiredAnswersOfAListAreMissing() throws {
    let folder = try folder()
    var calls = ProgramCalls()
    try calls.run(
      "run", "needed.flow.yaml", "--defaults", "--no-input", "--yes", directory: folder.path)
    try calls.run(
      "run", "needed.flow.yaml", "--defaults", "--no-input", "--yes", "--set", "tags=[{}]",
      directory: folder.path)
    try calls.run("plan", "needed.flow.yaml", "--defaults", directory: folder.path)
    calls.end()
  }

  /// Whatever wasn't asked can still be asked, and changed.
  @Test func theUserCanGoBackToAListOfDefaults() throws {
    let folder = try folder()
    let walk = try ProgramWalk("run", "t.flow.yaml", "--defaults", directory: folder.path)
    try walk.type(":back ports<Enter>")
    try walk.type(":edit 2<Enter>")
    try walk.type("<Ctrl-U>9000<Enter>")
    try walk.type(lines: "", "", "", "", "yes")
    try expectEqual(walk.finish(), 0)
    #expect(walk.output.contains("9000") && walk.output.contains("8000"))
  }
}
