// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowScripts
import FlowSessions
import FlowTesting
import RandomTesting
import StackFlowShell
import StackFlowTesting
import Testing

/// An empty answer has one outcome at each face, and in scripts at each depth in memory.
@Suite struct EmptyAnswerFaceTests {
  private static func outcome(of walk: TypedWalk) -> String {
    if case .map(let output)? = walk.result?.output {
      return JSONWriter().text(of: output["q"] ?? .null) ?? ""
    }
    let problems = walk.question?.focusedField?.problems.map(\.message) ?? []
    return "refused: " + problems.joined(separator: "; ")
  }

  @Test(arguments: [FaceKind.inline, .full, .line])
  func enterAloneHasOneOutcome(face: FaceKind) async throws {
    for question in EmptyAnswerCase.all {
      if question.selectsRow, !question.hasDefault, face != .line { continue }
      let walk = try TypedWalk(try checkedFlow(question.flow), at: face)
      await walk.type("<Enter>")
      expectEqual(Self.outcome(of: walk), question.outcome(of: .untouched), "\(question)")
    }
  }

  /// The offered answer is removed with the keys of the face: the text of a line, the marks of a list, or by the word
  /// that leaves a field empty.
  @Test(arguments: [FaceKind.inline, .full, .line], [true, false])
  func whatIsClearedHasOneOutcome(face: FaceKind, byWord: Bool) async throws {
    for question in EmptyAnswerCase.all {
      let walk = try TypedWalk(try checkedFlow(question.flow), at: face)
      if byWord, question.type != "secret" {
        await walk.type("<Ctrl-E><Ctrl-U>:none<Enter>")
      } else if face == .line || !["choice", "choices", "boolean"].contains(question.type) {
        await walk.type("<Ctrl-E><Ctrl-U><Enter>")
      } else if question.type == "choices" {
        if question.hasDefault { await walk.type("<Down><Space>") }
        await walk.type("<Enter>")
      } else {
        // A row is always selected where one is required.
        guard !question.isRequired else { continue }
        await walk.type("none<Enter>")
      }
      expectEqual(Self.outcome(of: walk), question.outcome(of: .cleared), "\(question)")
    }
  }

  /// The same in scripts at the session's depth, and typed at each face.
  @Test(arguments: ["session", "inline", "full", "line"])
  func scriptsHaveOneOutcome(depth: String) async throws {
    let stage =
      depth == "session" ? ScriptStage(depth: .session) : StagedScript.shell(depth)
    for question in dailyPart(of: EmptyAnswerCase.all, every: 9, named: "empty answers in scripts")
    {
      for input in EmptyAnswerCase.Input.allCases {
        if input == .untouched, question.selectsRow, !question.hasDefault { continue }
        guard let commands = Self.commands(input, at: question) else { continue }
        let outcome = question.outcome(of: input)
        let script: String
        if let words = outcome.droppingRefusal {
          // A command that moves nothing fails; the faces show what Enter alone comes to.
          if commands == "offered" { continue }
          script = """
            test: t
            steps:
              - reject: { q: \(commands) }
              - expect: { error: { q: '\(words)' } }
              - leave: quit
            outcome: cancelled

            """
        } else {
          let command = commands == "offered" ? "accept: offered" : "answer: { q: \(commands) }"
          script =
            "test: t\nsteps: [\(command)]\noutput: \(outcome == "null" && !question.hasDefault ? "{}" : "{ q: \(outcome) }")\n"
        }
        let run = try await StagedScript(script, of: question.flow, at: stage)
        expectEqual(run.said, "", "\(question) \(input)")
      }
    }
  }

  /// Returns the commands of a script for an input; nil for one that it can't say.
  private static func commands(
    _ input: EmptyAnswerCase.Input, at question: EmptyAnswerCase
  ) -> String? {
    switch input {
    case .untouched: "offered"
    case .cleared, .null: "null"
    case .text: "''"
    case .noElements:
      question.noElements.map { $0 == .list([]) ? "[]" : "{}" }
    }
  }
}

extension String {
  /// The reason of a refusal; nil for an answer.
  fileprivate var droppingRefusal: String? {
    hasPrefix("refused: ") ? String(dropFirst("refused: ".count)) : nil
  }
}
