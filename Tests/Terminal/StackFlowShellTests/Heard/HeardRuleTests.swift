// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowScreens
import FlowScripts
import FlowSessions
import FlowWalks
import Foundation
import Localization
import RandomTesting
import ScriptTrips
import StackFlowShell
import TerminalIO
import Testing

@testable import StackFlowTesting

/// Rules for what's heard of the line face, by yasr's rules, in the walks of all scripts of `Flows/` and of fixtures.
///
/// The lines have no styles, as with `ACCESSIBLE`.
@Suite struct HeardRuleTests {
  /// The words that were heard after a key.
  private struct Turn {
    let key: [UInt8]?
    let heard: [String]

    /// The field that's asked then; nil for none.
    let field: FieldState?

    /// Whether something else was asked before.
    let isNew: Bool

    /// Whether what was typed was refused, and the same is asked again.
    let isRefused: Bool

    /// How a refusal begins, and a warning.
    let refusals: [String]

    var isEnter: Bool { key == [13] }

    /// Whether the key typed a character of an answer.
    var isCharacter: Bool { key.map { $0.allSatisfy { $0 >= 0x20 && $0 != 0x7F } } ?? false }
  }

  private final class Hearer {
    private var speaker = YasrSpeaker()
    private(set) var turns: [Turn] = []
    private var place = ""
    var isRefused = false

    func take(_ key: [UInt8]?, _ written: [UInt8], _ session: FlowSession) {
      if let key { speaker.take(key: key) }
      let step = Question(session)?.step
      let place = "\(session.depth) \(step?.id ?? "") \(step?.focusedField?.id ?? "")"
      turns.append(
        Turn(
          key: key, heard: speaker.speak(written), field: step?.focusedField,
          isNew: place != self.place, isRefused: isRefused && place == self.place,
          refusals: [session.catalog.text(.notAccepted), session.catalog.text(.careful)]))
      self.place = place
      isRefused = false
    }
  }

  static let folders = [
    "Flows", "Tests/Fixtures/lines", "Tests/Fixtures/screens", "Tests/Fixtures/flow-effects",
  ]

  /// The flows with scripts.
  static let names = folders.flatMap { folder in
    StoredScripts(ProjectFolder.url.appending(path: folder).path).names.map { "\(folder)/\($0)" }
  }

  private static func turns(of name: String) async throws -> [(script: String, turns: [Turn])] {
    let url = ProjectFolder.url.appending(path: name)
    let stored = StoredScripts(url.deletingLastPathComponent().path)
    let (loaded, scripts) = try stored.scripts(of: url.lastPathComponent)
    let flow = try #require(loaded)
    let part = dailyPart(of: scripts, every: max(1, scripts.count / 2), named: "heard scripts")
    return await BlockingWork.run {
      part.map { script in
        let hearer = Hearer()
        _ = ScriptRun.run(script, on: flow) { runner in
          let outer = runner.onAnnouncements
          runner.onAnnouncements = { announced in
            outer?(announced)
            if announced.contains(where: { if case .refused = $0 { true } else { false } }) {
              hearer.isRefused = true
            }
          }
          let face = FaceDriver(runner, at: .line) { walk in
            var walk = walk
            walk.isStyled = false
            return await walk.walk(with: PlainLineEditor())
          }
          face.onOutput = { hearer.take($0, $1, runner.session) }
          return face
        }
        return (script.name, hearer.turns)
      }
    }
  }

  /// The most texts of a question, but for the rows of its choices, of effects, and of a text; and of utterances on
  /// average.
  private static let most = 8

  @Test(arguments: dailyPart(of: names, every: names.count / 2, named: "heard walks"))
  func eachQuestionIsHeardOnceAndBriefly(name: String) async throws {
    var (questions, utterances) = (0, 0)
    for (script, turns) in try await Self.turns(of: name) {
      for turn in turns {
        guard let field = turn.field else { continue }
        let heard = turn.heard
        let count = Self.count(of: field.question, in: heard)
        let place = "\(name), \(script), \(field.id): \(heard)"
        if turn.isNew {
          expectEqual(count, 1, "\(place)")
        } else {
          // A typed character says nothing of the question; another key may ask for it.
          #expect(count <= (turn.isCharacter ? 0 : 1), "\(count): \(place)")
        }
        guard turn.isNew || turn.isEnter else { continue }
        questions += 1
        utterances += heard.count
        let texts = Self.countOfTexts(in: heard)
        #expect(texts <= Self.most, "\(texts): \(place)")
        guard turn.isRefused else { continue }
        // The last line heard is the question, or its end.
        let refusal = heard.lastIndex { text in turn.refusals.contains { text.hasPrefix($0) } }
        #expect(refusal.map { $0 < heard.count - 1 } == true, "\(place)")
      }
    }
    #expect(utterances <= questions * Self.most)
    print("\(name): \(utterances) utterances of \(questions) questions")
  }

  /// How often a question is heard at the end of what's heard, in one utterance or several.
  private static func count(of question: String, in heard: [String]) -> Int {
    func words(_ text: String) -> [Substring] {
      text.split { $0.isWhitespace || ":：,".contains($0) }
    }
    func begins(_ index: Int) -> Bool {
      words(heard[index...].joined(separator: " ")).starts(with: words(question))
    }
    guard let last = heard.indices.last(where: begins) else { return 0 }
    // A title can begin with the same words.
    return heard[max(0, last - 2)...last].indices.count(where: begins)
  }

  /// The number of texts that are heard, but for the rows of choices, effects, and texts: several rows can be one.
  private static func countOfTexts(in heard: [String]) -> Int {
    var count = 0
    var isWrapped = false
    for text in heard where !text.hasPrefix("  ") && !text.hasPrefix("| ") {
      // A repeated sign divides a text.
      guard text.count > 1, !text.hasPrefix("repeats ") else { continue }
      if !isWrapped { count += 1 }
      isWrapped = text.count > 55 && text.last.map { !".:?!".contains($0) } == true
    }
    return count
  }
}
