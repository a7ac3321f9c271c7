// SPDX-License-Identifier: Apache-2.0

import FlowForms
import ScreenFaces
import TerminalCells
import TerminalEmulation
import TerminalIO
import Testing

/// Pictures of every widget and state at 20, 40, 80 and 200 columns, inline and in the whole window, as
/// libvterm draws them. Without colors the text is the same.
@MainActor
@Suite struct ScreenGoldenTests {
  /// A widget in a state: the step that shows it, and the keys that lead to it.
  struct State: CustomTestStringConvertible, Sendable {
    let name: String
    let step: String
    var keys = ""
    var testDescription: String { name }
  }

  nonisolated static let states: [State] = [
    State(name: "string", step: "{ ask: it, type: string, label: What is its name? }"),
    State(
      name: "string-refused", step: "{ ask: it, type: integer, label: Which port?, min: 1024 }",
      keys: "80\r"),
    State(
      name: "string-suggestion",
      step: "{ ask: it, type: string, label: Which branch?, suggest: [main, master] }", keys: "ma"),
    State(
      name: "string-long", step: "{ ask: it, type: string, label: What is its name? }",
      keys: "a name that is longer than some of the windows are wide, although not all of them"),
    State(
      name: "string-help",
      step:
        "{ ask: it, type: string, label: Idle timeout, help: \"A connection without traffic is closed after this time. Load balancers in front of it usually close after 60 s.\" }",
      keys: "15\u{1B}OP"),
    State(
      name: "string-why", step: "{ ask: it, type: string, when: \"kind == 'http'\" }",
      keys: "\u{1B}w"),
    State(
      name: "string-word", step: "{ ask: it, type: string, label: What is its name? }", keys: ":ba"),
    State(
      name: "string-back", step: "{ ask: it, type: string, label: What is its name? }",
      keys: "billing\r:back\r"),
    State(
      name: "text", step: "{ ask: it, type: text, label: What happened? }",
      keys: "At 14:02 the queue stopped draining. Workers were up,\nbut none took a job.\n"),
    State(
      name: "secret", step: "{ ask: it, type: secret, label: Registry token, confirm: true }",
      keys: "geheim"),
    State(
      name: "secret-again", step: "{ ask: it, type: secret, label: Registry token, confirm: true }",
      keys: "geheim\rgeh"),
    State(
      name: "number",
      step: "{ ask: it, type: integer, label: How many replicas?, min: 1, max: 50, default: 3 }"),
    State(
      name: "boolean",
      step: "{ ask: it, type: boolean, label: Test it at each push?, default: true }"),
    State(name: "boolean-open", step: "{ ask: it, type: boolean, label: Test it at each push? }"),
    State(name: "choice", step: Self.databases),
    State(name: "choice-filtered", step: Self.databases, keys: "post"),
    State(name: "choice-nothing", step: Self.databases, keys: "xyz"),
    State(name: "choice-disabled", step: Self.databases, keys: "oracle\r"),
    State(name: "choice-sections", step: Self.sections, keys: "\u{1B}[B\u{1B}[B"),
    State(
      name: "choice-buttons",
      step: """
        ask: it
            type: choice
            label: How large is it?
            widget: buttons
            hint: it can grow later
            choices:
              - { value: s, label: Small, hint: one core }
              - { value: m, label: Medium, hint: four cores }
              - { value: l, label: Large, disabledWhen: "true", disabled: sold out }
        """, keys: "m"),
    State(
      name: "choice-menu",
      step:
        "{ ask: it, type: choice, label: Which region?, widget: menu, choices: [Amsterdam, Frankfurt, Paris] }",
      keys: "\u{1B}[C"),
    State(
      name: "choice-right-to-left",
      step:
        "{ ask: it, type: choice, label: 'באיזה מסד נתונים?', hint: 'אפשר לשנות אחר כך', choices: ['מסד נתונים יחסי', 'מסמכים וקבצים', 'ללא מסד נתונים בכלל'] }",
      keys: "מס"),
    State(
      name: "slider",
      step:
        "{ ask: it, type: integer, label: How loud?, widget: slider, min: 0, max: 100, default: 30 }",
      keys: "\u{1B}[C"),
    State(name: "choices", step: Self.languages, keys: "\u{1B}[B \u{1B}[B "),
    State(name: "choices-refused", step: Self.languages, keys: "\r"),
    State(
      name: "date",
      step: "{ ask: it, type: date, label: When does it start?, default: 2026-12-08 }",
      keys: "\u{1B}[B"),
    State(name: "time", step: "{ ask: it, type: time, label: When does it run? }", keys: "02:0"),
    State(
      name: "datetime", step: "{ ask: it, type: datetime, label: When was it? }",
      keys: "2026-03-04 1"),
    State(name: "duration", step: "{ ask: it, type: duration, label: Idle timeout }", keys: "15m"),
    State(
      name: "path", step: "{ ask: it, type: path, label: Which key signs it? }",
      keys: "/nonexistent/id_"),
    State(
      name: "form",
      step: """
        form: it
            title: When does it run?
            fields:
              - { ask: every, type: choice, choices: [hour, day, week] }
              - { ask: at, type: time, label: at }
              - { ask: zone, type: string, label: time zone, default: Europe/Amsterdam }
        """, keys: "\u{1B}[B\r02:0"),
    State(
      name: "list",
      step: """
        repeat: it
            title: Environment variables
            maxItems: 20
            steps:
              - { ask: name, type: string }
        """, keys: "add\rPORT\radd\rTOKEN\r"),
    State(
      name: "note",
      step:
        "{ note: it, title: Before you begin, text: \"It takes about ten minutes; have payslips and an identity card at hand as files.\" }"
    ),
    State(name: "review", step: "{ review: it, title: Check your answers }"),
    State(name: "commit", step: "{ commit: it, text: Create the repository now? }"),
    State(
      name: "wide",
      step:
        "{ ask: it, type: choice, label: 使用するデータベースはどれですか？, choices: [東京リージョン, 大阪リージョン, e\u{301}te\u{301}] }"
    ),
  ]

  private nonisolated static let databases = """
    ask: it
        type: choice
        label: Which database does it use?
        choices:
          - { value: postgres, label: PostgreSQL, hint: "relational, the default here" }
          - { value: postgis, label: PostGIS, hint: PostgreSQL with geography }
          - { value: mysql, label: MySQL }
          - { value: oracle, label: Oracle, disabledWhen: "true", disabled: there is no license }
          - { value: sqlite, label: SQLite, hint: a file beside the program }
    """

  private nonisolated static let sections = """
    ask: it
        type: choice
        label: Which database does it use?
        choices:
          - { value: postgres, label: PostgreSQL, hint: the default here, section: Relational }
          - { value: mysql, label: MySQL, section: Relational }
          - { value: mongo, label: MongoDB, section: Documents }
          - { value: couch, label: CouchDB, section: Documents }
          - { value: none, label: no database }
          - { value: later, label: decide later, separator: true }
    """

  private nonisolated static let languages =
    "{ ask: it, type: choices, label: Languages, choices: [Swift, Rust, Kotlin, Zig], minItems: 1, maxItems: 4 }"

  private static func flow(_ state: State) -> String {
    """
    flow: 1
    id: pictures
    title: New service
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [{ value: http, label: HTTP API }, worker] }
      - \(state.step)
      - { ask: last, type: string }
    """
  }

  private static func walk(
    _ state: State, _ place: ScreenWalk.Face.Place, columns: Int, depth: ColorDepth
  ) async throws -> ScreenWalk {
    let walk = try await ScreenWalk(
      flow(state), place, columns: columns, rows: 24, depth: depth, before: "$ run\r\n")
    await walk.type("billing-api\r")
    await walk.type("\r")
    var line = ""
    for key in state.keys {
      line.append(key)
      if key == "\r" {
        await walk.type(line)
        line = ""
      }
    }
    await walk.type(line)
    return walk
  }

  @Test(arguments: states) func theStateLooksAsRecorded(state: State) async throws {
    var text = ScreenPicture.legend + "\n"
    for columns in [20, 40, 80, 200] {
      for place in [ScreenWalk.Face.Place.inline, .full] {
        let walk = try await Self.walk(state, place, columns: columns, depth: .truecolor)
        #expect(walk.difference == nil, "\(columns), \(place)")
        let picture = ScreenPicture(walk)
        let plain = try await Self.walk(state, place, columns: columns, depth: .none)
        #expect(ScreenPicture(plain).text == picture.text, "\(columns), \(place)")
        #expect(!ScreenPicture(plain).isStyled, "\(columns), \(place)")
        text += "\n\(place), \(columns) columns\n\(picture.text)\(picture.styles)"
      }
    }
    ScreenGolden.compare(text, with: state.name)
  }
}
