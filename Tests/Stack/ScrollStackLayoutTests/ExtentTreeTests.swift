// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import Testing

@testable import ScrollStackLayout

@Suite struct ExtentTreeTests {
  struct Entry {
    let slot: ExtentTree.Slot
    var own: Int
    var isShown: Bool
  }

  @Test(arguments: isLongRun ? 0..<20 : 0..<2)
  func aTreeBehavesLikeAnArray(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var tree = ExtentTree()
    var model: [Entry] = []
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3:
        let index = Int.random(in: 0...model.count, using: &random)
        let new = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          let own = Int.random(in: 0...3, using: &random)
          return Entry(slot: tree.makeSlot(own: own, isShown: true), own: own, isShown: true)
        }
        tree.insert(new.map(\.slot), at: index)
        model.insert(contentsOf: new, at: index)
      case 4...5 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        tree.remove(model.remove(at: index).slot)
      case 6 where !model.isEmpty:
        let from = Int.random(in: 0..<model.count, using: &random)
        let to = Int.random(in: 0..<model.count, using: &random)
        let entry = model.remove(at: from)
        model.insert(entry, at: to)
        tree.move(entry.slot, to: to)
      case 7...8 where !model.isEmpty:
        let index = Int.random(in: 0..<model.count, using: &random)
        model[index].isShown.toggle()
        model[index].own = model[index].isShown ? Int.random(in: 0...5, using: &random) : 0
        tree.update(model[index].slot, own: model[index].own, isShown: model[index].isShown)
      default: break
      }
      tree.checkInvariants()
      expectEqual(tree.slots, model.map(\.slot), "seed \(seed)")
      expectEqual(tree.total, model.reduce(0) { $0 + $1.own })
      var start = 0
      var rank = 0
      for (index, entry) in model.enumerated() {
        expectEqual(tree.index(of: entry.slot), index)
        expectEqual(tree.start(of: entry.slot), start)
        expectEqual(tree.slot(at: index), entry.slot)
        expectEqual(tree.shownRank(of: entry.slot), rank)
        for place in start..<start + entry.own {
          expectEqual(tree.slot(atOffset: place), entry.slot)
        }
        expectEqual(
          tree.slot(after: entry.slot), (index + 1 < model.count ? model[index + 1].slot : -1))
        expectEqual(tree.slot(before: entry.slot), (index > 0 ? model[index - 1].slot : -1))
        expectEqual(tree.shownSlot(before: entry.slot), tree.shownSlot(at: rank - 1))
        if entry.isShown {
          expectEqual(tree.shownSlot(at: rank), entry.slot)
          rank += 1
        }
        start += entry.own
      }
      #expect(tree.slot(atOffset: start) == -1 && tree.slot(atOffset: -1) == -1)
      #expect(tree.slot(at: model.count) == -1 && tree.shownSlot(at: rank) == -1)
    }
  }

  /// Returns the steps of each kind of operation in a tree of a given size.
  private func work(count: Int) -> [Int] {
    var tree = ExtentTree()
    tree.insert((0..<count).map { _ in tree.makeSlot(own: 1, isShown: true) }, at: 0)
    var random = SeededGenerator(seed: 1)
    func steps(_ body: (inout ExtentTree, Int, inout SeededGenerator) -> Void) -> Int {
      let before = tree.steps
      for _ in 0..<500 { body(&tree, Int.random(in: 0..<count, using: &random), &random) }
      return tree.steps - before
    }
    return [
      steps { tree, index, _ in tree.insert([tree.makeSlot(own: 1, isShown: true)], at: index) },
      steps { tree, index, _ in tree.remove(tree.slot(at: index)) },
      steps { tree, index, random in
        tree.move(tree.slot(at: index), to: Int.random(in: 0..<count, using: &random))
      },
      steps { tree, index, _ in tree.update(tree.slot(at: index), own: 2, isShown: true) },
      steps { tree, index, _ in _ = tree.start(of: tree.slot(at: index)) },
      steps { tree, index, _ in _ = tree.slot(atOffset: index) },
      steps { tree, index, _ in _ = tree.shownSlot(at: index) },
    ]
  }

  /// G-3: the counter grows at most 1.3 times for each doubling.
  @Test func workGrowsWithTheLogarithm() {
    var before = work(count: 1000)
    for count in isLongRun ? [2000, 4000, 8000, 16000, 32000, 64000] : [2000, 4000, 8000] {
      let now = work(count: count)
      for (old, new) in zip(before, now) {
        #expect(Double(new) <= 1.3 * Double(old), "\(count) rows: \(old) to \(new)")
      }
      before = now
    }
  }
}
