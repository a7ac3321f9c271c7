// SPDX-License-Identifier: Apache-2.0

import Expectations
import JSONRPC
import RandomTesting
import Testing

@Suite struct MessageFramesTests {
  @Test func messagesAreCompleteWhereverTheBytesAreDivided() {
    let texts = ["{}", "", "{\"a\":\"é\"}", String(repeating: "x", count: 3000)]
    let bytes = Array(texts.map(MessageFrames.framed).joined().utf8)
    for seed in RandomRuns(long: 500, named: "divided messages").seeds {
      var random = SeededGenerator(seed: seed)
      var frames = MessageFrames(limit: 4000)
      var found: [MessageLine] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(rest.count, 700), using: &random)
        found += frames.add(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      expectEqual(found, texts.map { .bytes(Array($0.utf8)) })
    }
  }

  @Test func aMessageThatIsTooLongIsSkipped() {
    var frames = MessageFrames(limit: 10)
    let bytes = Array((MessageFrames.framed("12345678901") + MessageFrames.framed("{}")).utf8)
    expectEqual(frames.add(bytes[...]), [.tooLong, .bytes(Array("{}".utf8))])
  }

  @Test func aMessageThatIsTooLongIsKnownByItsHeaders() {
    for length in ["11", "99999999999999999999"] {
      var frames = MessageFrames(limit: 10)
      let bytes = Array("Content-Length: \(length)\r\n\r\n{".utf8)
      expectEqual(frames.add(bytes[...]), [.tooLong])
    }
  }

  @Test func headersWithoutALengthHaveNoMessage() {
    var frames = MessageFrames(limit: 10)
    let bytes = Array(("Content-Type: x\r\n\r\n" + MessageFrames.framed("{}")).utf8)
    expectEqual(frames.add(bytes[...]), [.bytes(Array("{}".utf8))])
  }
}
