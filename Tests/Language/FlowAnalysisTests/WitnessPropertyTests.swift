// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import RandomTesting
import SourceDiagnostics
import Testing

/// The answers that `check` shows lead a session to the mistake.
///
/// The prover replays answers itself, because it knows only some of them. Here, a session decides:
/// the mistake is replaced by a harmless expression, and all walks are tried that give the shown
/// answers.
@Suite struct WitnessPropertyTests {
  /// The answers in a note about the path to a mistake.
  private struct Witness {
    /// The expressions that are true.
    var conditions: [String] = []

    /// The questions that are left empty.
    var empty: [String] = []

    /// Reads a note, and returns nil if it shows no answers, or not all of them.
    init?(_ message: String) {
      guard message.hasPrefix("this is reached without "), !message.hasSuffix(" more"),
        let when = message.firstRange(of: " when ")
      else { return nil }
      var rest = message[when.upperBound...]
      while !rest.isEmpty {
        let isCondition = rest.hasPrefix("`")
        let parts = rest.dropFirst().split(
          separator: isCondition ? "`" : "'", maxSplits: 1, omittingEmptySubsequences: false)
        guard rest.hasPrefix("`") || rest.hasPrefix("'"), parts.count == 2 else { return nil }
        rest = parts[1]
        if isCondition {
          conditions.append(String(parts[0]))
        } else {
          guard rest.hasPrefix(" is left empty") else { return nil }
          empty.append(String(parts[0]))
          rest = rest.dropFirst(" is left empty".count)
        }
        guard rest.isEmpty || rest.hasPrefix(" and ") else { return nil }
        rest = rest.dropFirst(" and ".count)
      }
    }
  }

  /// Takes every name to have a value, so that expressions with a mistake can be evaluated.
  private struct Credulous: PresenceProver {
    let names: Set<String>

    func isPresent(_ name: String, given guards: [Guard]) -> Bool { names.contains(name) }
  }

  private static func compiled(
    _ text: String, _ questions: [RandomFlow.Question], assuming names: Set<String>
  ) throws -> CompiledExpression {
    var environment = ExpressionEnvironment()
    environment.options.allowsHasOfNames = true
    var scope: [String: VariableDeclaration] = [:]
    for question in questions {
      let type: ValueType =
        switch question.values[0] {
        case .bool: .bool
        case .int: .int
        case .list: .list(.string)
        default: .string
        }
      scope[question.id] = VariableDeclaration(
        question.id, type, presence: question.isAlways ? .always : .maybe)
    }
    let result = environment.compile(
      text, expecting: .bool, scope: scope, prover: Credulous(names: names))
    return try #require(result.expression, "\(text): \(result.mistakes)")
  }

  /// Returns whether an expression is true of answers; nil if it fails.
  private static func truth(
    of expression: CompiledExpression, _ answers: [String: Value]
  ) -> Bool? {
    (try? expression.evaluate(in: answers)).map { $0 == .bool(true) }
  }

  @Test func shownAnswersLeadASessionToTheMistake() throws {
    let runs = RandomRuns(
      long: 15_000, every: 300, named: "answers shown with a mistake")
    var shown = 0
    for seed in runs.seeds {
      var random = RandomFlow(seed: seed)
      let when = random.condition()
      guard let subject = random.subject() else { continue }
      let mistaken = random.text(probe: subject.test, when: when)
      let found = FlowFile.load(mistaken, name: "mistaken").diagnostics.diagnostics
      guard let finding = found.first(where: { $0.id == "may-be-unasked" }),
        let note = finding.notes.lazy.map(\.message).first(where: { Witness($0) != nil }),
        let witness = Witness(note)
      else { continue }
      let about = "seed \(seed)\n\(mistaken)\n\(note)"
      let flow = try #require(
        FlowFile.load(random.text(probe: "true", when: when), name: "harmless").flow, "\(about)")
      let all = Set(random.questions.map(\.id))
      let conditions = try witness.conditions.map {
        try Self.compiled($0, random.questions, assuming: all)
      }
      let mistake = try Self.compiled(subject.test, random.questions, assuming: all)
      // Walks that give the shown answers, and among them those that reach the mistake.
      let walks = try ProverPropertyTests.Walks(flow, random)
      let reaching = walks.ends.filter { end in
        end.output.map?["probe"] == .bool(true)
          // A condition can't be evaluated without the answers it reads: an unasked list counts as empty.
          && conditions.allSatisfy { Self.truth(of: $0, end.answers) != false }
          && witness.empty.allSatisfy { end.answers[$0] == nil && end.asked.contains($0) }
      }
      try #require(
        reaching.contains { Self.truth(of: mistake, $0.answers) == nil },
        "\(about)\n\(walks.ends.count) walks, \(reaching.count) reach it")
      shown += 1
    }
    #expect(runs.holds(shown, of: 0.05), "\(shown) of \(runs.count)")
  }
}
