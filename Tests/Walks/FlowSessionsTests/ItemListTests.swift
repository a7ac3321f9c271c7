// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import RandomTesting
import Synchronization
import Testing

@testable import FlowModel
@testable import FlowSessions

/// The items of a list of records: a persistent tree, compared with an array.
@Suite struct ItemListTests {
  private static func item(_ number: Int, hasProblem: Bool, isAnswered: Bool) -> RepeatItem {
    var item = RepeatItem(
      nil, record: ValueMap([("n", .int(Int64(number)))]),
      answers: isAnswered ? ValueMap([("a", .int(1))]) : ValueMap(), typed: ValueMap(),
      summary: "\(number)")
    if hasProblem { item.problem = Problem(field: "a", rule: .required, message: "open") }
    return item
  }

  /// The nodes of a list.
  private static func nodes(_ list: ItemList) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var open = [list.root].compactMap { $0 }
    while let node = open.popLast() {
      found.insert(ObjectIdentifier(node))
      open += [node.left, node.right].compactMap { $0 }
    }
    return found
  }

  private static func height(_ node: ItemList.Node?) -> Int {
    node.map { 1 + max(height($0.left), height($0.right)) } ?? 0
  }

  @Test func aListEqualsAnArrayWithTheSameChanges() {
    let runs = RandomRuns(long: 5_000, named: "lists of items")
    for seed in runs.seeds {
      var random = SeededGenerator(seed: seed)
      var array: [RepeatItem] = []
      var list = ItemList()
      for number in 0..<Int.random(in: 1...150, using: &random) {
        let item = Self.item(
          number, hasProblem: Int.random(in: 0..<9, using: &random) == 0,
          isAnswered: Bool.random(using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where !array.isEmpty:
          let position = Int.random(in: array.indices, using: &random)
          expectEqual(list.remove(at: position), array.remove(at: position))
        case 1 where !array.isEmpty:
          let position = Int.random(in: array.indices, using: &random)
          array[position] = item
          list[position] = item
        case 2:
          let position = Int.random(in: 0...array.count, using: &random)
          array.insert(item, at: position)
          list.insert(item, at: position)
        default:
          array.append(item)
          list.append(item)
        }
      }
      expectEqual(Array(list), array, "STACKFLOW_SEED=\(seed)")
      #expect(array.indices.allSatisfy { list[$0] == array[$0] }, "STACKFLOW_SEED=\(seed)")
      expectEqual(ItemList(array), list)
      expectEqual(list.firstProblem, array.firstIndex { $0.problem != nil })
      expectEqual(
        list.firstNotBegun, array.firstIndex { $0.problem != nil && $0.answers.isEmpty },
        "STACKFLOW_SEED=\(seed)")
    }
  }

  /// Adding, editing, moving and removing an item shares all but O(log n) of 4,000 with the list
  /// before, in a tree that is nowhere deep.
  @Test func aChangeMakesOnlyAFewNodes() {
    var list = ItemList()
    for number in 0..<4_000 { list.append(Self.item(number, hasProblem: false, isAnswered: true)) }
    #expect(Self.height(list.root) <= 30)
    let before = Self.nodes(list)
    let changes: [(inout ItemList) -> Void] = [
      { $0.append(Self.item(0, hasProblem: false, isAnswered: true)) },
      { $0[2_000] = Self.item(0, hasProblem: false, isAnswered: true) },
      { $0.insert($0.remove(at: 3_999), at: 0) }, { $0.remove(at: 17) },
    ]
    for change in changes {
      var changed = list
      change(&changed)
      #expect(Self.nodes(changed).subtracting(before).count <= 60)
    }
  }

  /// A session whose list has 4,000 items shares it with the session before each event.
  @Test func anItemOfALongListIsAddedAndEditedWithoutCopyingTheOthers() throws {
    var walker = try Walker(
      """
      flow: 1
      id: long
      steps:
        - repeat: env
          steps:
            - { ask: key, type: string }
            - { compute: long, value: "size(key) > 1" }
        - { ask: last, type: string }
      """)
    let records = (0..<4_000).map { Value.map(ValueMap([("key", .string("k\($0)"))])) }
    walker.send(.answer(.value(.list(records))))
    walker.send(.backTo("env"))
    let list = try #require(walker.step?.repeat)
    expectEqual(list.items.count, 4_000)
    let before = Self.nodes(list.items)
    for (event, text) in [(FlowEvent.addItem, "new"), (.editItem(1_234), "changed")] {
      walker.send(event)
      expectEqual(walker.step?.kind, .ask)
      walker.type(text)
      let items = try #require(walker.step?.repeat?.items)
      #expect(Self.nodes(items).subtracting(before).count <= 120)
    }
    expectEqual(walker.step?.items.count, 4_001)
    expectEqual(walker.step?.items[1_234].summary, "changed")
    // Going back from an item keeps the list, and offers nothing new.
    let offered = walker.session.suggestedRecords("env")
    walker.send(.addItem)
    walker.send(.back(steps: 1))
    expectEqual(walker.step?.items.count, 4_001)
    expectEqual(walker.session.suggestedRecords("env"), offered)
    guard case .list(let records)? = offered else {
      Issue.record("the list must be offered as it was submitted")
      return
    }
    expectEqual(records.count, 4_000)
    // The other items are only computed if an expression reads them.
    walker.send(.editItem(5))
    let frame = walker.session.scope().frame(of: 0)
    expectEqual(frame?.cache.others.withLock { $0 == nil }, true)
  }
}
