// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Foundation
import RandomTesting
import SavedWalks
import Testing

/// The format of saved walks keeps everything, is canonical, and refuses what isn't a walk.
@Suite struct FormatTests {
  @Test func everyWalkIsRestoredAsItWas() throws {
    let flow = try RandomWalk.flow()
    let runs = RandomRuns(long: 50_000, every: 500, named: "saved walks")
    for seed in runs.seeds {
      let walk = try RandomWalk(seed: seed, in: flow)
      let saved = SavedWalk(walk.session)
      let bytes = saved.bytes
      try #require(try SavedWalk(bytes: bytes) == saved, "seed \(seed)")
      try #require(try SavedWalk(bytes: bytes).bytes == bytes, "seed \(seed)")
      // The JSON for readers is JSON, and says how the walk began and everything that happened.
      let json = try Value(json: saved.json, maximumDepth: 600)
      try #require(json.map?["events"]?.elements?.count == saved.events.count, "seed \(seed)")
      let restored = try saved.restored(in: flow)
      try #require(restored.notices.isEmpty, "seed \(seed): \(restored.notices)")
      try #require("\(restored.session.state)" == "\(walk.session.state)", "seed \(seed)")
      try #require(restored.session.answers == walk.session.answers, "seed \(seed)")
      try #require(
        restored.session.effectInProgress == walk.session.effectInProgress, "seed \(seed)")
      try #require(SavedWalk(restored.session).bytes == bytes, "seed \(seed)")
    }
  }

  @Test func codableKeepsTheWalk() throws {
    let flow = try RandomWalk.flow()
    for seed in RandomRuns(long: 500, named: "codable walks").seeds {
      let saved = SavedWalk(try RandomWalk(seed: seed, in: flow).session)
      let data = try JSONEncoder().encode(["walk": saved])
      try expectEqual(JSONDecoder().decode([String: SavedWalk].self, from: data), ["walk": saved])
    }
    for text in [#""%""#, #""U0ZX""#, "[]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(SavedWalk.self, from: Data(text.utf8))
      }
    }
  }

  @Test func everyValueKeepsItsType() throws {
    let values: [Value] = [
      .null, .bool(true), .int(.min), .int(.max), .uint(.max), .double(-0.0), .double(.nan),
      .double(.infinity), .double(0.1), .string("é"), .string("e\u{301}"), .bytes([0, 255]),
      .list([.list([]), .int(1)]), .map(ValueMap([("b", .int(1)), ("a", .map(ValueMap()))])),
      [.int(1): "x", .uint(2): "y", .bool(true): "z"], .timestamp(.earliest), .timestamp(.latest),
      .duration(try TimeSpan(seconds: -5, nanoseconds: 1)), .optional(nil), .optional(.int(1)),
    ]
    for value in values {
      let saved = SavedWalk(flowID: "f", fingerprint: 0, inputs: ["v": value])
      try expectEqual(SavedWalk(bytes: saved.bytes), saved)
    }
  }

  @Test func aWalkOfTenStepsFitsInto400Bytes() throws {
    var text = "flow: 1\nid: ten\nsteps:\n"
    for number in 0..<10 { text += "  - { ask: answer_\(number), type: string }\n" }
    var session = try FlowSession(flow: try RandomWalk.flow(text))
    var time: Int64 = 1_790_000_000_123_456_789
    func now(after nanoseconds: Int64) -> Timestamp {
      time += nanoseconds
      return (try? Timestamp(secondsSinceEpoch: 0, nanoseconds: time)) ?? .epoch
    }
    session.send(.start, now: now(after: 0))
    for number in 0..<10 {
      session.send(.answer(.text("an answer \(number)")), now: now(after: 4_212_345_678))
      session.decide(.approve, now: now(after: 12_345))
    }
    let saved = SavedWalk(session)
    #expect(saved.bytes.count <= 400, "\(saved.bytes.count) bytes")
    #expect(saved.bytes.count * 2 <= saved.json.utf8.count, "\(saved.json.utf8.count) as JSON")
  }

  @Test func damagedBytesAreRefusedOrReadTheSame() throws {
    let flow = try RandomWalk.flow()
    for seed in RandomRuns(long: 20_000, every: 200, named: "damaged walks").seeds {
      var random = SeededGenerator(seed: seed)
      var bytes = SavedWalk(try RandomWalk(seed: seed, in: flow).session).bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: index)
        }
      }
      guard let walk = try? SavedWalk(bytes: bytes) else { continue }
      // A log that's read is canonical, and restores without a trap.
      try #require(walk.bytes == bytes, "seed \(seed)")
      _ = try? walk.restored(in: flow)
    }
  }

  /// An effect whose undo, or anything else, has another name isn't read as one without it.
  @Test(arguments: ["request", "undo", "command"])
  func anEntryOfAnEffectThatIsUnknownIsRefused(key: String) throws {
    let flow = try RandomWalk.flow()
    for seed in UInt64(0)..<200 {
      var bytes = SavedWalk(try RandomWalk(seed: seed, in: flow).session).bytes
      // A key is a text: its tag, its length, and its content.
      let entry = [6, UInt8(key.utf8.count)] + Array(key.utf8)
      guard let range = bytes.firstRange(of: entry) else { continue }
      bytes[range.upperBound - 1] = UInt8(ascii: "-")
      #expect {
        try SavedWalk(bytes: bytes)
      } throws: {
        ($0 as? SavedWalkError)?.message.hasSuffix("an effect isn't possible") == true
      }
      return
    }
    Issue.record("no walk has an effect with '\(key)'")
  }

  @Test(arguments: [
    ("", "the saved walk is damaged at byte 0: it ends too early"),
    ("SFX", "the saved walk is damaged at byte 3: this is not a saved walk"),
    ("SFW\u{5}", "the saved walk has the format 5, but this version reads formats up to 4"),
    ("SFW\u{0}", "the saved walk is damaged at byte 4: the version of the format is unknown"),
    ("SFW\u{2}\u{7F}", "the saved walk is damaged at byte 5: a text is longer than what follows"),
  ])
  func whatIsNoWalkIsRefused(text: String, message: String) {
    #expect { try SavedWalk(bytes: text.utf8) } throws: {
      ($0 as? SavedWalkError)?.message == message
    }
  }
}
