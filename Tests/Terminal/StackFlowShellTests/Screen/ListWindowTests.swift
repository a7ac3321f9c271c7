// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScreens
import Localization
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

@Suite struct ListWindowTests {
  private func row(_ entry: Int) -> [CellRow] {
    var row = CellRow()
    row.write("\(entry)", column: 0, style: .plain)
    return [row]
  }

  @Test func onlyWhatIsShownIsLaidOut() {
    var count = 0
    let window = ListWindow(
      count: 100_000, .around(50_000), fitting: 9, theme: .dark, catalog: .english
    ) { entry in
      count += 1
      return row(entry)
    }
    #expect(count <= 40)
    expectEqual(window.rows.count, 9)
    #expect(window.entries.contains(50_000))
    expectEqual(window.rows[window.place].text, "50000")
    expectEqual(window.rows.first?.text, "↑ \(window.entries.lowerBound) more")
    expectEqual(window.rows.last?.text, "↓ \(100_000 - window.entries.upperBound) more")
  }

  @Test(arguments: 1...12)
  func theEntryIsAlwaysAmongTheRowsThatFit(room: Int) {
    for count in 1...14 {
      for entry in 0..<count {
        for anchor in [ListWindow.Anchor.around(entry), .from(entry)] {
          let window = ListWindow(
            count: count, anchor, fitting: room, theme: .dark, catalog: .english, layOut: row)
          #expect(window.rows.count <= room)
          expectEqual(window.rows[window.place].text, "\(entry)")
          #expect(count > room || window.entries == 0..<count)
        }
      }
    }
  }

  @Test func aPointerGoesThroughTheEntriesToTheButtonsAndAround() {
    var list = PointedList(
      ListSections(count: 2), edge: .buttons,
      buttons: ButtonRow([.init("one", .next), .init("two", .next)]))
    #expect(list.entry == nil)
    var entries: [Int?] = []
    for _ in 0..<3 {
      _ = list.take(Key(.down))
      entries.append(list.entry)
    }
    expectEqual(entries, [0, 1, nil])
    _ = list.take(Key(.right))
    expectEqual(list.buttons.chosen?.label, "two")
    _ = list.take(Key(.right))
    expectEqual(list.buttons.chosen?.label, "one")
    // An entry that is gone takes the pointer to the last one.
    list.move(to: 1)
    list.count = 1
    expectEqual(list.entry, 0)
    list.count = 0
    #expect(list.entry == nil)
  }

  @Test func buttonsThatDoNotFitAreBelowEachOther() {
    let row = ButtonRow([.init("do it", .next), .init("show the files", .next)])
    expectEqual(row.layOut(columns: 60, theme: .dark, isFocused: true).rows.count, 1)
    let narrow = row.layOut(columns: 20, theme: .dark, isFocused: true)
    expectEqual(narrow.rows.map(\.text), ["❯ do it", "show the files"])
  }
}
