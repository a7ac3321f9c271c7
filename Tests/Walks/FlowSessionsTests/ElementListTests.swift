// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowSessions
import RandomTesting
import Testing

/// Lists over elements: the answers for an element stay with that element.
@Suite struct ElementListTests {
  static let sizes = ProjectFolder.flow("lists/sizes")

  @Test func onlyNewElementsAreAsked() throws {
    var walker = try Walker(Self.sizes)
    walker.type("ams", "2", "")
    walker.send(.backTo("regions"))
    walker.type("all")
    expectEqual(walker.asked, "size[0].nodes")
    expectEqual(walker.step?.focusedField?.label, "For fra")
    #expect(walker.offered == nil)
    walker.type("1")
    expectEqual(walker.step?.focusedField?.label, "For nyc")
    walker.type("3")
    expectEqual(walker.items, ["fra=1", "ams=2", "nyc=3"])
  }

  /// A replay asks each element for its own answers, and marks the item where one has none.
  @Test func aReplayThatMeetsOtherElementsMarksTheItem() throws {
    let text = """
      flow: 1
      id: hosts
      steps:
        - repeat: host
          steps:
            - { ask: name, type: string }
            - repeat: other
              over: "items.map(i, i.name)"
              summary: "${item}: ${why}"
              steps: [ { ask: why, type: string } ]
      """
    var walker = try Walker(text)
    for (name, reasons) in [("a", []), ("b", ["ba"]), ("c", ["ca", "cb"])] {
      walker.send(.addItem)
      walker.type(name)
      for reason in reasons { walker.type(reason) }
      if !reasons.isEmpty { walker.send(.answer(nil)) }
    }
    expectEqual(walker.items, ["a, other: 0", "b, other: 1", "c, other: 2"])
    walker.send(.removeItem(0))
    // 'b' must answer about 'c'. 'c' sees no others, because 'b' isn't finished.
    expectEqual(
      walker.items, ["b, other: 1 !other: item 1 needs an answer", "c, other: 0"])
    walker.send(.removeItem(0))
    walker.send(.answer(nil))
    expectEqual(walker.output, #"{"host":[{"name":"c","other":[]}]}"#)
  }
}
