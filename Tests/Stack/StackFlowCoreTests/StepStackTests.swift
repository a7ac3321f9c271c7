// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

@testable import StackFlowCore

@Suite struct StepStackTests {
  @Test func anEmptyStackSupportsEveryQuery() {
    let steps = StepStack<Int>()
    #expect(steps.isEmpty)
    expectEqual(steps.count, 0)
    #expect(steps.top == nil)
    #expect(steps.topEntry == nil)
    #expect(Array(steps).isEmpty)
    #expect(steps.items[0] == nil)
  }

  @Test func itemsAreOrderedOldestFirst() {
    let steps = StepStack(["a", "b", "c"])
    expectEqual(Array(steps.items), ["a", "b", "c"])
    expectEqual(steps.map(\.item), ["a", "b", "c"])
    expectEqual(steps.top, "c")
  }

  @Test func idsAreNeverReused() {
    var steps = StepStack<String>()
    let first = steps.push("a")
    let second = steps.push("b")
    steps.pop()
    let third = steps.push("b")
    steps.clean()
    let fourth = steps.push("b")
    expectEqual([first, second, third, fourth].map(\.rawValue), [1, 2, 3, 4])
    #expect(steps.entry(second) == nil)
    expectEqual(steps.entry(fourth)?.item, "b")
  }

  @Test func aCopyDoesNotChange() throws {
    var steps = StepStack(["a", "b", "c"])
    let before = steps
    try steps.pop(2)
    steps.push("d")
    expectEqual(Array(before.items), ["a", "b", "c"])
    expectEqual(Array(steps.items), ["a", "d"])
    #expect(before != steps)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 3), (4, 3), (Int.max, 3)])
  func poppingTooManyPopsAll(count: Int, popped: Int) throws {
    var steps = StepStack(["a", "b", "c"])
    try expectEqual(steps.pop(count), popped)
    expectEqual(Array(steps.items), Array(["a", "b", "c"].dropLast(popped)))
  }

  @Test(arguments: [-1, Int.min])
  func aNegativeCountIsAnErrorAndChangesNothing(count: Int) {
    var steps = StepStack(["a"])
    let before = steps
    #expect(throws: FlowStackError.negativeCount(count)) { try steps.pop(count) }
    expectEqual(steps, before)
  }

  @Test func queriesOutOfRangeReturnNil() {
    let steps = StepStack(["a", "b"])
    for index in [-1, 2, Int.min, Int.max] {
      #expect(steps.entry(at: index) == nil)
      #expect(steps.items[index] == nil)
    }
    #expect(steps.index(of: StepID(serial: 99)) == nil)
    #expect(StepID(rawValue: 0) == nil)
  }

  @Test func stacksAreEqualIfTheirEntriesAndNextIdsAre() {
    let one = StepStack(["a", "b"])
    let same = StepStack(["a", "b"])
    var rebuilt = StepStack(["a", "b"])
    rebuilt.pop()
    var popped = rebuilt
    rebuilt.push("b")
    expectEqual(one, same)
    #expect(one != rebuilt, "a step that was built anew is another entry")
    popped.pop()
    #expect(popped != StepStack(), "the ids that are gone are part of the value")
  }

  /// Compares every length up to a few hundred with an array: all reads, and all ways of popping.
  @Test func everySmallStackReadsLikeAnArray() throws {
    var steps = StepStack<Int>()
    var plain: [Int] = []
    for length in 0...260 {
      #expect(steps.entries.brokenInvariant() == nil)
      expectEqual(steps.map(\.item), plain)
      for index in plain.indices {
        try #require(steps.entry(at: index)?.item == plain[index])
        try #require(steps.index(of: StepID(serial: Int64(index + 1))) == index)
      }
      for pops in [0, 1, 2, 3, 7, length / 2, length] {
        var shorter = steps
        try shorter.pop(pops)
        try #require(shorter.entries.brokenInvariant() == nil)
        try #require(Array(shorter.items) == plain.dropLast(pops))
      }
      steps.push(length)
      plain.append(length)
    }
  }

  /// At every depth, the index is the one that a search from the oldest step finds.
  @Test func thePartitioningIndexMatchesALinearSearch() {
    for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 20, 100, 1_000] {
      var steps = StepStack<Int>()
      for item in 0..<count { steps.push(item) }
      for boundary in Set([0, 1, 2, count / 3, count / 2, count - 1, count, count + 1]) {
        var looks = 0
        let index = steps.partitioningIndex { item in
          looks += 1
          return item >= boundary
        }
        expectEqual(index, min(max(boundary, 0), count), "\(boundary) of \(count)")
        // Two comparisons for each tree of the spine and each level of one tree.
        #expect(looks <= 4 * (Int.bitWidth - count.leadingZeroBitCount) + 2)
      }
    }
  }
}

// MARK: - Cost

extension StepStackTests {
  @Test(arguments: [1, 10, 100, 1_000, 10_000, 100_000])
  func anEventAllocatesAtMostTwoObjectsAtAnyDepth(depth: Int) {
    var steps = StepStack(0..<depth)
    for move in [1, 1, 1, -1, 1, -1, -1, -1, -1, -1, 1, 1] {
      let before = steps.entries.objects()
      if move > 0 { steps.push(0) } else { steps.pop() }
      #expect(steps.entries.objects().subtracting(before).count <= 2)
    }
  }

  @Test func aMillionStepsAreFreedWithoutDeepRecursion() throws {
    var steps: StepStack<Int>? = StepStack(0..<1_000_000)
    let kept = steps
    try steps?.pop(999_999)
    expectEqual(steps?.top, 0)
    expectEqual(kept?.entry(at: 654_321)?.item, 654_321)
    steps = nil
    expectEqual(kept?.count, 1_000_000)
  }

  @Test func poppedStepsAreFreed() throws {
    weak var low: Token?
    weak var high: Token?
    var steps = StepStack<Token>()
    func fill() {
      let first = Token()
      let second = Token()
      (low, high) = (first, second)
      steps.push(first)
      steps.push(second)
    }
    fill()
    steps.pop()
    #expect(high == nil)
    #expect(low != nil)
    steps.clean()
    #expect(low == nil)
  }

  final class Token {}
}

// MARK: - Saving

extension StepStackTests {
  @Test func anEncodedStackRestoresIdsOrderAndItems() throws {
    var steps = StepStack(["a", "b", "c"])
    steps.pop()
    steps.push("d")
    let data = try JSONEncoder.sorted.encode(steps)
    expectEqual(
      String(decoding: data, as: UTF8.self),
      #"{"entries":[{"id":1,"item":"a"},{"id":2,"item":"b"},{"id":4,"item":"d"}],"nextID":5}"#)
    var restored = try JSONDecoder().decode(StepStack<String>.self, from: data)
    expectEqual(restored, steps)
    expectEqual(restored.push("e").rawValue, 5)
  }

  @Test(arguments: [
    ("ids must grow", #"{"entries":[{"id":2,"item":1},{"id":2,"item":1}],"nextID":9}"#),
    ("ids must grow", #"{"entries":[{"id":2,"item":1},{"id":1,"item":1}],"nextID":9}"#),
    ("not below the next id", #"{"entries":[{"id":5,"item":1}],"nextID":5}"#),
    ("at least 1", #"{"entries":[{"id":0,"item":1}],"nextID":5}"#),
    ("at least 1", #"{"entries":[],"nextID":-3}"#),
    ("no ids are left", #"{"entries":[],"nextID":9223372036854775807}"#),
  ])
  func aDamagedStackIsRejected(reason: String, text: String) {
    #expect {
      try JSONDecoder().decode(StepStack<Int>.self, from: Data(text.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains(reason)
    }
  }

  @Test(arguments: ["", "[]", "{}", #"{"entries":{},"nextID":1}"#, #"{"entries":[1],"nextID":2}"#])
  func otherDataIsNotAStack(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StepStack<Int>.self, from: Data(text.utf8))
    }
  }
}

extension JSONEncoder {
  static var sorted: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }
}

extension StepStack {
  init(_ items: some Sequence<Item>) {
    self.init()
    for item in items { push(item) }
  }
}
