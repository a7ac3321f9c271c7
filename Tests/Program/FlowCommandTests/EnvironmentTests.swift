// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// Environment variables that a flow reads: the user who walks it is told which.
@Suite struct EnvironmentTests {
  private static let flow = """
    flow: 1
    id: f
    inputs:
      user: { type: string, env: SF_USER, default: x }
      token: { type: secret, env: SF_TOKEN, default: x }
    steps:
      - { ask: a, type: string }
      - { run: r, command: ["true"], undo: { command: ["true"] } }
    """

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(flow, to: "f.flow.yaml")
    return folder
  }

  @Test func plansNameTheVariables() throws {
    let folder = try Self.folder()
    let text = try ProgramCall(["plan", "f.flow.yaml"], directory: folder.path).output
    #expect(text.contains("reads the environment: SF_USER, SF_TOKEN"), "\(text)")
    let json = try ProgramCall(["plan", "f.flow.yaml", "--format", "json"], directory: folder.path)
    #expect(
      json.output.filter { !$0.isWhitespace }.contains(#""environment":["SF_USER","SF_TOKEN"]"#),
      "\(json.output)")
  }

  /// Before an effect, they're named in lines, on a screen, and by a command for a step.
  @Test func theListBeforeAnEffectNamesThem() throws {
    let sentence = "The flow reads SF_USER, SF_TOKEN from the environment."
    let folder = try Self.folder()
    let step = try ProgramCall(
      shell: """
        export XDG_STATE_HOME="$PWD/state"
        stackflow next f.flow.yaml --state s.walk; stackflow answer --state s.walk x
        """, directory: folder.path)
    #expect(step.output.contains(sentence), "\(step.output)\(step.messages)")
    for face in ["line", "inline", "full"] {
      let walk = try ProgramWalk(
        arguments: ["run", "f.flow.yaml", "--ui", face], repaints: face != "line",
        environment: ["XDG_STATE_HOME": folder.path + "/state"], directory: folder.path)
      try walk.type("x<Enter>")
      #expect(walk.everyRow.joined(separator: "\n").contains(sentence), "\(face): \(walk.everyRow)")
      try walk.typeAhead("<Ctrl-C>")
      _ = try walk.finish()
    }
  }

  @Test func aSavedWalkNamesThem() throws {
    let folder = try Self.folder()
    let walk = try ProgramWalk(
      arguments: ["run", "f.flow.yaml"], environment: ["XDG_STATE_HOME": folder.path + "/state"],
      directory: folder.path)
    try walk.type("x<Enter>")
    try walk.typeAhead("<Ctrl-C>")
    _ = try walk.finish()
    let id = try #require(folder.names(in: "state/stackflow/walks").first?.dropLast(5))
    let shown = try ProgramCall(
      ["walks", "show", String(id)], environment: ["XDG_STATE_HOME": folder.path + "/state"],
      directory: folder.path)
    #expect(
      shown.output.contains("reads    SF_USER, SF_TOKEN\n"), "\(shown.output)\(shown.messages)")
  }
}
