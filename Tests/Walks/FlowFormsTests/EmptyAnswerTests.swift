// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowForms
import FlowTesting
import Testing

/// An optional text with an empty default is answered by an empty text if it's left empty.
@Suite struct EmptyAnswerTests {
  /// Questions of a copier template, whose empty answers are texts.
  private static let text = """
    flow: 1
    id: copier
    steps:
      - ask: description
        type: string
        required: false
        default: ""
        minLength: 3
        validate: [{ check: "description != 'none'", message: say more }]
      - { ask: url, type: string, required: false, default: "", when: description != '' }
      - { note: told, text: "${description}|${url.orValue('-')}" }
    """

  @Test func aTextThatIsLeftEmptyIsAnEmptyText() throws {
    var walker = try Walker(Self.text)
    walker.send(.next(nil))
    expectEqual(walker.step?.text, "|-")
    walker.send(.next(nil))
    expectEqual(walker.output, #"{"description":""}"#)
  }

  @Test(arguments: [FieldInput.text(""), .value(""), .empty, .offered])
  func everyEmptyInputIsTheEmptyText(input: FieldInput) throws {
    var walker = try Walker(Self.text)
    walker.send(.next(input))
    expectEqual(walker.session.answer("description"), "")
    expectEqual(walker.session.reviewRows.map(\.text), [nil])
  }

  @Test func aTextThatIsTypedIsChecked() throws {
    var walker = try Walker(Self.text)
    walker.type("ab")
    expectEqual(walker.problems, ["enter at least 3 characters; this has 2"])
    walker.type("none")
    expectEqual(walker.problems, ["say more"])
    walker.type("words", "")
    expectEqual(walker.step?.text, "words|")
  }

  /// The empty answer is no suggestion, but "accept suggestions" goes on.
  @Test func anEmptyAnswerIsEmptyAgain() throws {
    var walker = try Walker(Self.text)
    walker.type("words", "")
    walker.send(.back(1))
    #expect(walker.asked == "url" && walker.offered == nil)
    walker.send(.next(nil))
    walker.send(.next(nil))
    expectEqual(walker.output, #"{"description":"words","url":""}"#)
  }

  @Test(arguments: ["", "words"]) func theResultReproducesItself(text: String) throws {
    var walker = try Walker(Self.text)
    walker.type(text)
    if !text.isEmpty { walker.type("") }
    walker.send(.next(nil))
    guard case .map(let output)? = walker.result?.output else { throw Missing() }
    var given: [String: FieldInput] = [:]
    for entry in output { given[entry.key.plainText] = .value(entry.value) }
    var again = try Walker(try flow(Self.text), options: SessionOptions(answers: given))
    again.send(.next(nil))
    expectEqual(again.output, walker.output)
  }

  private struct Missing: Error {}
}
