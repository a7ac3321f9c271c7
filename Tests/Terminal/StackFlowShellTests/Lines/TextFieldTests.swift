// SPDX-License-Identifier: Apache-2.0

import Expectations
import StackFlowShell
import TerminalIO
import Testing

/// Multi-line text: pasted, edited in an editor, and shown.
@Suite("Multi-line text") @MainActor struct TextFieldTests {
  /// An editor that follows a script and records the texts that it gets.
  private final class Editor: TextEditor {
    var results: [TextEditing]
    var given: [String] = []

    init(_ results: TextEditing...) { self.results = results }

    func edit(_ text: String, on terminal: any Terminal) async -> TextEditing {
      given.append(text)
      let result = results.isEmpty ? .unchanged : results.removeFirst()
      return await terminal.lend { result }
    }
  }

  private static let flow = """
    flow: 1
    id: t
    steps:
      - { ask: story, type: text }
      - { ask: line, type: string }
      - { review: check }
    """

  @Test func aPasteKeepsItsLineBreaksOnlyInATextOfSeveralLines() async throws {
    let walk = try FaceWalk(Self.flow)
    walk.terminal.paste("line one\r\nline two\n")
    walk.type("")
    walk.terminal.paste("line one\nline two\n")
    walk.type("", "")
    let (shown, result) = await walk.end()
    expectEqual(result, #"{"story":"line one\nline two","line":"line one line two"}"#)
    let review = try #require(shown.firstIndex(of: "Check your answers"))
    expectEqual(
      shown[review...].prefix(4),
      [
        "Check your answers", "  Story:  line one", "          line two",
        "  Line:   line one line two",
      ])
  }

  @Test func theEditedTextIsTheAnswer() async throws {
    let walk = try FaceWalk(Self.flow)
    let editor = Editor(.changed("one\ntwo"))
    walk.face.textEditor = editor
    walk.type(":edit", "x", "")
    let (shown, result) = await walk.end()
    expectEqual(result, #"{"story":"one\ntwo","line":"x"}"#)
    #expect(shown.contains { $0.hasPrefix("Story, type :edit for several lines: ") })
    #expect(shown.contains("| one") && shown.contains("| two"))
    expectEqual(editor.given, [""])
  }

  @Test func aScreenShowsTheEditedTextOnlyAsTheAnswer() async throws {
    let walk = try await ScreenWalk(Self.flow) { $0.textEditor = Editor(.changed("one\ntwo")) }
    await walk.type(":edit\r")
    #expect(walk.text.contains("Story  one"), "\(walk.text)")
    #expect(!walk.text.contains("| one"), "\(walk.text)")
  }

  @Test func anEarlierTextIsShownWithItsLinesAndEdited() async throws {
    let walk = try FaceWalk(Self.flow)
    let editor = Editor(.changed("one\ntwo"), .changed("one\nthree"))
    walk.face.textEditor = editor
    walk.type(":edit", ":back", ":edit", "x", "")
    let (shown, result) = await walk.end()
    expectEqual(editor.given, ["", "one\ntwo"])
    expectEqual(result, #"{"story":"one\nthree","line":"x"}"#)
    let offer = try #require(shown.firstIndex(of: "Same as before. Press Enter to keep it."))
    expectEqual(shown[(offer + 1)...].prefix(2), ["| one", "| two"])
  }

  @Test func anEditorThatFailsOrChangesNothingLosesNothing() async throws {
    let walk = try FaceWalk(Self.flow.replacing("type: text", with: "type: text, minLength: 5"))
    let editor = Editor(.failed(message: "'ed' wasn't found"), .unchanged)
    walk.face.textEditor = editor
    // It was refused, so it's in the line.
    walk.type("four", "\u{15}:edit", "\u{15}:edit")
    walk.terminal.type("!")
    walk.type("", "x", "")
    let (shown, result) = await walk.end()
    expectEqual(editor.given, ["four", "four"])
    #expect(shown.contains("Not possible: 'ed' wasn't found."))
    #expect(shown.contains("Nothing changed in the editor."))
    expectEqual(result, #"{"story":"four!","line":"x"}"#)
  }

  @Test func onlyTextFieldsUseTheEditor() async throws {
    let text = """
      flow: 1
      id: t
      steps:
        - { ask: word, type: secret }
        - { ask: line, type: string }
      """
    let walk = try FaceWalk(text)
    let editor = Editor(.changed("no"), .changed("no"))
    walk.face.textEditor = editor
    // A secret is never a word, whatever it begins with.
    walk.type(":edit", ":edit", "x")
    let (shown, result) = await walk.end()
    #expect(editor.given.isEmpty)
    let refusal = "Not possible: only text with several lines can be written in an editor."
    expectEqual(shown.filter { $0 == refusal }.count, 1)
    expectEqual(result, #"{"word":":edit","line":"x"}"#)
  }
}
