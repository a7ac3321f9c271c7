// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import ScrollStackLayout

@Suite struct SlotTableTests {
  /// Compares the table with a dictionary, with good hashes and with mostly equal ones.
  @Test(arguments: [1, 3, 1 << 40]) func randomChangesAgreeWithADictionary(spread: Int) {
    for seed in RandomRuns(long: 2_000, named: "slots against a dictionary").seeds {
      var random = SeededGenerator(seed: seed)
      var table = SlotTable()
      var slots: [Int: Int32] = [:]
      var keys: [Int32: Int] = [:]
      func hash(_ key: Int) -> Int { key % spread }
      func find(_ key: Int) -> Int32? {
        table.slot(hash: hash(key)) { keys[$0] == key }
      }
      for _ in 0..<200 {
        let key = Int.random(in: 0..<60, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0...2:
          guard slots[key] == nil else { continue }
          let slot = Int32((0..<100).first { keys[Int32($0)] == nil } ?? 0)
          slots[key] = slot
          keys[slot] = key
          table.insert(slot, hash: hash(key)) { hash(keys[$0] ?? 0) }
        case 3:
          let found = table.remove(hash: hash(key)) { keys[$0] == key }
          expectEqual(found, (slots[key] != nil), "seed \(seed)")
          if let slot = slots.removeValue(forKey: key) { keys[slot] = nil }
        default:
          if key == 0 { table.reserve(80) { hash(keys[$0] ?? 0) } }
        }
        expectEqual(table.count, slots.count, "seed \(seed)")
        expectEqual(find(key), slots[key], "seed \(seed)")
      }
      for key in 0..<60 { expectEqual(find(key), slots[key], "seed \(seed)") }
      guard slots.keys.allSatisfy({ find($0) == slots[$0] }) else { return }
    }
  }

  /// Alternating insertions and removals rarely rebuild the table, however full it is.
  @Test func alternatingChangesCostTheSameWhenTheTableIsFull() {
    for count in [100, 1000, 10_000, 26_214, 52_428] {
      var table = SlotTable()
      var placed = 0
      func hash(_ slot: Int32) -> Int {
        placed += 1
        return Int(slot)
      }
      table.reserve(count, hashOfSlot: hash)
      for slot in 0..<Int32(count) { table.insert(slot, hash: Int(slot), hashOfSlot: hash) }
      placed = 0
      for turn in 0..<count {
        table.remove(hash: turn) { Int($0) == turn }
        table.insert(Int32(turn + count), hash: turn + count, hashOfSlot: hash)
      }
      #expect(placed <= 8 * count, "\(placed) for \(count)")
      expectEqual(table.count, count)
    }
  }
}
