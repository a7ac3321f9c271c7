// SPDX-License-Identifier: Apache-2.0

import Expectations
import FlowExpressions
import FlowModel
import FlowSessions
import Testing

@Suite struct FieldTests {
  /// A field's YAML, the typed text, and the value or the reason for refusing it.
  struct Row: CustomTestStringConvertible, Sendable {
    let field: String
    let typed: String
    let expected: String

    init(_ field: String, _ typed: String, _ expected: String) {
      self.field = field
      self.typed = typed
      self.expected = expected
    }

    var testDescription: String { "\(field) ← '\(typed)'" }
  }

  static let rows: [Row] = [
    Row("type: string", "hello", #""hello""#),
    Row("type: string", "", "enter an answer"),
    Row("type: string, minLength: 3", "日本", "enter at least 3 characters; this has 2"),
    Row("type: string, minLength: 3", "日本語", #""日本語""#),
    Row("type: string, maxLength: 2", "abc", "enter at most 2 characters; this has 3"),
    Row("type: string, pattern: '^[a-z]+$'", "Ab", "must match the pattern '^[a-z]+$'"),
    Row(
      "type: string, pattern: '^[a-z]+$', messages: { pattern: lower case only }", "Ab",
      "lower case only"),
    Row(
      "type: string, format: email", "nobody", "enter an email address, such as 'ada@example.org'"
    ),
    Row("type: string, format: email", "ada@example.org", #""ada@example.org""#),
    Row("type: path", "", "enter an answer"),
    Row("type: path, must: file", "", "choose a file"),
    Row("type: path, must: directory", "", "choose a directory"),
    Row("type: path, must: exist", "", "choose a file or a directory"),
    Row("type: integer", " 42 ", "42"),
    Row("type: integer", "4.5", "enter a whole number, such as 8080"),
    Row("type: integer", "99999999999999999999", "enter a smaller number; this one is too large"),
    Row("type: integer, min: 1024", "80", "must be 1024 or more"),
    Row("type: integer, max: 10", "11", "must be 10 or less"),
    Row("type: integer, multipleOf: 5", "12", "must be a multiple of 5"),
    Row("type: number", "2.5", "2.5"),
    Row("type: number", "12,50", "12.5"),
    Row("type: number", "1.234,50", "1234.5"),
    Row("type: number", "1,234.50", "1234.5"),
    Row("type: number", "1 234 567", "1234567.0"),
    Row("type: number", "-0,125", "-0.125"),
    Row("type: number", "1,234", "enter 1234 or 1.234; this can be either"),
    Row("type: number", "1,2,3", "enter a number, such as 2.5"),
    Row("type: integer", "1 000", "1000"),
    Row("type: integer", "1,000", "enter a whole number, such as 8080; did you mean 1000?"),
    Row("type: integer", "12,50", "enter a whole number, such as 8080"),
    Row("type: integer", "24.", "enter a whole number, such as 8080; did you mean 24?"),
    Row("type: integer", "24.0", "enter a whole number, such as 8080; did you mean 24?"),
    Row("type: integer", "-24,0", "enter a whole number, such as 8080; did you mean -24?"),
    Row("type: integer", "1e3", "enter a whole number, such as 8080; did you mean 1000?"),
    Row("type: integer", "1_000", "enter a whole number, such as 8080; did you mean 1000?"),
    Row("type: integer", "1.000", "enter a whole number, such as 8080; did you mean 1000?"),
    Row(
      "type: integer", "9007199254740993.0",
      "enter a whole number, such as 8080; did you mean 9007199254740993?"),
    Row("type: integer", "1e-1", "enter a whole number, such as 8080"),
    Row("type: integer", "1e400", "enter a whole number, such as 8080"),
    Row("type: integer", "1e18", "enter a whole number, such as 8080"),
    Row("type: number", "nan", "enter a number, such as 2.5"),
    Row("type: number, multipleOf: 0.1", "0.3", "0.3"),
    Row("type: boolean", "Yes", "true"),
    Row("type: boolean", "n", "false"),
    Row("type: boolean", "maybe", "enter yes or no"),
    Row("type: date", "2026-02-28", #""2026-02-28""#),
    Row(
      "type: date", "2026-02-30",
      "there is no day 30 in 2026-02, which has 28 days; enter a date, such as 2026-01-31"),
    Row("type: date, min: '2026-01-01'", "2025-12-31", "must be 2026-01-01 or later"),
    Row("type: date", "5.2.2026", #""2026-02-05""#),
    Row("type: date", "2026-2-5", #""2026-02-05""#),
    Row("type: date", "20260205", "enter a date, such as 2026-01-31; did you mean 2026-02-05?"),
    Row("type: date", "5/2/2026", "enter a date, such as 2026-01-31"),
    Row("type: time", " 02:00 ", #""02:00""#),
    Row("type: time", "02:00:30", #""02:00:30""#),
    Row("type: time", "23:59:00", #""23:59""#),
    Row("type: time", "9:30", #""09:30""#),
    Row("type: time", "9pm", #""21:00""#),
    Row("type: time", "14h30", #""14:30""#),
    Row("type: time", "9", "enter a time, such as 02:00 or 02:00:30; did you mean 09:00?"),
    Row("type: time", "930", "enter a time, such as 02:00 or 02:00:30; did you mean 09:30?"),
    Row("type: time, min: 10:00", "9:30", "must be 10:00 or later"),
    Row("type: time", "noon", "enter a time, such as 02:00 or 02:00:30"),
    Row(
      "type: time", "24:00",
      "the hour must be between 0 and 23, not 24; enter a time, such as 02:00 or 02:00:30"),
    Row("type: time, min: 09:00:00", "09:00", #""09:00""#),
    Row("type: time, min: 09:00", "08:59:59", "must be 09:00 or later"),
    Row("type: time, max: 17:00", "17:00:01", "must be 17:00 or earlier"),
    Row("type: datetime", "2026-01-31 09:00", #""2026-01-31T09:00:00Z""#),
    Row("type: datetime", "31.1.2026 9:00", #""2026-01-31T09:00:00Z""#),
    Row("type: datetime", "2026-01-31T09:00:30", #""2026-01-31T09:00:30Z""#),
    Row("type: datetime", "2026-01-31 09:00+02:00", #""2026-01-31T07:00:00Z""#),
    Row(
      "type: datetime", "2026-01-31",
      "enter a date and time, such as 2026-01-31 09:00; did you mean 2026-01-31 00:00?"),
    Row(
      "type: datetime, min: 2026-02-01 00:00", "2026-01-31 23:59",
      "must be 2026-02-01 00:00 or later"),
    Row(
      "type: datetime, max: { value: now }", "1970-01-01 00:01",
      "must be 1970-01-01 00:00 or earlier"),
    Row("type: duration", "1h30m", #""PT1H30M""#),
    Row("type: duration", "1H 30M", #""PT1H30M""#),
    Row("type: duration", "pt90m", #""PT1H30M""#),
    Row("type: duration", "P1D", #""PT24H""#),
    Row("type: duration", "-1.5s", #""-PT1.5S""#),
    Row("type: duration", "90", "enter a duration, such as 1h30m or PT1H30M"),
    Row("type: duration", "2 days", #""PT48H""#),
    Row(
      "type: duration", "1:30", "enter a duration, such as 1h30m or PT1H30M; did you mean 1h30m?"),
    Row("type: duration, min: 0s", "-5m", "must be 0s or longer"),
    Row("type: duration, max: 90m", "2h", "must be 1h30m or shorter"),
    Row("type: path", "./a b.txt ", #""./a b.txt""#),
    Row("type: path", "", "enter an answer"),
    Row("type: path, pattern: '^/'", "a", "must match the pattern '^/'"),
    Row("type: path, maxLength: 2", "abc", "enter at most 2 characters; this has 3"),
    Row("type: time, messages: { type: when is that }", "soon", "when is that"),
    Row("type: time, min: 09:00, messages: { min: we sleep }", "08:00", "we sleep"),
    Row("type: choice, choices: [red, green, grey]", "green", #""green""#),
    Row("type: choice, choices: [red, green, grey]", "1", #""red""#),
    Row("type: choice, choices: [red, green, grey]", "RED", #""red""#),
    Row("type: choice, choices: [red, green, grey]", "gree", #""green""#),
    Row(
      "type: choice, choices: [red, green, grey]", "gr",
      "'gr' is the beginning of several choices: green, grey"),
    Row(
      "type: choice, choices: [red, green, grey]", "blue", "'blue' isn't one of: red, green, grey"),
    Row("type: choice, choices: [10, 20]", "2", "20"),
    Row("type: choice, choices: [10, 20]", "10", "10"),
    Row("type: choice, choices: ['10', '2', '1']", "1", #""1""#),
    Row("type: choice, choices: ['10', '2', '1']", "#1", #""10""#),
    Row(
      "type: choice, choices: [eu-199-west, us-7-east]", "199-west",
      "'199-west' isn't one of: eu-199-west, us-7-east; did you mean 'eu-199-west'?"),
    Row(
      "type: choice, choices: [eu-west, us-west]", "west",
      "'west' is part of several choices: eu-west, us-west"),
    Row(
      "type: choice, choices: [swift, rust]", "swfit",
      "'swfit' isn't one of: swift, rust; did you mean 'swift'?"),
    Row("type: choices, choices: [1-2, 3-5, x]", "1-2, 3-5", #"["1-2","3-5"]"#),
    Row("type: choices, choices: [all, none, x]", "all", #"["all"]"#),
    Row("type: choices, choices: [all, none, x]", "#0", "[]"),
    Row("type: choices, choices: [a, b, c, d]", "#2-3", #"["b","c"]"#),
    Row("type: choices, choices: [a, b, c, d]", "1 3-4", #"["a","c","d"]"#),
    Row("type: choices, choices: [a, b, c, d]", "d, a", #"["a","d"]"#),
    Row("type: choices, choices: [a, b, c, d]", "all", #"["a","b","c","d"]"#),
    Row("type: choices, choices: [a, b, c, d]", "none", "[]"),
    Row("type: choices, choices: [a, b, c, d], minItems: 1", "none", "choose at least 1"),
    Row("type: choices, choices: [a, b, c, d], maxItems: 2", "1-3", "choose at most 2, not 3"),
    Row("type: choices, choices: [a, b, c, d]", "2-9", "choose a number from 1 to 4"),
  ]

  @Test(arguments: rows)
  func typedTextIsParsedByTheFieldsType(_ row: Row) throws {
    var walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, \(row.field) }\n")
    walker.type(row.typed)
    if let output = walker.output {
      expectEqual(output, #"{"x":\#(row.expected)}"#)
    } else {
      expectEqual(walker.problems, [row.expected])
    }
  }

  /// The example in a refusal can be copied.
  @Test(
    arguments: [
      ("type: integer, min: 9000", "9000"), ("type: integer, max: 99", "99"),
      ("type: integer, min: 10, max: 99, multipleOf: 7", "14"), ("type: number, max: 1", "1"),
      ("type: date, min: 2026-11-21", "2026-11-21"), ("type: time, min: 09:00", "09:00"),
      ("type: datetime, min: '2027-01-01 00:00'", "2027-01-01 00:00"),
      ("type: duration, max: 1h", "1h"), ("type: integer, min: 1", "8080"),
    ])
  func examplesSatisfyTheLimitsOfTheirField(field: String, example: String) throws {
    var walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, \(field) }\n")
    walker.type("what")
    let problem = try #require(walker.problems.first)
    #expect(problem.hasSuffix(", such as \(example)"))
    walker.type(example)
    #expect(walker.output != nil)
  }

  @Test func anUnknownExampleIsOmitted() throws {
    var walker = try Walker(
      "flow: 1\nid: f\nsteps:\n  - { ask: x, type: integer, min: { value: \"20\" }, max: 25, multipleOf: 100 }\n"
    )
    walker.type("what")
    expectEqual(walker.problems, ["enter a whole number"])
  }

  @Test func aRefusedTimeSuggestsTheTextThatWasMeant() throws {
    for (field, typed, meant) in [
      ("time", "9", "09:00"), ("time", "1530", "15:30"), ("duration", "1:30", "1h30m"),
      ("date", "20260131", "2026-01-31"), ("date", "someday", nil),
    ] as [(String, String, String?)] {
      var walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, type: \(field) }\n")
      walker.type(typed)
      let problem = try #require(walker.step?.focusedField?.problems.first)
      expectEqual(problem.proposal, meant)
    }
  }

  /// Every text that names two choices is ambiguous, however it names them, and the proposed
  /// alternatives aren't.
  @Test func textThatNamesTwoChoicesIsAmbiguous() throws {
    let rows: [(field: String, typed: String, doubt: String?)] = [
      (
        "choice, choices: ['10', '2', '1']", "1",
        "'1' can be '10' (number 1) or '1' (number 3); type #1 or #3"
      ),
      ("choice, choices: ['10', '2', '1']", "2", nil),
      ("choice, choices: ['10', '2', '1']", "3", nil),
      ("choice, choices: ['10', '2', '1']", "10", nil),
      (
        "choice, choices: [2, 4, 8]", " 2 ",
        "'2' can be '2' (number 1) or '4' (number 2); type #1 or #2"
      ),
      ("choice, choices: [2, 4, 8]", "8", nil),
      (
        "choice, choices: [{ value: a, label: '2' }, { value: '2', label: b }, c]", "2",
        "'2' can be '2' (number 1) or 'b' (number 2); type #1 or #2"
      ),
      (
        "choices, choices: [2, 4, 8]", "8, 2",
        "'2' can be '2' (number 1) or '4' (number 2); type #1 or #2"
      ),
      (
        "choices, choices: [a, b, 1-2]", "1-2",
        "'1-2' can be the numbers 1-2 or '1-2' (number 3); type #1-2 or #3"
      ),
      (
        "choices, choices: [a, b, All]", "all",
        "'all' can be all of them or 'All' (number 3); type #1-3 or #3"
      ),
      (
        "choices, choices: [a, none]", "none",
        "'none' can be none of them or 'none' (number 2); type #0 or #2"
      ),
      ("choice, choices: [a, none]", "none", nil),
      ("integer", "1", nil),
    ]
    for row in rows {
      let walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, type: \(row.field) }\n")
      let field = try #require(walker.step?.focusedField)
      expectEqual(field.doubt(about: row.typed), row.doubt, "\(row.typed)")
      guard let ways = row.doubt?.split(separator: "type ").last else { continue }
      for way in ways.split(separator: " or ") {
        #expect(field.doubt(about: String(way)) == nil)
        #expect(field.understood(String(way)) != nil)
      }
    }
  }

  @Test func aPermutationOfItsNumbersCanBeChosenFromByNumber() throws {
    for order in [["2", "3", "1"], ["3", "2", "1"], ["1", "2", "3"]] {
      let list = order.map { "'\($0)'" }.joined(separator: ", ")
      for (index, value) in order.enumerated() {
        var walker = try Walker(
          "flow: 1\nid: f\nsteps:\n  - { ask: x, type: choice, choices: [\(list)] }\n")
        let field = try #require(walker.step?.focusedField)
        expectEqual(
          (field.doubt(about: value) == nil),
          (order.firstIndex(of: value) == Int(value).map { $0 - 1 }))
        walker.type("#\(index + 1)")
        expectEqual(walker.output, #"{"x":"\#(value)"}"#)
      }
    }
  }

  @Test func anUnobviousInterpretationIsReported() throws {
    let rows: [(field: String, typed: String, shown: String?)] = [
      ("choice, choices: [{ value: http, label: HTTP API }, b]", "1", "HTTP API"),
      ("choice, choices: [{ value: http, label: HTTP API }, b]", "ht", "HTTP API"),
      ("choice, choices: [{ value: http, label: HTTP API }, b]", "HTTP API", nil),
      ("choices, choices: [a, b, c]", "1-2", "a, b"),
      ("choices, choices: [a, b, c]", "a, b", nil),
      ("time", "9:30", "09:30"), ("time", "09:30", nil), ("number", "12,50", "12.5"),
      ("number", "12.50", nil), ("integer", "1 000", "1000"), ("string", "x", nil),
      ("time", "soon", nil), ("secret", "9:30", nil),
    ]
    for row in rows {
      let walker = try Walker("flow: 1\nid: f\nsteps:\n  - { ask: x, type: \(row.field) }\n")
      expectEqual(walker.step?.focusedField?.understood(row.typed), row.shown, "\(row.typed)")
    }
  }

  @Test func anOptionalSecretThatIsLeftEmptyIsNotConfirmed() throws {
    let text = """
      flow: 1
      id: f
      steps:
        - { ask: x, type: secret, confirm: true, required: false }
      """
    var empty = try Walker(text)
    empty.type("")
    expectEqual(empty.output, "{}")
    var typed = try Walker(text)
    typed.type("a")
    expectEqual(typed.step?.focusedField?.awaitsRepeat, true)
    typed.type("")
    expectEqual(typed.problems, ["enter both again; the two entries differ"])
    typed.type("a", "a")
    expectEqual(typed.output, #"{"x":"a"}"#)
  }

  @Test func anInvalidDefaultIsNotOffered() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: least, type: integer }
        - { ask: port, type: integer, min: 1024, default: { value: least } }
      """)
    walker.type("80")
    #expect(walker.step?.focusedField?.offer == nil)
  }

  @Test func aSecretIsTypedTwiceAndNeverOffered() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      steps:
        - { ask: password, type: secret, confirm: true, minLength: 4 }
        - { ask: end, type: string }
      """)
    walker.type("abc")
    expectEqual(walker.problems, ["enter at least 4 characters; this has 3"])
    walker.type("abcd")
    expectEqual(walker.step?.focusedField?.awaitsRepeat, true)
    walker.type("abce")
    expectEqual(walker.problems, ["enter both again; the two entries differ"])
    walker.type("abcd", "abcd")
    expectEqual(walker.asked, "end")
    expectEqual(walker.session.reviewRows.map(\.text), ["••••"])
    walker.send(.back(steps: 1))
    #expect(walker.step?.focusedField?.offer == nil)
    expectEqual(walker.step?.focusedField?.editableText.isEmpty, true)
  }

  @Test func choicesComeFromDataWithTheirLabels() throws {
    var walker = try Walker(
      """
      flow: 1
      id: f
      inputs:
        regions:
          type: list
          of: { id: string, name: string }
          default: [ { id: fra, name: Frankfurt }, { id: ams, name: Amsterdam } ]
      steps:
        - ask: region
          type: choice
          choices: { from: regions, value: item.id, label: "${item.name} (${item.id})" }
      """)
    expectEqual(
      walker.step?.focusedField?.choices.map(\.label), ["Frankfurt (fra)", "Amsterdam (ams)"])
    walker.type("ams")
    expectEqual(walker.output, #"{"region":"ams"}"#)
  }

  /// However it's given.
  ///
  /// Even a default or an answer in advance can contain what no one can type.
  @Test(arguments: ["\n", "\r\n", "\r"])
  func aStringIsOneLine(lineBreak: String) throws {
    let text = """
      flow: 1
      id: l
      inputs: { given: { type: text, default: "" } }
      steps:
        - { ask: line, type: string, default: { value: given } }
        - { ask: lines, type: text }
      """
    var options = SessionOptions()
    options.answers["line"] = .value(.string("a\(lineBreak)b"))
    var walker = try Walker(text, options: options)
    expectEqual(walker.asked, "line")
    expectEqual(walker.problems, ["enter a single line"])
    walker = try Walker(flow(text), inputs: ["given": .string("a\(lineBreak)b")])
    #expect(walker.step?.focusedField?.offer == nil)
    walker.send(.answer(.text("a\(lineBreak)b")))
    expectEqual(walker.problems, ["enter a single line"])
    walker.type("a", "a\(lineBreak)b")
    #expect(walker.output != nil)
  }
}
