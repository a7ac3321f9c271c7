// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import Testing

@testable import FlowModel

/// The labels of many chosen values cost as much work as there are choices.
@Suite struct ChoiceLabelTests {
  /// Choices that count how many of them are read.
  private final class CountedChoices: Sequence, IteratorProtocol {
    private let choices: [Choice]
    private var position = 0
    private(set) var count = 0

    init(_ choices: [Choice]) { self.choices = choices }

    func makeIterator() -> CountedChoices {
      position = 0
      return self
    }

    func next() -> Choice? {
      guard position < choices.count else { return nil }
      defer { position += 1 }
      count += 1
      return choices[position]
    }
  }

  @Test(arguments: [1, 100, 10_000])
  func eachChoiceIsReadOnce(count: Int) {
    let choices = (0..<count).map { Choice(value: .int(Int64($0)), label: "label \($0)") }
    let counted = CountedChoices(choices)
    let labels = AnswerText.labels(of: choices.map(\.value).reversed(), among: counted)
    expectEqual(labels, choices.map(\.label).reversed())
    #expect(counted.count <= count)
  }

  @Test func theFirstChoiceWithAValueNamesItAndAStrangerNamesItself() {
    let choices = [
      Choice(value: .string("a"), label: "First"), Choice(value: .string("a"), label: "Second"),
    ]
    let labels = AnswerText.labels(
      of: [.string("a"), .string("b"), .string("a")], among: choices)
    expectEqual(labels, ["First", "b", "First"])
  }
}
