// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowTesting
import FlowWalks
import Foundation
import StackFlowShell
import TerminalIO
import Testing

@testable import FlowSessions

/// A notice of a walk's restoring is said once, in every face.
@Suite @MainActor struct RestoredNoticeTests {
  private static func flow(_ second: String) throws -> CheckedFlow {
    try checkedFlow(
      """
      flow: 1
      id: trip
      steps:
        - { ask: name, type: string }
        - { ask: \(second), type: string }
        - { ask: last, type: string }
      """, name: "trip.flow.yaml")
  }

  /// A walk whose second answer is for a question that the flow no longer asks.
  private static func runner() throws -> FlowRunner {
    var session = try FlowSession(flow: flow("hotel"))
    session.send(.start, now: .epoch)
    for answer in ["Rome", "Albergo"] { session.sendApproving(.answer(.text(answer))) }
    let restored = try FlowSession.restoring(session.events, flow: flow("boat"), isChanged: true)
    return FlowRunner(continuing: restored.session, clock: { .epoch })
  }

  private static let words = "The flow no longer asks 'hotel'"

  @Test(arguments: [ScreenWalk.Face.Place.inline, .full]) func aScreenSaysItOnce(
    place: ScreenWalk.Face.Place
  )
    async throws
  {
    let walk = await ScreenWalk(try Self.runner(), place, columns: 120)
    expectEqual(walk.lines.filter { $0.contains(Self.words) }.count, 1, "\(walk.lines)")
    await walk.type("Argo\r")
    expectEqual(walk.lines.filter { $0.contains(Self.words) }.count <= 1, true, "\(walk.lines)")
  }

  @Test func linesSayItOnce() async throws {
    let terminal = MemoryTerminal(size: WindowSize(columns: 120, rows: 20))
    let face = LineFace(runner: try Self.runner(), terminal: terminal, editor: PlainLineEditor())
    terminal.type("Argo")
    terminal.type(Key(.enter))
    terminal.hangUp()
    _ = await face.walk()
    let shown = terminal.takeOutput()
    expectEqual(shown.components(separatedBy: Self.words).count, 2, "\(shown)")
  }
}
