// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowFiles
import FlowSessions
import StackFlowShell
import StackFlowTesting
import Testing

/// How a typed walk begins and ends; Examples/Tests types at a flow, a widget, and a function of its own.
@Suite struct TypedWalkTests {
  @Test func aClosedWindowEndsTheWalk() async throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\nsteps: [ { ask: n, type: integer } ]\n", name: "f.flow.yaml")
    let walk = try TypedWalk(try #require(loaded.flow))
    await walk.begin()
    await walk.hangUp()
    #expect(walk.hasEnded)
    expectEqual(walk.result?.outcome, .left(.endOfInput))
  }

  /// The screen of a flow that fails at its end is drawn.
  @Test(arguments: FaceKind.allCases)
  func aFailingEndIsShown(face: FaceKind) async throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\nsteps: [ { ask: n, type: integer } ]\noutput: { r: 1 / n }\n",
      name: "f.flow.yaml")
    let walk = try TypedWalk(try #require(loaded.flow), at: face)
    await walk.begin()
    await walk.type("0<Enter>")
    #expect(walk.text.contains("division by zero"), "\(walk.text)")
  }

  @Test func missingInputsAreRefused() throws {
    let loaded = FlowFile.load(
      "flow: 1\nid: f\ninputs: { a: { type: string } }\nsteps: [ { ask: n, type: integer } ]\n",
      name: "f.flow.yaml")
    let flow = try #require(loaded.flow)
    #expect(throws: InputError.self) { try TypedWalk(flow) }
  }
}
