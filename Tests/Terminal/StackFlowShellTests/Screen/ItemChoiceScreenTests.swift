// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StackFlowShell

/// A list or a map whose items are choices shows them on a screen.
@MainActor
@Suite struct ItemChoiceScreenTests {
  @Test(arguments: [ScreenWalk.Face.Place.inline, .full], ["list", "map"])
  func theChoicesAreBelowTheLine(place: ScreenWalk.Face.Place, type: String) async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: s
      steps:
        - ask: order
          type: \(type)
          of: { type: choice, choices: [Hall, { value: r1, label: Room 1 }] }
        - { ask: end, type: string }
      """, place, columns: 80, rows: 24)
    #expect(walk.text.contains("Hall / r1 (Room 1)"), "\(walk.text)")
  }
}
