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

  static let all: [ScreenState] = [
    ScreenState(name: "string", step: "{ ask: it, type: string, label: What is its name? }"),
    ScreenState(
      name: "string-refused", step: "{ ask: it, type: integer, label: Which port?, min: 1024 }",
      keys: "80\r"),
    ScreenState(
      name: "string-suggestion",
      step: "{ ask: it, type: string, label: Which branch?, suggest: [main, master] }", keys: "ma"),
    ScreenState(
      name: "string-long", step: "{ ask: it, type: string, label: What is its name? }",
      keys: "a name that is longer than some of the windows are wide, although not all of them"),
    ScreenState(
      name: "string-help",
      step:
        "{ ask: it, type: string, label: Idle timeout, help: \"A connection without traffic is closed after this time. Load balancers in front of it usually close after 60 s.\" }",
      keys: "15\u{1B}OP"),
    ScreenState(
      name: "string-why", step: "{ ask: it, type: string, when: \"kind == 'http'\" }",
      keys: "\u{1B}w"),
    ScreenState(
      name: "string-word", step: "{ ask: it, type: string, label: What is its name? }", keys: ":ba"),
    ScreenState(
      name: "string-back", step: "{ ask: it, type: string, label: What is its name? }",
      keys: "billing\r:back\r"),
    ScreenState(
      name: "text", step: "{ ask: it, type: text, label: What happened? }",
      keys: "At 14:02 the queue stopped draining. Workers were up,\nbut none took a job.\n"),
    ScreenState(
      name: "secret", step: "{ ask: it, type: secret, label: Registry token, confirm: true }",
      keys: "geheim"),
    ScreenState(
      name: "secret-again", step: "{ ask: it, type: secret, label: Registry token, confirm: true }",
      keys: "geheim\rgeh"),
    ScreenState(
      name: "number",
      step: "{ ask: it, type: integer, label: How many replicas?, min: 1, max: 50, default: 3 }"),
    ScreenState(
      name: "boolean",
      step: "{ ask: it, type: boolean, label: Test it at each push?, default: true }"),
    ScreenState(
      name: "boolean-open", step: "{ ask: it, type: boolean, label: Test it at each push? }"),
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
    ScreenState(
      name: "choice-menu",
      step:
        "{ ask: it, type: choice, label: Which region?, widget: menu, choices: [Amsterdam, Frankfurt, Paris] }",
      keys: "\u{1B}[C"),
    ScreenState(
      name: "choice-right-to-left",
      step:
        "{ ask: it, type: choice, label: 'באיזה מסד נתונים?', hint: 'אפשר לשנות אחר כך', choices: ['מסד נתונים יחסי', 'מסמכים וקבצים', 'ללא מסד נתונים בכלל'] }",
      keys: "מס"),
    ScreenState(
      name: "slider",
      step:
        "{ ask: it, type: integer, label: How loud?, widget: slider, min: 0, max: 100, default: 30 }",
      keys: "\u{1B}[C"),
    ScreenState(name: "choices", step: Self.languages, keys: "\u{1B}[B \u{1B}[B "),
    ScreenState(name: "choices-refused", step: Self.languages, keys: "\r"),
    ScreenState(
      name: "date",
      step: "{ ask: it, type: date, label: When does it start?, default: 2026-12-08 }",
      keys: "\u{1B}[B"),
    ScreenState(
      name: "time", step: "{ ask: it, type: time, label: When does it run? }", keys: "02:0"),
    ScreenState(
      name: "datetime", step: "{ ask: it, type: datetime, label: When was it? }",
      keys: "2026-03-04 1"),
    ScreenState(
      name: "duration", step: "{ ask: it, type: duration, label: Idle timeout }", keys: "15m"),
    ScreenState(
      name: "path", step: "{ ask: it, type: path, label: Which key signs it? }",
      keys: "/nonexistent/id_"),
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
    ScreenState(
      name: "wide",
      step:
        "{ ask: it, type: choice, label: 使用するデータベースはどれですか？, choices: [東京リージョン, 大阪リージョン, e\u{301}te\u{301}] }"
    ),
    // Where Enter alone goes on, and where it's refused.
    ScreenState(
      name: "boolean-refused", step: "{ ask: it, type: boolean, label: Test it at each push? }",
      keys: "maybe\r"),
    ScreenState(name: "choice-unknown", step: Self.databases, keys: "xyz\r"),
    ScreenState(
      name: "choice-long",
      step:
        "{ ask: it, type: choice, label: Which one of a hundred?, choices: { from: \"[0,1,2,3,4,5,6,7,8,9].map(a, [0,1,2,3,4,5,6,7,8,9].map(b, 'number ' + string(a) + string(b))).flatten()\" } }",
      keys: "\u{1B}[6~\u{1B}[B\u{1B}[B"),
    ScreenState(name: "choices-filtered", step: Self.languages, keys: "t "),
    ScreenState(
      name: "secret-shown", step: "{ ask: it, type: secret, label: Registry token }",
      keys: "geheim\u{1B}v"),
    ScreenState(
      name: "path-list", step: "{ ask: it, type: path, label: Which key signs it? }",
      keys: "~/.ssh/"),
    ScreenState(
      name: "text-wide", step: "{ ask: it, type: text, label: 何が起きましたか }",
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
    ScreenState(
      name: "left", step: "{ ask: it, type: string, label: What is its name? }", keys: "x\u{3}"),
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
