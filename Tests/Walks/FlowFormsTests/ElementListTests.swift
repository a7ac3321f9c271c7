// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import Testing

/// Lists over elements: the answers for an element stay with that element.
@Suite struct ElementListTests {
  static let sizes = """
    flow: 1
    id: sizes
    steps:
      - { ask: regions, type: choices, choices: [fra, ams, nyc] }
      - repeat: size
        over: regions
        summary: "${item}=${nodes}"
        steps: [ { ask: nodes, type: integer, label: "For ${item}" } ]
      - { ask: end, type: string }
    """

  private func items(_ walker: Walker) -> [String] {
    walker.step?.items.map { $0.summary + ($0.problem.map { "!" + $0 } ?? "") } ?? []
  }

  @Test func anElementKeepsItsAnswersAtAnyPosition() throws {
    var walker = try Walker(Self.sizes)
    walker.type("all", "1", "2", "3", "")
    expectEqual(walker.asked, "end")
    walker.send(.backTo("regions"))
    walker.type("ams nyc")
    expectEqual(walker.asked, "size", "nothing is open")
    expectEqual(items(walker), ["ams=2", "nyc=3"])
  }

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
    expectEqual(items(walker), ["fra=1", "ams=2", "nyc=3"])
  }

  @Test func equalElementsKeepTheirOrder() throws {
    let text = """
      flow: 1
      id: sizes
      steps:
        - { ask: words, type: string }
        - repeat: size
          over: "words.split(' ')"
          summary: "${item}=${nodes}"
          steps: [ { ask: nodes, type: integer } ]
      """
    var walker = try Walker(text)
    walker.type("a b a", "1", "2", "3")
    walker.send(.backTo("words"))
    walker.type("a a")
    expectEqual(items(walker), ["a=1", "a=3"])
  }

  /// The list of an item is replaced by the answers of the elements that it has now.
  @Test func elementsInsideAnItemKeepTheirAnswersWhenTheItemIsAskedAgain() throws {
    let text = """
      flow: 1
      id: hosts
      steps:
        - repeat: host
          steps:
            - { ask: tags, type: choices, choices: [a, b, c] }
            - repeat: tag
              over: tags
              steps: [ { ask: why, type: string, label: "${item}" } ]
      """
    var walker = try Walker(text)
    walker.send(.addItem)
    walker.type("all", "1", "2", "3", "")
    expectEqual(walker.asked, "host")
    walker.send(.editItem(0))
    walker.type("b c")
    expectEqual(walker.asked, "host[0].tag")
    expectEqual(items(walker), ["2", "3"])
    walker.send(.next(nil))
    walker.send(.next(nil))
    expectEqual(
      walker.output, #"{"host":[{"tags":["b","c"],"tag":[{"why":"2"},{"why":"3"}]}]}"#)
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
      if !reasons.isEmpty { walker.send(.next(nil)) }
    }
    expectEqual(items(walker), ["a, other: 0", "b, other: 1", "c, other: 2"])
    walker.send(.removeItem(0))
    // 'b' must answer about 'c'. 'c' sees no others, because 'b' isn't finished.
    expectEqual(items(walker), ["!other: item 1 needs an answer", "c, other: 0"])
    walker.send(.removeItem(0))
    walker.send(.next(nil))
    expectEqual(walker.output, #"{"host":[{"name":"c","other":[]}]}"#)
  }

  @Test func anItemOfASecretIsAskedAgain() throws {
    let text = """
      flow: 1
      id: keys
      steps:
        - { ask: key, type: secret }
        - repeat: use
          over: "[key]"
          steps: [ { ask: why, type: string } ]
        - { ask: end, type: string }
      """
    var walker = try Walker(text)
    walker.type("k", "because", "")
    walker.send(.backTo("key"))
    walker.type("k")
    expectEqual(walker.asked, "use[0].why", "what belongs to a secret is not kept by it")
  }
}
