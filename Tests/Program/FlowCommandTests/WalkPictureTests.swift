// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The pictures of walks in the documentation, which `Scripts/generate-pictures` draws again.
@Suite("Pictures of walks")
struct WalkPictureTests {
  private static let resources = URL(filePath: ProgramFixtures.flows)
    .deletingLastPathComponent().appending(path: "Sources/StackFlow/StackFlow.docc/Resources")

  /// Each flow with the keys up to its picture.
  private static let walks: [(flow: String, keys: [String])] = [
    ("new-service", ["billing-api<Enter>", "<Enter>", "80<Enter>"]),
    // Nothing in this picture depends on the date of the day.
    ("travel-claim", ["Trade fair in Hamburg<Enter>", "2024-03-04"]),
    ("project-installer", ["notes<Enter>", "<Enter>"]),
  ]

  @Test(.enabled(if: access("/usr/bin/git", X_OK) == 0), arguments: walks)
  func aPictureIsWhatTheWalkShows(_ walk: (flow: String, keys: [String])) throws {
    let folder = try TemporaryFolder()
    let program = try ProgramWalk(
      "run", "\(ProgramFixtures.flows)/\(walk.flow).flow.yaml", "--theme", "dark", "--svg",
      "last.svg", "--allow-run", "--allow-write", ".", columns: 76, rows: 24, repaints: true,
      environment: ["ACCESSIBLE": "", "NO_COLOR": "", "COLORTERM": "truecolor", "USER": "ada"],
      directory: folder.path)
    for keys in walk.keys { try program.type(keys) }
    let drawn = try #require(folder.text(of: "last.svg"))
    try program.type("<Ctrl-C>")
    #expect(try program.finish() == 130)
    let file = Self.resources.appending(path: "\(walk.flow).walk.svg")
    guard (try? String(contentsOf: file, encoding: .utf8)) != drawn else { return }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try drawn.write(to: file, atomically: true, encoding: .utf8)
    }
    Issue.record("\(walk.flow).walk.svg isn't what the walk shows; run Scripts/generate-pictures")
  }
}
