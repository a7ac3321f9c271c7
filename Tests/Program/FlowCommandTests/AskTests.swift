// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

/// `stackflow ask`: one question, and its answer on standard output.
@Suite("One question")
struct AskTests {
  @Test(
    arguments: [
      (["string"], " a b ", " a b \n"), (["text"], "a\nb", "a\nb\n"), (["secret"], "pw", "pw\n"),
      (["integer"], "-7", "-7\n"), (["number"], "2.50", "2.5\n"),
      (["boolean"], "y", "true\n"), (["boolean"], "No", "false\n"),
      (["date"], "2026-01-31", "2026-01-31\n"), (["time"], "9:05", "09:05\n"),
      (["datetime"], "2026-01-31 09:00", "2026-01-31T09:00:00Z\n"),
      (["duration"], "90m", "PT1H30M\n"), (["path"], "a/b", "a/b\n"),
      (["choice", "--choices", "a=Alpha,b"], "alpha", "a\n"),
      (["choice", "--choices", #"a\,b=x\=y,c\\d"#], "x=y", "a,b\n"),
      (["choice", "--choices", #"a,c\\d"#], #"c\d"#, "c\\d\n"),
      (["choices", "--choices", "a,b,c"], "c a", "a\nc\n"),
      (["choices", "--choices", "a,b"], "none", ""),
      (["string", "--optional"], "", ""),
    ] as [([String], String, String)])
  func theAnswerAloneIsOnStandardOutput(
    arguments: [String], answer: String, output: String
  ) throws {
    let call = try ProgramCall(
      ["ask"] + arguments + ["--answer", answer], environment: ["TZ": "UTC"])
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(call.output, output)
    #expect(call.messages.isEmpty)
  }

  @Test(
    arguments: [
      (["integer"], "-7", "-7\n"), (["choices", "--choices", "a,b"], "all", "[\"a\",\"b\"]\n"),
      (["choices", "--choices", "a,b"], "none", "[]\n"), (["boolean"], "y", "true\n"),
      (["string", "--optional"], "", "null\n"), (["string"], "\"", "\"\\\"\"\n"),
    ] as [([String], String, String)])
  func anAnswerMayBeJSON(arguments: [String], answer: String, output: String) throws {
    let call = try ProgramCall(
      ["ask"] + arguments + ["--format", "json", "--answer", answer])
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(call.output, output)
  }

  @Test(
    arguments: [
      (["integer", "--min", "-5"], "-6", "must be -5 or more"),
      (["number", "--max", "1.5"], "2", "must be 1.5 or less"),
      (["integer", "--multiple-of", "5"], "7", "must be a multiple of 5"),
      (["date", "--min", "2026-01-01"], "2025-12-31", "must be 2026-01-01 or later"),
      (["string", "--min-length", "3"], "ab", "enter at least 3 characters; this has 2"),
      (["secret", "--max-length", "3"], "abcd", "enter at most 3 characters; this has 4"),
      (["string", "--pattern", "^a"], "b", "must match the pattern '^a'"),
      (["string", "--pattern", "^a", "--message", "begin with an a"], "b", "begin with an a"),
      (
        ["string", "--text-format", "email"], "x",
        "enter an email address, such as 'ada@example.org'"
      ),
      (["choices", "--choices", "a,b", "--min-items", "1"], "none", "choose at least 1"),
      (["choices", "--choices", "a,b,c", "--max-items", "2"], "all", "choose at most 2, not 3"),
      (
        ["path", "--must", "file"], "/nonexistent",
        "choose an existing file; '/nonexistent' doesn't exist"
      ),
      (["string"], "", "enter an answer"),
      (
        ["choice", "--choices", "one,two"], "oen",
        "'oen' isn't one of: one, two; did you mean 'one'?"
      ),
    ] as [([String], String, String)])
  func everyRuleRefusesAnAnswer(arguments: [String], answer: String, message: String) throws {
    let call = try ProgramCall(["ask"] + arguments + ["--answer", answer])
    expectEqual(call.exit, 4)
    expectEqual(call.messages, "stackflow: the answer is refused: \(message)\n")
    #expect(call.output.isEmpty)
  }

  @Test func wrongOptionsAreMistakesOfUsage() throws {
    var calls = ProgramCalls()
    let lines: [[String]] = [
      ["string", "--min", "3"], ["choices", "--choices", "a", "--min", "3"],
      ["boolean", "--pattern", "x"], ["integer", "--min", "x"], ["number", "--max", "inf"],
      ["integer", "--min", "5", "--max", "3"], ["integer", "--min", "3", "--default", "2"],
      ["date", "--min", "tomorrow"], ["string", "--pattern", "("],
      ["string", "--text-format", "emai"], ["path", "--must", "fil"],
      ["string", "--message", "no"], ["string", "--choices", "a,b"], ["string", "--confirm"],
      ["integer", "--suggest", "1,2"], ["secret", "--default", "x"], ["choice"],
      ["choice", "--choices", "a,,b"], ["choice", "--choices", "a,b,a"],
      ["choice", "--choices", "one,two", "--default", "oen"],
      ["choices", "--choices", "a,b", "--default", "a,c"],
      ["list", "--default", "\"a, b"],
      ["boolean", "--default", "maybe"], ["choice", "--choices", "-", "--max-bytes", "3"],
    ]
    for line in lines {
      let call = try calls.run(["ask"] + line, input: line.contains("-") ? "abcdef\n" : "")
      expectEqual(call.exit, 2, "\(line)")
      #expect(call.output.isEmpty)
    }
    calls.end()
  }

  @Test func aMistakeNamesItsOptionInPlaceOfTheKey() throws {
    let call = try ProgramCall(["ask", "integer", "--min", "5", "--max", "3"])
    #expect(call.messages.contains("--max"), "\(call)")
    #expect(!call.messages.contains("'max'"), "\(call)")
    #expect(call.messages.contains("--min"), "\(call)")
    #expect(!call.messages.contains("'min'"), "\(call)")
  }

  @Test func helpNamesEveryOption() throws {
    var calls = ProgramCalls()
    for command in ["ask", "confirm"] {
      try expectEqual(calls.run("help", command).exit, 0)
    }
    calls.end()
  }

  @Test func withoutATerminalTheOptionThatAnswersIsNamed() throws {
    let call = try ProgramCall(["ask", "integer", "--default", "3"])
    expectEqual(call.exit, 3)
    expectEqual(
      call.messages, "stackflow: there is no terminal to ask; give the answer with --answer TEXT\n")
  }

  // MARK: Choices from standard input

  @Test(
    arguments: [
      ("a\nb\n", ["--answer", "b"], "b\n"), ("a\r\n\nb", ["--answer", "all"], "a\nb\n"),
      ("a\ta label\nb\n", ["--answer", "a label"], "a\n"),
      ("a\nb\na\n", ["--answer", "all"], "a\nb\n"),
      ("a\nb", ["--answer", "all", "--choices", "c,d"], "c\nd\n"),
      ("a=b\nc,d\n", ["--answer", "all"], "a=b\nc,d\n"),
      ("a\nb\0c\0", ["--answer", "all", "--null"], "a\nb\0c\0"),
      ("a\nb\0c\0", ["--answer", "c", "-0"], "c\0"),
    ] as [(String, [String], String)])
  func eachLineIsAChoice(input: String, arguments: [String], output: String) throws {
    let call = try ProgramCall(["ask", "choices"] + arguments, input: input)
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(call.output, output)
  }

  @Test func aLineThatIsNotUTF8IsRefused() throws {
    let call = try ProgramCall(
      shell: #"printf 'a\nb\377\n' | stackflow ask choice --answer a"#)
    expectEqual(call.exit, 2)
    expectEqual(call.messages, "stackflow: line 2 of standard input isn't UTF-8\n")
  }

  @Test func thereMayBeAHundredThousandChoices() throws {
    let call = try ProgramCall(
      shell: "seq -f 'item %06.0f' 100000 | stackflow ask choice --answer 'item 099999'")
    expectEqual(call.exit, 0, "\(call.messages)")
    expectEqual(call.output, "item 099999\n")
  }

  // MARK: At the terminal

  private static let inline = ["ACCESSIBLE": ""]

  @Test func oneLineStays() throws {
    let walk = try ProgramWalk(
      "ask", "choice", "Database", "--choices", "postgres=PostgreSQL,postgis=PostGIS,mysql=MySQL",
      "--default", "mysql", columns: 60, rows: 12, repaints: true, environment: Self.inline)
    try walk.type("post<Down>")
    try walk.type("<Enter>")
    try expectEqual(walk.end(), 0)
    expectEqual(walk.output, "postgis\n")
  }

  @Test func whatIsRefusedIsSaidBelowTheLine() throws {
    let walk = try ProgramWalk(
      "ask", "integer", "How many replicas do you want to run at the same time?", "--min", "1",
      "--max", "5", "--help-text", "Two are enough for most services.", columns: 30, rows: 12,
      repaints: true, environment: Self.inline)
    try walk.type("9<Enter>")
    try walk.type("<Enter>")
    try walk.type("<Backspace>3<Enter>")
    try expectEqual(walk.end(), 0)
    expectEqual(walk.output, "3\n")
  }

  @Test func aSecretIsDotsOnTheWholeTerminal() throws {
    let walk = try ProgramWalk(
      "ask", "secret", "Token", "--confirm", columns: 40, rows: 12, output: false,
      repaints: true, environment: Self.inline)
    try walk.type("ab<Enter>")
    try walk.type("ab<Enter>")
    try expectEqual(walk.end(), 0)
    #expect(!walk.sent.contains("ab"))
  }

  @Test func theLineFaceAsksTheQuestionAlone() throws {
    let walk = try ProgramWalk(
      "ask", "choices", "Languages", "--max-items", "2", "--default", "rust",
      input: "swift\nrust\nzig\n")
    try walk.type("1-3<Enter>")
    try walk.type("<Ctrl-U>1 3<Enter>")
    try expectEqual(walk.end(), 0)
    expectEqual(walk.output, "swift\nzig\n")
  }

  @Test(
    arguments: [("<Ctrl-D>", 1), (":quit<Enter>", 1), ("<Ctrl-C>", 130)] as [(String, Int32)],
    ["", "1"])
  func leavingIsAnEndingWithoutAnAnswer(
    _ keys: (keys: String, status: Int32), accessible: String
  ) throws {
    let walk = try ProgramWalk(
      "ask", "string", repaints: true, environment: ["ACCESSIBLE": accessible])
    try walk.type(keys.keys)
    try expectEqual(walk.finish(), keys.status)
    #expect(walk.output.isEmpty)
    expectEqual(walk.everyRow.contains("✗ Answer"), accessible.isEmpty)
  }

  @Test func theTimeOfAQuestionMayBeUp() throws {
    let walk = try ProgramWalk(
      "ask", "string", "Name", "--timeout", "0.01s", waits: false, repaints: true,
      environment: Self.inline)
    try expectEqual(walk.finish(), 124)
    expectEqual(walk.everyRow, ["✗ Name", "stackflow: time ran out"])
  }

  @Test func oneQuestionHasNoNextStepAndNoWayBack() throws {
    let walk = try ProgramWalk(
      "ask", "string", "Name", "--default", "Ada", columns: 80, rows: 20, repaints: true,
      environment: Self.inline)
    let hints = try #require(walk.everyRow.last { $0.contains("ctrl-c") })
    #expect(hints.contains("enter answer"), "\(hints)")
    #expect(!hints.contains("next") && !hints.contains("back"), "\(hints)")
    try walk.type("<F1>")
    for word in [":back", ":why", ":next", ":review"] {
      #expect(!walk.everyRow.contains { $0.contains(word) }, "\(word)")
    }
    try walk.type("<Enter>")
    try expectEqual(walk.finish(), 0)
    expectEqual(walk.output, "Ada\n")
  }

  @Test(arguments: ["", "1"], [("string", "Ada"), ("integer", "3"), ("date", "2026-01-31")])
  func aClearedLineIsAnEmptyAnswer(
    accessible: String, question: (type: String, text: String)
  ) throws {
    let walk = try ProgramWalk(
      "ask", question.type, "Which", "--default", question.text, repaints: true,
      environment: ["ACCESSIBLE": accessible])
    try walk.type("<Ctrl-U>")
    try walk.type("<Enter>")
    #expect(walk.everyRow.contains { $0.contains("enter an answer") }, "\(walk.everyRow)")
    try walk.type(":default<Enter>")
    try expectEqual(walk.finish(), 0, "\(walk.everyRow)")
    expectEqual(walk.output, question.text + "\n")
  }
}
