// SPDX-License-Identifier: Apache-2.0

import Testing

/// A widget in a state: the step that shows it, and the keys that lead to it.
struct ScreenState: CustomTestStringConvertible, Sendable {
  let name: String
  let step: String
  var keys = ""

  var testDescription: String { name }

  /// A flow in which two answers are below the step.
  var flow: String {
    """
    flow: 1
    id: pictures
    title: New service
    steps:
      - { ask: name, type: string }
      - { ask: kind, type: choice, choices: [{ value: http, label: HTTP API }, worker] }
      - \(step)
      - { ask: last, type: string }
    """
  }

  /// A state of one field.
  private static func asking(_ name: String, _ field: String, keys: String = "") -> ScreenState {
    ScreenState(name: name, step: "{ ask: it, \(field) }", keys: keys)
  }

  static let all: [ScreenState] = [
    .asking("string", "type: string, label: What is its name?"),
    .asking("string-refused", "type: integer, label: Which port?, min: 1024", keys: "80\r"),
    .asking(
      "string-suggestion", "type: string, label: Which branch?, suggest: [main, master]", keys: "ma"
    ),
    .asking(
      "string-long", "type: string, label: What is its name?",
      keys: "a name that is longer than some of the windows are wide, although not all of them"),
    .asking(
      "string-help",
      "type: string, label: Idle timeout, help: \"A connection without traffic is closed after this time. Load balancers in front of it usually close after 60 s.\"",
      keys: "15\u{1B}OP"),
    .asking("string-why", "type: string, when: \"kind == 'http'\"", keys: "\u{1B}w"),
    .asking("string-word", "type: string, label: What is its name?", keys: ":ba"),
    .asking("string-back", "type: string, label: What is its name?", keys: "billing\r:back\r"),
    .asking(
      "text", "type: text, label: What happened?",
      keys: "At 14:02 the queue stopped draining. Workers were up,\nbut none took a job.\n"),
    .asking("secret", "type: secret, label: Registry token, confirm: true", keys: "geheim"),
    .asking(
      "secret-again", "type: secret, label: Registry token, confirm: true", keys: "geheim\rgeh"),
    .asking("number", "type: integer, label: How many replicas?, min: 1, max: 50, default: 3"),
    .asking("boolean", "type: boolean, label: Test it at each push?, default: true"),
    .asking("boolean-open", "type: boolean, label: Test it at each push?"),
    ScreenState(name: "choice", step: Self.databases),
    ScreenState(name: "choice-filtered", step: Self.databases, keys: "post"),
    ScreenState(name: "choice-nothing", step: Self.databases, keys: "xyz"),
    ScreenState(name: "choice-disabled", step: Self.databases, keys: "oracle\r"),
    ScreenState(name: "choice-sections", step: Self.sections, keys: "\u{1B}[B\u{1B}[B"),
    ScreenState(
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
    .asking(
      "choice-menu",
      "type: choice, label: Which region?, widget: menu, choices: [Amsterdam, Frankfurt, Paris]",
      keys: "\u{1B}[C"),
    .asking(
      "choice-right-to-left",
      "type: choice, label: 'באיזה מסד נתונים?', hint: 'אפשר לשנות אחר כך', choices: ['מסד נתונים יחסי', 'מסמכים וקבצים', 'ללא מסד נתונים בכלל']",
      keys: "מס"),
    .asking(
      "slider", "type: integer, label: How loud?, widget: slider, min: 0, max: 100, default: 30",
      keys: "\u{1B}[C"),
    ScreenState(name: "choices", step: Self.languages, keys: "\u{1B}[B \u{1B}[B "),
    ScreenState(name: "choices-refused", step: Self.languages, keys: "\r"),
    .asking(
      "date", "type: date, label: When does it start?, default: 2026-12-08", keys: "\u{1B}[B"),
    .asking("time", "type: time, label: When does it run?", keys: "02:0"),
    .asking("datetime", "type: datetime, label: When was it?", keys: "2026-03-04 1"),
    .asking("duration", "type: duration, label: Idle timeout", keys: "15m"),
    .asking("path", "type: path, label: Which key signs it?", keys: "/nonexistent/id_"),
    ScreenState(
      name: "form",
      step: """
        form: it
            title: When does it run?
            fields:
              - { ask: every, type: choice, choices: [hour, day, week] }
              - { ask: at, type: time, label: at }
              - { ask: zone, type: string, label: time zone, default: Europe/Amsterdam }
        """, keys: "\u{1B}[B\r02:0"),
    ScreenState(
      name: "list",
      step: """
        repeat: it
            title: Environment variables
            maxItems: 20
            steps:
              - { ask: name, type: string }
        """, keys: "\rPORT\r\rTOKEN\r"),
    ScreenState(
      name: "note",
      step:
        "{ note: it, title: Before you begin, text: \"It takes about ten minutes; have payslips and an identity card at hand as files.\" }"
    ),
    ScreenState(name: "review", step: "{ review: it, title: Check your answers }"),
    ScreenState(name: "commit", step: "{ commit: it, text: Create the repository now? }"),
    .asking(
      "wide",
      "type: choice, label: 使用するデータベースはどれですか？, choices: [東京リージョン, 大阪リージョン, e\u{301}te\u{301}]"),
    // Where Enter alone continues, and where it's refused.
    .asking("boolean-refused", "type: boolean, label: Test it at each push?", keys: "maybe\r"),
    ScreenState(name: "choice-unknown", step: Self.databases, keys: "xyz\r"),
    .asking(
      "choice-long",
      "type: choice, label: Which one of a hundred?, choices: { from: \"[0,1,2,3,4,5,6,7,8,9].map(a, [0,1,2,3,4,5,6,7,8,9].map(b, 'number ' + string(a) + string(b))).flatten()\" }",
      keys: "\u{1B}[6~\u{1B}[B\u{1B}[B"),
    ScreenState(name: "choices-filtered", step: Self.languages, keys: "t\rt"),
    .asking("secret-shown", "type: secret, label: Registry token", keys: "geheim\u{1B}v"),
    .asking("path-list", "type: path, label: Which key signs it?", keys: "~/.ssh/"),
    .asking(
      "text-wide", "type: text, label: 何が起きましたか",
      keys: "午後二時に列が止まりました。作業者は動いていましたが、誰も仕事を取りませんでした。\n🚒 e\u{301}"),
    ScreenState(
      name: "list-empty",
      step: """
        repeat: it
            title: Environment variables
            minItems: 1
            steps:
              - { ask: name, type: string }
        """, keys: "\u{1B}[C\r"),
    ScreenState(
      name: "form-refused",
      step: """
        form: it
            title: How is it reached?
            fields:
              - { ask: port, type: integer, label: Port, min: 1024, max: 65535 }
              - { ask: tls, type: boolean, label: TLS, default: true }
              - { ask: host, type: string, label: The name under which it is reached }
        """, keys: "80\t"),
    ScreenState(
      name: "matrix",
      step: """
        form: it
            title: How do they help?
            over: "[{'id': 'board', 'name': 'Issue board'}, {'id': 'chat', 'name': 'Chat'}, {'id': 'wiki', 'name': 'Wiki'}]"
            as: tool
            heading: "${tool.name}"
            fields:
              - { ask: grade, type: integer, label: Grade from 1 to 5, short: Grade, min: 1, max: 5 }
              - { ask: keep, type: boolean, label: "Keep ${tool.id}?", short: Keep, default: true }
              - { ask: remark, type: string, required: false }
        """, keys: "4\rn\r\r2\u{1B}[B\u{1B}[A"),
    ScreenState(
      name: "matrix-refused",
      step: """
        form: it
            over: "['Issue board', 'Chat']"
            fields: [{ ask: grade, type: integer, min: 1, max: 5 }, { ask: keep, type: boolean }]
        """, keys: "9\t"),
    ScreenState(
      name: "review-way-back", step: "{ review: it, title: Check your answers }",
      keys: "\u{1B}[A\u{1B}[A\r"),
    ScreenState(
      name: "stop", step: "{ stop: it, text: \"There is nothing to do: the service exists.\" }"),
    ScreenState(
      name: "effects",
      step: """
        run: it
            command: [git, init, "${name}"]
            undo: [rm, -r, "${name}"]
          - run: push
            command: [git, -C, "${name}", push, --set-upstream, origin, main]
        """),
    ScreenState(
      name: "effect-failed", step: "{ run: it, command: [git, init, \"${name}\"] }", keys: "\r"),
    .asking("left", "type: string, label: What is its name?", keys: "x\u{3}"),
  ]

  private static let databases = """
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

  private static let sections = """
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

  private static let languages =
    "{ ask: it, type: choices, label: Languages, choices: [Swift, Rust, Kotlin, Zig], minItems: 1, maxItems: 4 }"
}
