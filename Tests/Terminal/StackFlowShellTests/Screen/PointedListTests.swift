// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScreens
import TerminalIO
import Testing

@testable import StackFlowShell

/// The one pointer of all lists: what's beside the list decides where it goes at the ends.
@Suite struct PointedListTests {
  private func entries(
    _ edge: PointedList.Edge, of count: Int = 3, _ keys: [Key.Code]
  ) -> [Int?] {
    var list = PointedList(
      ListSections(count: count), edge: edge,
      buttons: ButtonRow(edge == .buttons ? [.init("done", .next)] : []))
    return [list.entry]
      + keys.map { code in
        _ = list.take(Key(code))
        return list.entry
      }
  }

  @Test func whereNothingIsBesideTheListThePointerGoesFromOneEndToTheOther() {
    expectEqual(entries(.none, [.up, .down, .down]), [0, 2, 0, 1])
    expectEqual(entries(.none, [.end, .down, .home, .up]), [0, 2, 0, 0, 2])
  }

  @Test func theLineIsAboveTheFirstEntry() {
    expectEqual(entries(.line, [.down, .up, .up, .down]), [nil, 0, nil, 2, 0])
    // Home and End are the line's.
    expectEqual(entries(.line, [.down, .down, .home, .end]), [nil, 0, 1, 1, 1])
  }

  @Test func theButtonsAreBelowTheLastEntry() {
    expectEqual(entries(.buttons, [.up, .down, .down, .right]), [nil, 2, nil, 0, nil])
  }

  @Test(arguments: [PointedList.Edge.none, .line, .buttons])
  func anEmptyListHasNoEntry(edge: PointedList.Edge) {
    expectEqual(entries(edge, of: 0, [.down, .up, .pageDown, .end]), [nil, nil, nil, nil, nil])
  }

  @Test func anEntryThatIsGoneTakesThePointerToTheLastOne() {
    var list = PointedList(ListSections(count: 3))
    list.move(to: 2)
    list.count = 2
    expectEqual(list.entry, 1)
    list.count = 0
    #expect(list.entry == nil)
    list.count = 4
    expectEqual(list.entry, 0)
  }
}
