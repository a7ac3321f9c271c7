// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowFiles
import FlowSessions
import FlowTesting
import FlowWalks
import Localization
import TerminalCells
import TerminalIO
import Testing

@testable import StackFlowShell

/// The words of a widget besides the answer: the hint of its field, that an answer is an earlier one, and the present
/// acts of its keys.
@MainActor
@Suite struct WidgetHintTests {
  @Test(arguments: [
    "type: string", "type: text", "type: secret", "type: integer", "type: integer, min: 1",
    "type: boolean", "type: date", "type: datetime", "type: time", "type: duration", "type: path",
    "type: choice, choices: [a, b]", "type: choices, choices: [a, b]",
    "type: choice, choices: [a, b], widget: buttons", "type: choice, choices: [a, b], widget: menu",
    "type: integer, min: 0, max: 9, widget: slider",
  ])
  func everyWidgetShowsTheHintOfItsField(keys: String) throws {
    let widget = WidgetRegistry().widget(for: try askedField(keys + ", hint: in whole GB"))
    let picture = widget.picture(columns: 76)
    expectEqual(picture.first?.contains("in whole GB"), true, "\(picture)")
  }

  /// Whether a widget has a list, so that the open step is laid out again to find its room.
  @Test(arguments: [
    ("type: string", false), ("type: string, suggest: [a, b]", false), ("type: text", true),
    ("type: secret", false), ("type: integer", false), ("type: integer, min: 1", false),
    ("type: boolean", false), ("type: date", true), ("type: time", false),
    ("type: duration", false), ("type: choice, choices: [a, b, c]", true),
    ("type: choices, choices: [a, b, c]", true),
    ("type: integer, min: 0, max: 9, widget: slider", false),
  ])
  func aWidgetWithoutAListHasTheSameRowsInAnyWindow(keys: String, fillsRoom: Bool) throws {
    let host = WidgetHost()
    host.widget = WidgetRegistry().widget(for: try askedField(keys))
    host.isReading = true
    expectEqual(host.fillsRoom, fillsRoom)
    guard !host.fillsRoom else { return }
    let look = ScreenLook(theme: .dark)
    for columns in [10, 24, 80] {
      var heights: Set<Int> = []
      for count in [1, 8, 40] {
        look.listRows = count
        heights.insert(host.rows(columns: columns, look: look))
      }
      expectEqual(heights.count, 1, "\(heights)")
    }
  }

  @Test(arguments: [
    "type: string", "type: text", "type: integer", "type: integer, min: 1", "type: boolean",
    "type: path", "type: choice, choices: [a, b]", "type: choices, choices: [a, b]",
    "type: choice, choices: [a, b], widget: buttons", "type: choice, choices: [a, b], widget: menu",
  ])
  func aFieldThatMayStayEmptySaysSo(keys: String) throws {
    let widget = WidgetRegistry().widget(for: try askedField(keys + ", required: false"))
    let picture = widget.picture(columns: 76)
    expectEqual(picture.first?.contains("optional"), true, "\(picture)")
  }

  @Test func aFilterThatFindsNothingIsNotTaken() throws {
    var list = ChoiceWidget(field: try askedField("type: choice, choices: [a, b]"))
    list.lineChanged(line("zz"))
    expectEqual(list.hints(in: WidgetContext(line: line("zz"))).map(\.key), ["esc"])
  }

  @Test func aSuggestionSaysWhichKeyTakesIt() throws {
    let field = try askedField("type: string, suggest: [billing, orders]")
    let widget = LineWidget(field: field)
    expectEqual(widget.hints(in: WidgetContext(line: line("b"))).map(\.key), ["enter", "→"])
    expectEqual(widget.hints(in: WidgetContext(line: line("x"))).map(\.key), ["enter"])
    var before = line("bi")
    before.cursorOffset = 1
    expectEqual(widget.hints(in: WidgetContext(line: before)).map(\.key), ["enter"])
    expectEqual(widget.picture(columns: 40, line: before), ["› bi"])
  }

  @Test func anEarlierAnswerIsMarkedUntilItIsChanged() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: name, type: string }
        - { ask: port, type: integer }
        - { ask: end, type: string }
      """)
    await walk.type("ada\r80\r")
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("as before"))
    #expect(walk.text.contains("enter keep it · alt-enter accept all"))
    await walk.type("9")
    #expect(!walk.text.contains("as before"))
    #expect(walk.text.contains("enter next"))
  }

  private static let two = """
    flow: 1
    id: b
    steps:
      - form: it
        fields:
          - { ask: host, type: string }
          - { ask: port, type: integer, required: false }
      - { ask: last, type: string }
    """

  @Test(arguments: ["80", ""])
  func allEarlierAnswersAreOfferedAlsoWhereAFieldWasLeftEmpty(port: String) async throws {
    let walk = try await ScreenWalk(Self.two)
    await walk.type("a\r")
    await walk.type(port + "\r")
    await walk.type(Key(.tab, .shift))
    await walk.type(Key(.tab, .shift))
    #expect(walk.text.contains("as before"), "\(walk.text)")
    #expect(walk.text.contains("alt-enter"), "\(walk.text)")
    await walk.type("\u{1B}\r")
    expectEqual(walk.runner.session.topStepID, "last", "\(walk.text)")
  }

  @Test func aClearedLineIsNoEarlierAnswer() async throws {
    let walk = try await ScreenWalk(Self.two)
    await walk.type("a\r80\r")
    await walk.type(Key(.tab, .shift))
    await walk.type(Key(.tab, .shift))
    await walk.type(.control("u"))
    #expect(!walk.text.contains("as before"), "\(walk.text)")
    #expect(!walk.text.contains("alt-enter") && !walk.text.contains("keep"), "\(walk.text)")
  }

  /// The shown text is the answer, whatever was offered.
  @Test func acceptingAnswersALineThatWasChanged() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - { ask: port, type: integer }
        - { ask: kind, type: choice, choices: [a, b] }
        - { ask: last, type: string }
      """)
    await walk.type("80\r\r")
    await walk.type(Key(.tab, .shift))
    await walk.type(Key(.tab, .shift))
    await walk.type("90\u{1B}\r")
    await walk.type("\u{1B}[B\u{1B}\r")
    await walk.type("x\r")
    expectEqual(walk.result, #"{"port":90,"kind":"b","last":"x"}"#)
  }

  @Test func aWarnedAnswerCanBeKeptUntilItIsChanged() async throws {
    let walk = try await ScreenWalk(
      """
      flow: 1
      id: b
      steps:
        - ask: port
          type: integer
          validate:
            - { check: port > 1023, message: needs root, level: warning }
        - ask: kind
          type: choice
          choices: [a, b]
          validate:
            - { check: "kind == 'b'", message: not b, level: warning }
      """)
    await walk.type("80\r")
    #expect(walk.text.contains("enter keep it"), "\(walk.text)")
    await walk.type("9")
    #expect(!walk.text.contains("enter keep it"), "\(walk.text)")
    await walk.type("\u{7F}80")
    #expect(walk.text.contains("enter keep it"))
    await walk.type("9")
    await walk.type(.control("l"))
    #expect(!walk.text.contains("enter keep it"))
    await walk.type("\u{7F}\r")
    #expect(walk.text.contains("enter select"), "\(walk.text)")
    await walk.type("\r")
    #expect(walk.text.contains("enter keep it"), "\(walk.text)")
    await walk.type(Key(.down))
    #expect(walk.text.contains("enter select"), "\(walk.text)")
    await walk.type(Key(.up))
    #expect(walk.text.contains("enter keep it"), "\(walk.text)")
  }

  @Test func enterIsShortWhereAnotherHintFitsOnlyThen() {
    let hints = [KeyHint("enter", "do it"), KeyHint("↑↓", "scroll"), KeyHint("←→", "choose")]
    let row = HintRow(own: hints, canGoBack: false, catalog: .english)
    expectEqual(row.text(columns: 23, signs: .unicode), "enter do it · ↑↓ scroll")
    expectEqual(row.text(columns: 20, signs: .unicode), "enter · ↑↓ scroll")
    expectEqual(row.text(columns: 12, signs: .unicode), "enter do it")
    expectEqual(row.text(columns: 4, signs: .unicode), "ente")
  }

  /// The hints are as many as fit, one after the other, and each is a button where its key is.
  @Test func hintsAreThoseThatFitInTheirOrder() {
    let hints = [
      KeyHint("enter", "keep it"), KeyHint("↑↓", "choose"), KeyHint("", "type a filter"),
      KeyHint("tab", "complete"), KeyHint("alt-enter", "keep all of 日本"),
    ]
    for count in 0...hints.count {
      let row = HintRow(own: Array(hints[..<count]), canGoBack: true, catalog: .english)
      for columns in 0...100 {
        let text = row.text(columns: columns, signs: .unicode)
        #expect(text.cellWidth <= max(columns, 0), "\(columns): \(text)")
        let starts = row.hints.first.map { [$0.key, "\($0.key) \($0.effect)"] } ?? []
        if columns >= 46 {
          #expect(starts.map { row.growing(from: $0, columns: columns) }.contains(text), "\(text)")
        }
        var kept = HintText()
        let line = kept.line(of: row, columns: columns, signs: .unicode)
        expectEqual(line.text, text)
        for (_, place) in line.buttons {
          #expect(place.upperBound <= text.cellWidth, "\(columns): \(text)")
        }
        let places = line.buttons.map(\.columns)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound + 3 <= $1.lowerBound })
      }
    }
  }

  @Test func theModeAndTheMessageOfTheEditorAreSaidWhereTheLineIs() throws {
    let text = TextWidget(field: try askedField("type: text"))
    var typed = line("one\ntwo")
    typed.mode = .viCommand
    expectEqual(text.picture(columns: 20, line: typed), ["┊ one", ": two"])
    typed.message = "(arg: 3) "
    expectEqual(text.picture(columns: 20, line: typed).first?.hasPrefix("(arg: 3)"), true)
    let yesOrNo = BooleanWidget(field: try askedField("type: boolean"))
    var argument = line("")
    argument.message = "(arg: 3) "
    expectEqual(yesOrNo.picture(columns: 20, line: argument), ["(arg: 3)"])
  }

  /// An editor in which a key is bound to a command of a widget.
  private final class Bound: LineEditor {
    let editor = PlainLineEditor()
    let command: EditorCommand
    init(_ command: EditorCommand) { self.command = command }
    var line: EditedLine { editor.line }
    var history: [String] {
      get { editor.history }
      set { editor.history = newValue }
    }
    func begin(_ request: LineRequest) { editor.begin(request) }
    func feed(_ key: Key) -> LineOutcome {
      key == .control("o") ? .command(command) : editor.feed(key)
    }
    func paste(_ text: String) -> LineOutcome { editor.paste(text) }
    func replaceText(_ text: String, isOffered: Bool) {
      editor.replaceText(text, isOffered: isOffered)
    }
    func moveCursor(to offset: Int) { editor.moveCursor(to: offset) }
    func end() { editor.end() }
  }

  @Test func aBoundCommandDoesWhatTheKeyOfTheWidgetDoes() async throws {
    let flow = try checkedFlow(
      "flow: 1\nid: m\nsteps:\n  - { ask: x, type: choices, choices: [a, b] }\n",
      name: "m.flow.yaml")
    let runner = try FlowRunner(flow: flow, clock: { .epoch })
    let terminal = MemoryTerminal(traits: TerminalTraits(understandsEscapes: true))
    let face = ScreenFace(
      runner: runner, terminal: terminal, editor: Bound(.widget(.markAll)))
    terminal.type(.control("o"))
    terminal.type("\r")
    guard case .finished(let result) = await face.walk() else {
      Issue.record("the walk must end with the answer")
      return
    }
    expectEqual(JSONWriter().text(of: result.output), #"{"x":["a","b"]}"#)
  }
}

extension HintRow {
  /// The first hint, and each other one that fits after those before it.
  fileprivate func growing(from start: String, columns: Int) -> String {
    var text = start
    for hint in hints.dropFirst() {
      let next = "\(text) · \(hint.key.isEmpty ? hint.effect : "\(hint.key) \(hint.effect)")"
      if next.cellWidth <= columns { text = next }
    }
    return text
  }
}
