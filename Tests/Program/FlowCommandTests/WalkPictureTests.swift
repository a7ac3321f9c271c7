// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// The playing pictures of walks in the documentation, which `Scripts/generate-pictures` draws again.
@Suite("Pictures of walks")
struct WalkPictureTests {
  private static let resources = URL(filePath: ProgramFixtures.flows)
    .deletingLastPathComponent().appending(path: "Sources/StackFlow/StackFlow.docc/Resources")

  @Test(arguments: ["new-service", "travel-claim", "project-installer"])
  func aPictureIsWhatTheWalkShows(_ flow: String) throws {
    let folder = try TemporaryFolder()
    let call = try ProgramCall(
      [
        "replay", "\(ProgramFixtures.flows)/\(flow).walk.test.yaml", "--size", "76x24", "--svg",
        "walk.svg",
      ], directory: folder.path)
    expectEqual(call.exit, 0, "\(call.messages)")
    let drawn = try #require(folder.text(of: "walk.svg"))
    #expect(drawn.utf8.count < 100_000)
    let file = Self.resources.appending(path: "\(flow).walk.svg")
    guard (try? String(contentsOf: file, encoding: .utf8)) != drawn else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try drawn.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(flow).walk.svg isn't what the walk shows; run Scripts/generate-pictures")
  }
}
