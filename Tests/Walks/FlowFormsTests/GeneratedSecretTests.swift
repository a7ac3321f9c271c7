// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowForms
import FlowTesting
import Synchronization
import Testing

/// Enter takes a random text for a secret with `generate`.
@Suite struct GeneratedSecretTests {
  private static let text = """
    flow: 1
    id: secrets
    steps:
      - { ask: key, type: secret, generate: { length: 6, from: abc } }
      - { ask: twice, type: secret, generate: 4, confirm: true }
      - form: more
        fields:
          - { ask: one, type: secret, generate: { length: 3, from: xy } }
          - { ask: two, type: secret, required: false, generate: 2 }
      - { ask: end, type: string }
    """

  /// Numbers that count up, which a test knows.
  private final class Counter: Sendable {
    private let state = Mutex<UInt64>(0)

    func next() -> UInt64 {
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        return state
      }
    }
  }

  private static func runner(_ text: String) throws -> FlowRunner {
    let runner = try FlowRunner(flow: try flow(text), clock: { .epoch })
    let numbers = Counter()
    runner.services.random = { numbers.next() }
    runner.start()
    return runner
  }

  private static func answer(_ runner: FlowRunner, _ id: String) -> String {
    runner.session.answer(id)?.plainText ?? ""
  }

  @Test(arguments: [nil, FieldInput.text(""), .offered]) func enterTakesARandomText(
    input: FieldInput?
  ) throws {
    let runner = try Self.runner(Self.text)
    runner.send(.next(input))
    let key = Self.answer(runner, "key")
    #expect(key.count == 6 && key.allSatisfy { "abc".contains($0) }, "\(key)")
    let again = try Self.runner(Self.text)
    again.send(.next(input))
    #expect(Self.answer(again, "key") == key, "the source of numbers decides")
  }

  @Test func aSecretThatIsTypedTwiceIsGeneratedOnce() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.next(nil))
    runner.send(.next(nil))
    #expect(Self.answer(runner, "twice").count == 4)
    guard case .asking(let step) = runner.state else { throw Missing() }
    #expect(step.id == "more")
  }

  @Test func aFormThatIsSubmittedGeneratesWhatIsUntouched() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.next(nil))
    runner.send(.next(nil))
    runner.send(.edit(field: "two", .none))
    runner.send(.submit)
    #expect(Self.answer(runner, "one").count == 3)
    #expect(Self.answer(runner, "two").isEmpty, "it was left empty")
  }

  @Test func whatIsTypedIsTaken() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.next(.text("mine")))
    #expect(Self.answer(runner, "key") == "mine")
  }

  /// It's in no log, and a restored walk asks for it again.
  @Test func aGeneratedSecretIsWithheld() throws {
    let runner = try Self.runner(Self.text)
    runner.send(.next(nil))
    let key = Self.answer(runner, "key")
    let saved = runner.session.events.map { $0.withoutSecrets(in: runner.session) }
    #expect(saved.contains { $0.isWithheld })
    #expect(!"\(saved)".contains(key))
    #expect(runner.session.secretTexts.contains(key))
  }

  /// A session alone knows no random text.
  @Test func aSessionGeneratesNothing() throws {
    var walker = try Walker(Self.text)
    walker.send(.next(nil))
    #expect(walker.problems == ["enter an answer"])
    #expect(walker.step?.focusedField?.generate?.length == 6)
    #expect(walker.step?.focusedField?.offer == nil)
  }

  /// Each character is as likely as every other one, also where their number is no power of two.
  @Test func noCharacterIsFavored() throws {
    var counts: [Character: Int] = [:]
    for _ in 0..<20 {
      let runner = try FlowRunner(
        flow: try flow(
          "flow: 1\nid: s\nsteps: [{ ask: k, type: secret, generate: { length: 1000, from: abc } }]"
        ),
        clock: { .epoch })
      runner.start()
      runner.send(.next(nil))
      for character in Self.answer(runner, "k") { counts[character, default: 0] += 1 }
    }
    // Nine standard deviations.
    #expect(counts.count == 3 && counts.values.allSatisfy { abs($0 - 6_667) < 600 }, "\(counts)")
  }

  private struct Missing: Error {}
}
