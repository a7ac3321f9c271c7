// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Scripted tests.
extension Explanations {
  static let ofScripts: [Explanation] = [
    Explanation(
      "unknown-beginning", "a test begins with something that isn't there",
      meaning: """
        A test begins with a beginning, or with another test, of the same file. It must be above the test.
        """,
      example: "begin: a service   # but the file has 'beginning: the service'",
      remedy: "correct the name, or move the beginning up."),
    Explanation(
      "unused-beginning", "no test begins with a beginning",
      meaning: "A beginning isn't a test, so it does nothing unless a test names it under 'begin'.",
      example: "beginning: a service   # and no 'begin: a service'",
      remedy: "remove it, or name it in a test."),
    Explanation(
      "duplicate-name", "two documents of a file of tests have the same name",
      meaning: """
        The name says which test failed, and with what a test begins. Two tests with one name are a warning; \
        the name of a beginning must mean one document.
        """,
      example: "beginning: a service   # above 'test: a service'",
      remedy: "give one of them another name."),
    Explanation(
      "wrong-key", "a beginning has a key of a test",
      meaning: "A beginning isn't run by itself, so it has neither an outcome nor an output.",
      example: "beginning: a service\noutput: {}",
      remedy: "move the key to the tests that begin with it."),
    Explanation(
      "unknown-column", "a row doesn't have a column that its test uses",
      meaning: "Each row of 'each' must have all columns that the test names as '${COLUMN}'.",
      example: "each: [{ port: 80 }]   # but the test uses '${kind}'",
      remedy: "add the column to the row, or correct its name."),
    Explanation(
      "unused-column", "nothing in a test uses a column",
      meaning: "The rows of 'each' have a column that no text of the test names as '${COLUMN}'.",
      example: "each: [{ port: 80, kind: http }]   # and no '${kind}'",
      remedy: "remove the column, or use it."),
    Explanation(
      "too-large", "the tests of a file are too large",
      meaning: """
        The tests of a file have at most 1,000,000 parts, with their beginnings and their rows.
        """,
      example: "begin: the test above   # in each of 2,000 tests",
      remedy: "split the file, or begin fewer tests with long beginnings."),
    Explanation(
      "empty-test", "a test doesn't test anything",
      meaning: """
        The test has no answers and no expectations, so it passes whatever the flow does.
        """,
      example: "test: orders a pizza   # and no 'steps:'",
      remedy: "add 'steps:', or the 'output:' of a flow that asks nothing."),
    Explanation(
      "unscripted-question", "a question has no answer in the script",
      meaning: """
        Scripts are strict: each question that is asked during an 'answer' must be in it. The notes \
        name its remaining answers, which aren't asked.
        """,
      example: "- answer: { name: billing }   # but 'kind' is asked first",
      remedy: "add the answer, or correct a condition of the flow."),
    Explanation(
      "not-asked", "the script answers a question that isn't asked",
      meaning: "The command names a question or a list that isn't being asked.",
      example: "- answer: { done: env }   # but 'name' is asked",
      remedy: "move the command to where the question is asked, or correct the id."),
    Explanation(
      "answer-refused", "an answer in the script is refused",
      meaning: "The flow refuses the answer, with the message that a user would see.",
      example: "- answer: { port: 80 }   # must be 1024 or more",
      remedy: "give a valid answer, or use 'reject' if you expect a refusal."),
    Explanation(
      "answer-accepted", "an answer is accepted that should be refused",
      meaning: "'reject' expects the flow to refuse the answer, but the flow accepts it.",
      example: "- reject: { port: 8080 }",
      remedy: "correct the answer, or the constraint that should refuse it."),
    Explanation(
      "expectation-failed", "an expectation isn't met",
      meaning:
        "'expect' compares the session with the given values; the notes show each difference.",
      example: "- expect: { at: port }   # but 'name' is asked",
      remedy: "correct the expectation or the flow."),
    Explanation(
      "nothing-accepted", "there's nothing to accept",
      meaning: "'accept: suggestions' moves the session forward, but there's no valid suggestion.",
      example: "- accept: suggestions   # nothing was undone before",
      remedy: "remove it, or go back first."),
    Explanation(
      "nothing-undone", "a 'back' that can't go back",
      meaning: """
        The flow can't go back there: the step wasn't shown, too few steps come before this one, \
        or a 'commit' is in between.
        """,
      example: "- back: port   # but 'port' was not asked",
      remedy: "correct it, or expect the refusal next: - expect: { refused: has not been asked }."),
    Explanation(
      "nothing-moved", "an item is moved to its own position",
      meaning: "'move' moves an item to another position in its list.",
      example: "- move: { \"env[0]\": 0 }",
      remedy: "give another position, or remove the command."),
    Explanation(
      "nothing-to-leave", "a 'leave' after the flow has ended",
      meaning: "'leave' ends a session, but this one has already ended.",
      example: "- leave: quit   # after the last answer",
      remedy: "remove it, or leave earlier."),
    Explanation(
      "empty-command", "a command without content",
      meaning: "The command's map is empty.",
      example: "- answer: {}",
      remedy: "add answers or expectations, or remove the command."),
    Explanation(
      "nothing-to-confirm", "there's no warning to confirm",
      meaning: "'confirm' accepts the warning of a check, but the question has none.",
      example: "- confirm: port",
      remedy: "first give an answer that causes the warning, or remove the command."),
    Explanation(
      "nothing-to-retry", "there's no failure to retry",
      meaning: "'retry' repeats an effect that failed and can be retried.",
      example: "- retry: install",
      remedy: "make the effect fail in 'runs:' first; with 'onError: stop', it isn't tried again."),
    Explanation(
      "unused-denial", "a 'deny' is never used",
      meaning: """
        'deny' waits for the next request to push or pop, but there was none before the script ended.
        """,
      example: "- deny: { pop: not now }   # but nothing goes back",
      remedy: "add the move that should be denied, or remove the command."),
    Explanation(
      "unscripted-run", "a command has no result in 'runs:'",
      meaning: "Scripts don't run commands, so they give the result of each one that is reached.",
      example: "runs: { }   # but 'repository' is run",
      remedy: "add it to 'runs:', such as: repository: { status: 0 }."),
    Explanation(
      "unused-result", "a result in 'runs:' is never used",
      meaning: "'runs:' gives a result each time that the script reaches the command.",
      example: "runs: { upload: { status: 0 } }   # but 'upload' is never reached",
      remedy: "remove the result, or extend the script so that it reaches the step."),
    Explanation(
      "unused-secret", "a secret is never used",
      meaning: "'secrets:' gives values for '{ secret: NAME }' in answers.",
      example: "secrets: { PASSWORD: pw }   # but no answer is { secret: PASSWORD }",
      remedy: "remove the secret, or correct its name."),
    Explanation(
      "missing-secret", "a secret has no value",
      meaning: "Scripts contain the names of secrets, not their values.",
      example: "- answer: { password: { secret: PASSWORD } }",
      remedy: "give it in 'secrets:', or in the variable STACKFLOW_SECRET_NAME."),
    Explanation(
      "wrong-input", "an input doesn't match the flow",
      meaning: "The flow can't start with the values in 'inputs:'.",
      example: "inputs: { size: many }   # enter a whole number",
      remedy: "give the inputs that the flow declares."),
    Explanation(
      "unfinished-flow", "the script ends before the flow does",
      meaning: "A script must reach the end of the flow, or give another 'outcome:'.",
      example: "steps: [{ answer: { name: billing } }]   # 'kind' is still asked",
      remedy: "answer the rest, or end with 'leave: quit' and 'outcome: cancelled'."),
    Explanation(
      "flow-failed", "the flow fails",
      meaning: """
        An expression or an effect failed. The note shows where.
        """,
      example: "value: items[0]   # there are no items",
      remedy: "guard the expression, or write 'outcome: failed' if you expect the failure."),
    Explanation(
      "wrong-outcome", "the flow ends with another outcome",
      meaning: "'outcome:' says how the flow must end; the default is 'completed'.",
      example: "outcome: cancelled   # but it is completed",
      remedy: "correct the outcome or the steps."),
    Explanation(
      "wrong-output", "the output differs",
      meaning: "'output:' is the whole output; the notes show each difference.",
      example: "output: { name: billing }",
      remedy: "correct the output or the flow."),
    Explanation(
      "not-typeable", "a command can't be typed at this face",
      meaning:
        "at the depths 'shell' and 'pty', commands are typed; this one can't be, for the reason given.",
      example: "- answer: { note: \"two\\nlines\" }   # at a question of one line",
      remedy: "correct the answer, or run the test at the depth 'session'."),
    Explanation(
      "outside-window", "a click outside of the window",
      meaning: "'click: [column, row]' counts from 0, so the last column of 80 is 79.",
      example: "- { answer: { kind: http }, click: [80, 2] }   # in a window of 80 columns",
      remedy: "give a cell of the window, or a text that's on the screen."),
    Explanation(
      "wrong-keys", "keys or a click do something else than their command",
      meaning:
        "'keys' and 'click' stand next to the command that they amount to; on a screen, they perform it, and "
        + "the notes show what each led to.",
      example: "- { answer: { name: ada }, keys: \"grace<Enter>\" }",
      remedy: "correct the keys or the command."),
    Explanation(
      "wrong-program", "the program ends differently than the walk",
      meaning:
        "at the depth 'pty', the program itself is typed at; its exit status and its result must be those of "
        + "the walk.",
      example: "stackflow test --depth pty hello.test.yaml",
      remedy:
        "look for what depends on the terminal or the environment, and report it as a mistake."),
    Explanation(
      "wrong-screen", "the screen differs",
      meaning:
        "'screen' is the picture at its face and size, or a text that one of the rows contains; the notes show "
        + "what was found.",
      example: "- screen: { contains: Port }",
      remedy: "correct the picture or the flow, or run 'stackflow test --update'."),
  ]
}
