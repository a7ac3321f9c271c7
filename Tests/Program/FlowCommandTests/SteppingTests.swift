// SPDX-License-Identifier: Apache-2.0

import Expectations
import Foundation
import Testing

/// Walks of one command at a time: `next`, `answer`, `back`, and `result`.
@Suite("One command at a time")
struct SteppingTests {
  private typealias Place = SteppedFolder

  private static let questions = """
      - { ask: name, type: string, label: Where to?, minLength: 2 }
      - { ask: token, type: secret }
      - ask: plan
        type: choice
        choices: [{ value: a, label: Alpha }, { value: b, label: Beta }]
        default: b
      - form: when
        fields:
          - { ask: day, type: integer }
          - { ask: hour, type: integer, default: 9 }
    """

  /// A byte of an answer isn't lost without a word.
  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let place = try Place(Self.questions)
    let call = try place.shell(#""$PROGRAM" ask string Name --answer "$(printf 'caf\351')""#)
    expectEqual(call.exit, 2)
    expectEqual(call.messages, "stackflow: argument 5, 'caf\u{FFFD}', isn't UTF-8 text\n")
    #expect(call.output.isEmpty)
  }

  @Test func theBoundsOfANumberAreShown() throws {
    let place = try Place(
      """
        - { ask: port, type: integer, min: 1024, max: 65535 }
        - { ask: size, type: integer, min: 1, required: false, hint: in MiB }
      """)
    let port = try place.call("next", "trip.flow.yaml")
    #expect(port.output.contains("Port (1024 to 65535)\n"), "\(port.output)")
    let size = try place.call("answer", "8080")
    #expect(size.output.contains("Size (in MiB, optional)\n"), "\(size.output)")
  }

  @Test func theRowOfAMatrixIsNamedByItsHeading() throws {
    let place = try Place(
      """
        - form: roles
          over: "['a.example.com', 'b.example.com']"
          as: h
          fields: [{ ask: role, type: string }, { ask: note, type: string }]
      """)
    let first = try place.call("next", "trip.flow.yaml")
    #expect(first.output.contains("Answer 'a.example.com' with: "), "\(first.output)")
    #expect(!first.output.contains("'h'"), "\(first.output)")
  }

  @Test func movesThatDoNothingAreRefused() throws {
    let place = try Place("  - { ask: size, type: string }")
    _ = try place.call("next", "trip.flow.yaml")
    let accepted = try place.call("answer", "--accept")
    expectEqual(accepted.exit, 4)
    expectEqual(accepted.messages, "stackflow: there are no earlier answers to use here\n")
    let back = try place.call("back", "size")
    expectEqual(back.exit, 4)
    expectEqual(back.messages, "stackflow: 'size' is what is asked now\n")
  }

  @Test func aFolderThatDoesNotExistIsNamed() throws {
    let place = try Place(Self.questions)
    let call = try place.shell(
      "\"$PROGRAM\" next trip.flow.yaml --state gone/w.walk")
    expectEqual(call.exit, 2)
    expectEqual(
      call.messages, "stackflow: there's no folder 'gone' for the walk 'gone/w.walk'\n")
    #expect(call.output.isEmpty)
  }

  @Test func aWalkIsTakenStepByStep() throws {
    let place = try Place(Self.questions)
    let missing = try place.call("next")
    expectEqual(missing.exit, 2)
    expectEqual(
      missing.messages,
      "stackflow: there's no walk in 'w.walk'; begin one with 'stackflow next FLOW --state "
        + "w.walk'\n")
    let first = try place.call("next", "trip.flow.yaml")
    expectEqual(first.exit, 0)
    #expect(first.output.contains("Where to?\n"))
    #expect(
      first.output.hasSuffix("Answer 'Where to' with: stackflow answer --state w.walk ANSWER\n"))
    expectEqual(place.folder.mode(of: "w.walk"), 0o600)
    expectEqual(place.folder.mode(of: "state/stackflow/key"), 0o600)

    let refused = try place.call("answer", "R")
    expectEqual(refused.exit, 4)
    #expect(refused.messages.hasPrefix("stackflow: the answer 'Where to' is refused: "))
    #expect(refused.output.contains("Where to?\n"))
    #expect(
      try place.call("answer", "Rome").output.contains(
        "Answer 'token' on standard input with: stackflow answer --state w.walk -\n"))
    let plan = try place.call("answer", "-", input: "s3cret-text\n")
    #expect(plan.output.contains("  1  Alpha\n  2  Beta\n"))
    #expect(plan.output.contains("If left empty: Beta\n"))
    for name in ["w.walk", "state/stackflow/key"] {
      let bytes = try Data(contentsOf: URL(filePath: place.folder.path + "/" + name))
      for word in ["s3cret-text", "Rome"] { expectEqual(bytes.range(of: Data(word.utf8)), nil) }
    }

    let unfinished = try place.call("result")
    #expect(unfinished.exit == 3 && unfinished.output.isEmpty)
    #expect(try place.call("back", "name").output.contains("If left empty: Rome\n"))
    #expect(
      try place.call("answer", "--accept").output.contains("Answer 'token' on standard input with"))
    try place.call("answer", "s3cret-text")
    let form = try place.call("answer")
    #expect(form.exit == 0 && form.output.contains("Answer 'day' with"))
    try expectEqual(place.call("answer", "--set", "day=4", "--set", "nothing=1").exit, 4)
    #expect(try place.call("next").output.contains("Answer 'day' with"))
    let end = try place.call("answer", "--set", "day=4")
    #expect(end.exit == 0 && end.output.hasPrefix("The walk is complete.\n"), "\(end.output)")
    let result = try place.call("result")
    expectEqual(result.exit, 0)
    #expect(result.output.contains("\"token\": \"s3cret-text\""))
    #expect(result.output.contains("\"plan\": \"b\"") && result.output.contains("\"hour\": 9"))
    try expectEqual(place.call("answer", "more").exit, 2)
    try expectEqual(place.call("next", "other.flow.yaml").exit, 2)
  }

  @Test func theStateIsJSONToo() throws {
    let place = try Place(Self.questions)
    let first = try place.call("next", "trip.flow.yaml", "--json")
    let state = try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any]
    expectEqual(state?["state"] as? String, "asking")
    expectEqual((state?["question"] as? [String: Any])?["id"] as? String, "name")
    let refused = try place.call("answer", "R", "--json")
    #expect(refused.exit == 4 && refused.output.contains("\"notice\": \"refused\""))
    try expectEqual(place.call("answer", "--value", "1").exit, 4)
    try expectEqual(place.call("answer", "--value", "{").exit, 2)
    try expectEqual(place.call("answer", "a", "--accept").exit, 2)
    #expect(try place.call("next", "--json").output.contains("\"id\": \"name\""))
  }

  /// Without a terminal, `run` says how to go on, and prints for machines what `next` prints.
  @Test func aRunWithoutATerminalGoesOnStepByStep() throws {
    let place = try Place(Self.questions)
    func run(_ arguments: String...) throws -> ProgramCall {
      try ProgramCall(["run", "trip.flow.yaml"] + arguments, directory: place.folder.path)
    }
    let missing = try run()
    #expect(missing.exit == 3 && missing.output.isEmpty)
    let hint =
      "Answer one question at a time with: stackflow next trip.flow.yaml --state trip.walk\n"
    #expect(missing.messages.hasSuffix(hint), "\(missing.messages)")
    let asked = try run("--json")
    #expect(asked.exit == 3 && asked.messages == missing.messages)
    expectEqual(asked.output, (try place.call("next", "trip.flow.yaml", "--json").output))
    let later = try run("--json", "--no-input", "--set", "name=Rome", "--set", "token=s3cret")
    #expect(later.exit == 3 && later.messages.hasSuffix(hint))
    let other = try Place(Self.questions)
    expectEqual(
      later.output,
      (try other.call(
        "next", "trip.flow.yaml", "--json", "--set", "name=Rome", "--set", "token=s3cret"
      ).output))
    #expect(!later.output.contains("s3cret"))
    let refused = try run("--json", "--set", "name=R")
    #expect(refused.exit == 4 && refused.output.contains("\"notice\": \"given-refused\""))
    let complete = try run(
      "--json", "--set", "name=Rome", "--set", "token=s3cret", "--set", "plan=a", "--set", "day=1",
      "--set", "hour=2")
    #expect(complete.exit == 0 && complete.output.contains("\"name\": \"Rome\""))
  }

  @Test(arguments: [
    ("de", "Ohne Eingabe: Beta\n", " beantworten mit: ", "Zurückgehen mit: "),
    ("fr", "Si rien n'est saisi\u{A0}: Beta\n", "Pour répondre à ", "Pour revenir\u{A0}: "),
    ("es", "Si se deja vacío: Beta\n", "Responder a ", "Volver con: "),
    ("nl", "Als het leeg blijft: Beta\n", "Beantwoord ", "Ga terug met: "),
    ("ja", "空のままの場合: Beta\n", "に答えるには: ", "戻るには: "),
    ("he", "אם יישאר ריק: Beta\n", "למענה על ", "לחזרה: "),
  ])
  func commandsSpeakTheLanguageOfTheWalk(
    _ row: (language: String, offer: String, answer: String, back: String)
  ) throws {
    let place = try Place(Self.questions)
    let plan = try place.call(
      "next", "trip.flow.yaml", "--lang", row.language, "--set", "name=Rome", "--set", "token=s")
    #expect(plan.output.contains(row.offer), "\(plan.output)")
    #expect(plan.output.contains(row.answer), "\(plan.output)")
    let words = "--state w.walk --lang \(row.language)"
    #expect(plan.output.hasSuffix(" stackflow answer \(words) ANSWER\n"), "\(plan.output)")
    let form = try place.call("answer", "--lang", row.language)
    #expect(form.output.hasSuffix("\n\(row.back)stackflow back \(words)\n"), "\(form.output)")
    let first = try place.token("next", "trip.flow.yaml", "--token", "--lang", row.language)
    let inToken = try place.plain(
      ["next", "--flow", "trip.flow.yaml", "--token", first.token, "--lang", row.language])
    #expect(inToken.output.contains("--lang \(row.language) ANSWER\n"))
    #expect(inToken.output.contains(row.answer))
  }

  /// Why an answer was refused is in the file, so the next command shows it, or confirms its warning.
  @Test func aWarningIsConfirmedByAnotherCommand() throws {
    let place = try Place(
      """
        - ask: name
          type: string
          validate:
            - { check: "size(name) < 4", message: rather long, level: warning }
        - { ask: last, type: string }
      """)
    try place.call("next", "trip.flow.yaml")
    let warned = try place.call("answer", "Florence")
    expectEqual(warned.exit, 4)
    expectEqual(warned.messages, "stackflow: the answer 'name' is refused: rather long\n")
    try expectEqual(place.call("next").messages, warned.messages)
    #expect(try place.call("answer", "--confirm").output.contains("Answer 'last' with"))
  }

  @Test func recordsAreMovedByTheirNumbers() throws {
    let place = try Place("  - { repeat: vars, steps: [{ ask: key, type: string }] }\n")
    try place.call("next", "trip.flow.yaml")
    for key in ["A", "B", "C"] {
      try place.call("answer", "--add")
      try place.call("answer", key)
    }
    let moved = try place.call("answer", "--move", "3", "--to", "1")
    #expect(moved.output.contains("  1  C\n  2  A\n  3  B\n"), "\(moved.output)")
    try expectEqual(
      place.call("answer", "--move", "4", "--to", "1").messages,
      "stackflow: 'vars' has no record 4; their number is 3\n")
    let half = try place.call("answer", "--move", "1")
    expectEqual(half.exit, 2)
    #expect(
      half.messages.contains(
        "to move a record, give its number with --move, and the new one with --to\n"))
  }

  @Test func aFormIsSubmittedWithWhatItHas() throws {
    let place = try Place(Self.questions)
    try place.call(
      "next", "trip.flow.yaml", "--set", "name=Rome", "--set", "token=s", "--set", "plan=a")
    let refused = try place.call("answer", "--form")
    expectEqual(refused.exit, 4)
    #expect(refused.messages.hasPrefix("stackflow: the answer 'day' is refused: "))
    #expect(try place.call("answer", "4").output.contains("Answer 'hour' with"))
    #expect(try place.call("answer", "--form").output.hasPrefix("The walk is complete.\n"))
  }

  @Test func defaultsAreTakenOnRequest() throws {
    let place = try Place(
      "  - { ask: one, type: integer, default: 1 }\n  - { ask: two, type: string }\n")
    #expect(
      try place.call("next", "trip.flow.yaml", "--defaults").output.contains("Answer 'two' with"))
  }

  /// A threshold holds for the whole walk, also after the command that began it.
  @Test func questionsBelowThePriorityAreNotAsked() throws {
    let place = try Place(
      "  - { ask: one, type: integer, default: 1 }\n  - { ask: two, type: string }\n"
        + "  - { ask: three, type: integer, default: 3 }\n  - { ask: four, type: string }\n")
    #expect(
      try place.call("next", "trip.flow.yaml", "--priority", "high").output
        .contains("Answer 'two' with"))
    #expect(try place.call("answer", "x").output.contains("Answer 'four' with"))
  }

  @Test func recordsAreNamedByTheirNumbers() throws {
    let place = try Place("  - { repeat: vars, steps: [{ ask: key, type: string }] }\n")
    try place.call("next", "trip.flow.yaml")
    for (number, key) in [(1, "A"), (2, "B")] {
      try place.call("answer", "--add")
      #expect(try place.call("answer", key).output.contains("  \(number)  \(key)\n"))
    }
    for number in ["0", "3", "\(Int.min)", "\(Int.max)"] {
      for option in ["--edit", "--remove"] {
        let call = try place.call("answer", "\(option)=\(number)")
        expectEqual(call.exit, 2)
        expectEqual(
          call.messages, "stackflow: 'vars' has no record \(number); their number is 2\n")
      }
    }
    #expect(try place.call("answer", "--remove", "1").output.contains("  1  B\n"))
    #expect(try place.call("answer", "--edit", "1").output.contains("If left empty: B\n"))
  }

  /// A negative number is no option; anything else that begins with a hyphen follows `--`.
  @Test func anAnswerMayBeginWithAHyphen() throws {
    let place = try Place("  - { ask: n, type: integer }\n  - { ask: t, type: string }\n")
    try place.call("next", "trip.flow.yaml")
    try expectEqual(place.call("answer", "-5").exit, 0)
    let refused = try place.call("answer", "-x")
    #expect(
      refused.exit == 2 && refused.messages.contains("an answer that begins with '-' follows --"),
      "\(refused.messages)")
    let answered = try place.shell("\"$PROGRAM\" answer --state w.walk -- -x")
    expectEqual(answered.exit, 0, "\(answered.messages)")
    let result = try place.call("result").output.filter { !$0.isWhitespace }
    expectEqual(result, #"{"n":-5,"t":"-x"}"#)
  }

  @Test func anotherKeyOpensNothing() throws {
    let place = try Place(Self.questions)
    try place.folder.write(key: String(repeating: "0a", count: 32), to: "key")
    try expectEqual(place.call("next", "trip.flow.yaml", "--key-file", "key").exit, 0)
    let other = try place.call("next")
    #expect(other.exit == 2 && other.messages.contains("sealed with another key"))
    try expectEqual(place.call("answer", "Rome", "--key-file", "key").exit, 0)
  }

  @Test func whatAFlowRunsIsDecidedAndHappensOnce() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { run: made, command: [sh, -c, "echo $0 >> log", "${name}"] }
        - { ask: last, type: string, required: false }
      """)
    try place.call("next", "trip.flow.yaml")
    let decision = try place.call("answer", "Rome")
    expectEqual(decision.exit, 0)
    #expect(decision.output.contains("This happens next:\n"))
    #expect(decision.output.hasSuffix("Decide with: stackflow answer --state w.walk yes|no\n"))
    try expectEqual(place.call("answer", "perhaps").exit, 2)
    #expect(try place.call("answer", "yes").output.contains("Answer 'last' with"))
    expectEqual(place.folder.text(of: "log"), "Rome\n")
    try expectEqual(place.call("next").exit, 0)
    try expectEqual(place.call("answer", "--empty").exit, 0)
    expectEqual(place.folder.text(of: "log"), "Rome\n")
    try expectEqual(place.call("result").exit, 0)
  }

  @Test func aYesCountsForTheCommandThatWasShown() throws {
    let steps = """
        - { ask: name, type: string }
        - { run: make_it, title: Make it, command: [sh, -c, "echo one >> log"] }
        - { ask: last, type: string, label: The last?, required: false }
      """
    let place = try Place(steps)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "Rome")
    let other = try Place(steps.replacing("echo one", with: "echo two")).folder
    try place.folder.write(try #require(other.text(of: "trip.flow.yaml")), to: "trip.flow.yaml")
    let changed = try place.call("answer", "yes", "--json")
    #expect(changed.exit == 4 && changed.output.contains("echo two"))
    #expect(changed.output.contains("\"notice\": \"denied\""))
    #expect(place.folder.text(of: "log") == nil)
    let done = try place.call("answer", "yes")
    expectEqual(done.messages, "stackflow: 'Make it' succeeded\n")
    #expect(done.output.contains("Answer 'The last' with"))
    expectEqual(place.folder.text(of: "log"), "two\n")
    let back = try place.call("back", "make_it")
    expectEqual(back.exit, 4)
    expectEqual(
      back.messages, "stackflow: 'Make it' is a 'run' step, which asks nothing\n")
  }

  @Test func backFromAReviewListsWhatItDiscards() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { ask: port, type: integer, label: The port? }
        - { review: check }
      """)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "--set", "name=x", "--set", "port=80")
    let back = try place.call("back", "name")
    expectEqual(back.exit, 0)
    expectEqual(
      back.messages, "stackflow: Discarded: 'The port'. Answers that still fit are offered again.\n"
    )
    #expect(back.output.contains("If left empty: x\n"))
    try place.call("answer")
    #expect(try place.call("answer").output.contains("Check your answers"))
    #expect(try place.call("back").messages.isEmpty, "nothing else is discarded")
  }

  /// As in a terminal, a step is called by its id or by its name.
  @Test func backTakesTheNameOfAStep() throws {
    let place = try Place(Self.questions)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "Rome")
    #expect(try place.call("back", "where to").output.contains("If left empty: Rome\n"))
  }

  @Test func aKilledEffectIsInDoubt() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { run: made, command: [sh, -c, "echo >> log; echo $$ > pid; touch began; exec sleep 1000"] }
        - { ask: last, type: string, required: false }
      """)
    try place.call("next", "trip.flow.yaml")
    try place.call("answer", "Rome")
    let killed = try place.shell(
      "\"$PROGRAM\" answer yes --state w.walk & pid=$!; "
        + "until [ -e began ]; do :; done; kill -9 $pid; wait $pid 2>/dev/null; "
        + "kill $(cat pid)")
    expectEqual(killed.exit, 0)
    // The yes of someone who hasn't seen the question doesn't count.
    let doubt = try place.call("answer", "yes")
    expectEqual(doubt.exit, 4)
    expectEqual(
      doubt.messages, "stackflow: this wasn't shown before, so the answer doesn't count for it\n")
    #expect(doubt.output.contains("so this may already have happened:\n"))
    #expect(
      doubt.output.hasSuffix(
        """

        yes: it happened
        Decide with: stackflow answer --state w.walk yes|'do it now'

        """))
    // A no performs nothing.
    let no = try place.call("answer", "no")
    expectEqual(no.exit, 2)
    #expect(no.messages.contains("this takes yes or 'do it now'"), "\(no.messages)")
    expectEqual(place.folder.text(of: "log"), "\n")
    #expect(try place.call("answer", "yes").output.contains("Answer 'last' with"))
    expectEqual(place.folder.text(of: "log"), "\n")
  }

  @Test func aTokenIsInsteadOfAFile() throws {
    let place = try Place(Self.questions)
    let first = try place.token("next", "trip.flow.yaml", "--token")
    expectEqual(first.call.exit, 0)
    #expect(
      first.call.output.hasSuffix(
        "Answer 'Where to' with: stackflow answer --flow trip.flow.yaml --token \(first.token) ANSWER\n"
      ))
    let flow = ["--flow", "trip.flow.yaml", "--token"]
    let refused = try place.token(["answer"] + flow + [first.token, "R"])
    expectEqual(refused.call.exit, 4)
    let second = try place.token(["answer"] + flow + [refused.token, "Rome", "--json"])
    #expect(second.call.output.contains("\"id\": \"token\""))
    let third = try place.token(["answer"] + flow + [second.token, "s3cret-text"])
    #expect(!third.token.contains("s3cret") && third.call.output.contains("Answer 'plan' with"))
    // The same token answers again, from its own moment.
    #expect(
      try place.token(["answer"] + flow + [second.token, "another"]).call.output.contains(
        "Answer 'plan' with"))
    #expect(
      try place.token(["back"] + flow + [third.token, "name"]).call.output.contains(
        "If left empty: Rome\n"))
    let last = try place.token(
      ["answer"] + flow + [third.token, "--set", "plan=a", "--set", "day=4", "--set", "hour=2"])
    #expect(last.call.output.hasPrefix("The walk is complete.\n"))
    let result = try place.plain(["result"] + flow + [last.token])
    #expect(result.exit == 0 && result.output.contains("\"token\": \"s3cret-text\""))
    let unfinished = try place.plain(["result"] + flow + [third.token])
    #expect(unfinished.exit == 3 && unfinished.output.isEmpty)
    expectEqual(place.folder.names, ["state", "trip.flow.yaml"])
  }

  @Test func tokensThatCannotBeUsedAreRefused() throws {
    let place = try Place(Self.questions)
    let first = try place.token("next", "trip.flow.yaml", "--token").token
    let flow = ["--flow", "trip.flow.yaml"]
    for (words, message) in [
      (
        ["answer", "--token", first, "Rome"],
        "a token doesn't say where its flow is; add --flow FLOW"
      ),
      (
        ["answer"] + flow + ["--json", "--token"],
        "--token needs the token that the last command printed"
      ),
      (
        ["answer"] + flow + ["--token", String(first.dropLast(2)), "Rome"],
        "the token was changed, or made with another key"
      ),
      (["answer"] + flow + ["--token", "!", "Rome"], "this is not a token, or not all of it"),
    ] {
      let call = try place.plain(words)
      #expect(call.exit == 2 && call.output.isEmpty)
      expectEqual(call.messages, "stackflow: \(message)\n")
    }
    try place.folder.write(key: String(repeating: "0a", count: 32), to: "key")
    let other = try place.plain(
      ["answer"] + flow + ["--key-file", "key", "--token", first, "Rome"])
    expectEqual(other.exit, 2)
    try place.folder.write(
      "flow: 1\nid: trip\nsteps:\n  - { ask: b, type: string }\n", to: "trip.flow.yaml")
    try expectEqual(
      place.plain(["answer"] + flow + ["--token", first, "Rome"]).messages,
      "stackflow: the flow has changed since the token was made\n")
    try expectEqual(place.plain(["next", "trip.flow.yaml"]).exit, 2)
    try expectEqual(place.plain(["next", "--state", "w.walk", "--flow", "trip.flow.yaml"]).exit, 2)
  }

  /// A token can be used again, so what the flow runs needs a file; the walk can be put in one.
  @Test func aWalkInATokenHasNoEffects() throws {
    let place = try Place(
      """
        - { ask: name, type: string }
        - { run: made, command: [sh, -c, "echo $0 >> log", "${name}"] }
      """)
    let first = try place.token("next", "trip.flow.yaml", "--token", "--allow-run").token
    let flow = ["--flow", "trip.flow.yaml", "--token"]
    let decision = try place.token(["answer"] + flow + [first, "Rome", "--allow-run"])
    #expect(decision.call.output.contains("This happens next:\n"))
    for word in ["yes", "no"] {
      let refused = try place.plain(["answer"] + flow + [decision.token, word, "--allow-run"])
      #expect(refused.exit == 2 && refused.output.isEmpty)
      expectEqual(
        refused.messages,
        "stackflow: what a flow runs or writes happens once, but a token can be used again; put "
          + "the walk in a file with 'stackflow next --flow trip.flow.yaml --token \(decision.token) "
          + "--state FILE.walk'\n")
    }
    #expect(place.folder.text(of: "log") == nil)
    let moved = try place.plain(["next"] + flow + [decision.token, "--state", "w.walk"])
    #expect(moved.exit == 0 && moved.output.contains("This happens next:\n"))
    try expectEqual(
      place.plain(["next"] + flow + [decision.token, "--state", "w.walk"]).messages,
      "stackflow: 'w.walk' has a walk already\n")
    #expect(try place.call("answer", "yes").output.hasPrefix("The walk is complete.\n"))
    expectEqual(place.folder.text(of: "log"), "Rome\n")
  }
}
