// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowModel
import FlowSessions
import FlowTesting
import FlowWalks
import StackFlowShell
import TerminalIO
import Testing

/// A program walks a flow with a user in a few lines.
@MainActor @Suite struct ShellTests {
  private static func runner(_ options: SessionOptions = SessionOptions()) throws -> FlowRunner {
    let text = "flow: 1\nid: f\nsteps:\n  - ask: name\n    type: string\n"
    let flow = try checkedFlow(text, name: "f.flow.yaml")
    return try FlowRunner(flow: flow, options: options, clock: { .epoch })
  }

  @Test(arguments: [nil, FaceKind.inline, .full, .line])
  func aUserWalksInEveryFace(face: FaceKind?) async throws {
    let terminal = MemoryTerminal()
    terminal.type("ada\r")
    var shell = Shell()
    shell.face = face
    let result = try await shell.walk(Self.runner(), on: terminal)
    expectEqual(result.outcome, .completed)
    expectEqual(result.output, ["name": "ada"])
    #expect(!terminal.output.isEmpty)
  }

  @Test func aTerminalWithoutEscapesGetsLines() async throws {
    let terminal = MemoryTerminal(traits: TerminalTraits(understandsEscapes: false))
    terminal.type("ada\r")
    let result = try await Shell().walk(Self.runner(), on: terminal)
    expectEqual(result.output, ["name": "ada"])
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func answersInAdvanceNeedNoTerminal() async throws {
    let result = try await Shell().walk(
      Self.runner(SessionOptions(answers: ["name": .text("ada")])))
    expectEqual(result.output, ["name": "ada"])
  }
}
