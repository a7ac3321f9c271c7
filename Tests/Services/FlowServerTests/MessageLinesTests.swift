// SPDX-License-Identifier: Apache-2.0

import Expectations
import JSONRPC
import RandomTesting
import Testing

/// Lines of messages, as connections divide them.
@Suite struct MessageLinesTests {
  /// A line comes out whole, or says why it doesn't; the room is what the lines say that are being read.
  @Test func linesStayWithinTheirLimitAndTheRoom() {
    let (limit, most) = (20, 50)
    for seed in RandomRuns(long: 10_000, every: 50, named: "lines of messages").seeds {
      var random = SeededGenerator(seed: seed)
      let room = MessageRoom(byteCount: most)
      var connections = (0..<4).map { _ in MessageLines(limit: limit, in: room) }
      // The bytes that each connection has sent of its line, and whether there was no room for it.
      var models = [(line: [UInt8], obstacle: MessageLine?)](repeating: ([], nil), count: 4)
      for _ in 0..<200 {
        let number = Int.random(in: 0..<4, using: &random)
        let isEnd = Int.random(in: 0..<3, using: &random) == 0
        let part = (0..<Int.random(in: 0...12, using: &random)).map { UInt8($0 + 65) }
        let found = connections[number].add((part + (isEnd ? [0x0A] : []))[...])
        let taken = models.reduce(0) { $0 + ($1.obstacle == nil ? $1.line.count : 0) }
        if models[number].obstacle == nil {
          if models[number].line.count + part.count > limit {
            models[number].obstacle = .tooLong
          } else if taken + part.count > most {
            models[number].obstacle = .noRoom
          } else {
            models[number].line += part
          }
        }
        if isEnd {
          expectEqual(found, [models[number].obstacle ?? .bytes(models[number].line)])
          models[number] = ([], nil)
        } else {
          expectEqual(found, [])
        }
      }
      for number in connections.indices { _ = connections[number].finish() }
      var last = MessageLines(limit: most, in: room)
      let whole = [UInt8](repeating: 65, count: most)
      expectEqual(last.add((whole + [0x0A])[...]), [.bytes(whole)])
    }
  }
}
