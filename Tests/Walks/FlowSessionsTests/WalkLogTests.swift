// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import FlowSessions

@Suite struct WalkLogTests {
  @Test func blockListsAreLikeArrays() {
    let runs = RandomRuns(long: 10_000, named: "block lists")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var list = BlockList<Int>()
      var array: [Int] = []
      var copies: [(BlockList<Int>, [Int])] = []
      for number in 0..<Int.random(in: 0...80, using: &random) {
        if Int.random(in: 0...2, using: &random) == 0 {
          expectEqual(list.popLast(), array.popLast(), "seed \(seed)")
        } else {
          list.append(number)
          array.append(number)
        }
        if Int.random(in: 0...5, using: &random) == 0 { copies.append((list, array)) }
        #expect(list.last == array.last && list.count == array.count, "seed \(seed)")
      }
      copies.append((list, array))
      for (list, array) in copies {
        expectEqual(Array(list), array, "seed \(seed)")
        expectEqual((0..<list.count).map { list[$0] }, array, "seed \(seed)")
      }
    }
  }

  @Test func anEntryTakesLittleMemory() {
    expectEqual(MemoryLayout<WalkLogEntry>.stride, 56)
  }
}
