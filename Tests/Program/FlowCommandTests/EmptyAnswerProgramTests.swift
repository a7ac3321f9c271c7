// SPDX-License-Identifier: Apache-2.0

import Expectations
import RandomTesting
import StackFlowTesting
import Testing

/// An empty answer has the same outcome at the program: one command at a time, `ask`, and scripts typed at it.
@Suite("Empty answers")
struct EmptyAnswerProgramTests {
  /// A question, and what comes of an empty answer and of no answer.
  private static let questions = [
    ("type: string", "refused", "refused"), ("type: string, required: false", "null", "null"),
    ("type: choices, choices: [a, b]", "[]", "[]"),
    ("type: choices, choices: [a, b], default: [a]", "[]", #"["a"]"#),
    ("type: choices, choices: [a, b], required: false", "null", "null"),
    ("type: choices, choices: [a, b], minItems: 1", "refused", "refused"),
    ("type: list", "[]", "[]"), ("type: map", "{}", "{}"),
    ("type: choice, choices: [a, b], required: false", "null", "null"),
  ]

  @Test func commandsHaveOneOutcome() throws {
    for (question, emptied, untouched) in dailyPart(
      of: Self.questions, every: 9, named: "empty answers")
    {
      for (words, outcome) in [
        ([""], emptied), (["--empty"], emptied), (["--value", "null"], emptied), ([], untouched),
      ] {
        let place = try SteppedFolder("  - { ask: q, \(question) }\n")
        try place.call("next", "trip.flow.yaml")
        let call = try ProgramCall(
          ["answer", "--state", "w.walk"] + words,
          environment: ["XDG_STATE_HOME": place.folder.path + "/state"],
          directory: place.folder.path)
        expectEqual(
          call.exit, outcome == "refused" ? 4 : 0, "\(question) \(words) \(call.messages)")
        guard outcome != "refused" else { continue }
        let result = try place.call("result")
        expectEqual(
          result.output.filter { !$0.isWhitespace },
          outcome == "null" ? "{}" : "{\"q\":\(outcome)}",
          "\(question) \(words)")
      }
    }
  }

  @Test(
    arguments: [
      (["choices", "--choices", "a,b"], "[]\n"),
      (["choices", "--choices", "a,b", "--default", "a"], "[]\n"),
      (["choices", "--choices", "a,b", "--optional"], "null\n"),
      (["choice", "--choices", "a,b", "--optional"], "null\n"), (["list"], "[]\n"),
      (["map"], "{}\n"), (["string", "--optional", "--default", "x"], "null\n"),
    ] as [([String], String)])
  func askHasOneOutcome(arguments: [String], output: String) throws {
    for answer in ["", "none"] where answer.isEmpty || arguments[0] != "string" {
      let call = try ProgramCall(["ask"] + arguments + ["--format", "json", "--answer", answer])
      expectEqual(call.output, output, "\(arguments) \(answer) \(call.messages)")
    }
  }

  /// A line that was cleared is an empty answer, also where one question is asked.
  @Test func askTakesAClearedLineAsEmpty() throws {
    for (keys, answer) in [
      ("<Enter>", "x\n"), ("<Ctrl-E><Ctrl-U><Enter>", ""), ("<Ctrl-E><Ctrl-U>:none<Enter>", ""),
    ] {
      let walk = try ProgramWalk(
        arguments: ["ask", "string", "Name", "--ui", "line", "--optional", "--default", "x"])
      try walk.type(keys)
      expectEqual(try walk.finish(), 0)
      expectEqual(walk.output, answer, "\(keys)")
    }
  }

  @Test func severalChoicesWithCommasAreGivenInQuotationMarks() throws {
    let call = try ProgramCall([
      "ask", "choices", "--choices", #"a\, b,c,d"#, "--format", "json", "--answer", #""a, b", d"#,
    ])
    expectEqual(call.output, "[\"a, b\",\"d\"]\n", "\(call.messages)")
  }

  /// `--default` takes the same text as `--answer`.
  @Test(
    arguments: [
      (["choices", "--choices", #"a\, b,c,d"#], #""a, b",c"#, #"["a, b","c"]"#),
      (["choices", "--choices", #"a\, b,c,d"#], "a, b", #"["a, b"]"#),
      (["list"], #""a, b",c"#, #"["a, b","c"]"#),
      (["map"], #"x="a, b",y=c"#, #"{"x":"a, b","y":"c"}"#),
    ] as [([String], String, String)])
  func aDefaultWithCommasIsWrittenLikeAnAnswer(
    options: [String], text: String, answer: String
  ) throws {
    let arguments = ["ask"] + options + ["--format", "json"]
    let call = try ProgramCall(arguments + ["--answer", text])
    expectEqual(call.output, answer + "\n", "\(call.messages)")
    let walk = try ProgramWalk(arguments: arguments + ["--ui", "line", "--default", text])
    try walk.type("<Enter>")
    expectEqual(try walk.finish(), 0)
    expectEqual(walk.output, answer + "\n")
  }

  /// A number in a list of texts is to be quoted, and named as it's written.
  @Test func aNumberInAListOfTextsIsNamedAsItIsWritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "flow: 1\nid: f\nsteps:\n  - { ask: q, type: list }\n", to: "f.flow.yaml")
    try folder.write("q: [a, 3.10, 007]\n", to: "a.yaml")
    let call = try ProgramCall(
      ["run", "f.flow.yaml", "--answers", "a.yaml", "--no-input"], directory: folder.path)
    expectEqual(call.exit, 4)
    #expect(
      call.messages.contains(
        "a.yaml:1:8: 3.10 is read as the number 3.1; quote it if it is a text\n"),
      "\(call.messages)")
    #expect(call.messages.contains("007 is read as the number 7; quote it"), "\(call.messages)")
    #expect(
      call.messages.contains("item 2, '3.1': this is a number, so quote it"), "\(call.messages)")
  }

  @Test func aRefusedDefaultIsExplainedWhereItIsMissing() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: f
      steps:
        - { ask: base, type: integer }
        - { ask: size, type: integer, min: 10, default: { value: base } }
      """, to: "f.flow.yaml")
    let call = try ProgramCall(
      ["run", "f.flow.yaml", "--set", "base=5", "--defaults", "--no-input"], directory: folder.path)
    expectEqual(call.exit, 3)
    #expect(
      call.messages.contains("(its default 5 is refused: must be 10 or more)"), "\(call.messages)")
  }

  @Test func scriptsTypedAtTheProgramHaveOneOutcome() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      flow: 1
      id: f
      steps:
        - { ask: tools, type: choices, choices: [a, b] }
        - { ask: kind, type: choice, choices: [a, b], required: false }
        - { ask: tags, type: list, required: false, default: [x] }
      """, to: "f.flow.yaml")
    try folder.write(
      """
      test: empty
      steps: [answer: { tools: [], kind: null, tags: null }]
      output: { tools: [], tags: null }
      ---
      test: untouched
      steps: [accept: offered, accept: offered, accept: offered]
      output: { tools: [], tags: [x] }
      """, to: "f.test.yaml")
    for arguments in [
      ["--depth", "session"], ["--depth", "shell", "--ui", "inline"],
      ["--depth", "shell", "--ui", "line"], ["--depth", "pty", "--ui", "inline"],
      ["--depth", "pty", "--ui", "line"],
    ] {
      let call = try ProgramCall(["test", "."] + arguments, directory: folder.path)
      expectEqual(call.exit, 0, "\(arguments): \(call.output)\(call.messages)")
    }
  }
}
