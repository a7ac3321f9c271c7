// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import SavedWalks
import Testing

/// Walks that an earlier build has saved are the same walks; the files are in `Tests/Fixtures/walks`.
///
/// With `RECORD_GOLDENS=1`, a test writes its files, and fails if one changed.
@Suite struct SavedFixtureTests {
  @Test func everyEventIsReadAsItWasSaved() throws {
    let bytes = try #require(
      Data(base64Encoded: try Self.saved("everything.walk", Self.everything)))
    let walk = try SavedWalk(bytes: bytes)
    expectEqual(walk, SampleLog.walk)
    expectEqual(Data(walk.bytes), bytes)
  }

  @Test func theJSONForReadersIsTheSame() throws {
    expectEqual(SampleLog.walk.json, try Self.saved("everything.json", SampleLog.walk.json))
  }

  @Test func walksOfEveryKindAreRestored() throws {
    let flow = try RandomWalk.flow()
    let lines = try Self.saved("random.walks", try Self.random(in: flow)).split(separator: "\n")
    expectEqual(lines.count, Self.seeds.count)
    for (seed, line) in zip(Self.seeds, lines) {
      let bytes = try #require(Data(base64Encoded: String(line)))
      let restored = try SavedWalk(bytes: bytes).restored(in: flow)
      #expect(restored.notices.isEmpty, "seed \(seed)")
      let walk = try RandomWalk(seed: seed, in: flow)
      expectEqual("\(restored.session.state)", "\(walk.session.state)", "seed \(seed)")
      expectEqual(Data(SavedWalk(restored.session).bytes), bytes, "seed \(seed)")
    }
  }

  // MARK: Files

  private static let seeds: ClosedRange<UInt64> = 1...40

  private static var everything: String { Data(SampleLog.walk.bytes).base64EncodedString() }

  private static func random(in flow: CheckedFlow) throws -> String {
    try seeds.map { seed in
      Data(SavedWalk(try RandomWalk(seed: seed, in: flow).session).bytes).base64EncodedString()
    }.joined(separator: "\n")
  }

  /// Returns the text of a fixture.
  private static func saved(
    _ name: String, _ now: @autoclosure () throws -> String
  ) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/walks/\(name)").standardized
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      let text = try now() + "\n"
      if (try? String(contentsOf: file, encoding: .utf8)) != text {
        try text.write(to: file, atomically: true, encoding: .utf8)
        Issue.record("\(name) is written")
      }
    }
    return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
  }
}
