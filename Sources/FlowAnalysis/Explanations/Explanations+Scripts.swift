// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Scripted tests: where a flow does something else than its script.
extension Explanations {
  static let ofScripts: [Explanation] = [
    Explanation(
      "empty-test", "a test covers nothing",
      meaning: """
        The test answers, refuses and expects nothing, so it passes whatever the flow does with \
        answers.
        """,
      example: "test: orders a pizza   # and no 'steps:'",
      mending: "add 'steps:', or the 'output:' of a flow that asks nothing."),
    Explanation(
      "unscripted-question", "a question is asked that the script does not answer",
      meaning: """
        A script is strict: what is asked while an 'answer' has something left must be in it. The \
        notes name what was left and is not asked.
        """,
      example: "- answer: { name: billing }   # but 'kind' is asked first",
      mending: "add the answer, or correct a condition of the flow."),
    Explanation(
      "not-asked", "something is answered that is not asked here",
      meaning: "The command speaks of a question or a list that is not the one being asked.",
      example: "- answer: { done: env }   # but 'name' is asked",
      mending: "put the command where the question is asked, or correct its id."),
    Explanation(
      "answer-refused", "an answer of the script is refused",
      meaning: "The flow does not take the answer; the message is the one that a person would see.",
      example: "- answer: { port: 80 }   # 1024 or more is needed",
      mending: "give an acceptable answer, or write 'reject' where a refusal is expected."),
    Explanation(
      "answer-accepted", "an answer is taken that must be refused",
      meaning: "A 'reject' says that the flow refuses the answer, and it does not.",
      example: "- reject: { port: 8080 }",
      mending: "correct the answer, or the constraint of the flow that should refuse it."),
    Explanation(
      "expectation-failed", "what is expected is not so",
      meaning:
        "An 'expect' compares the session with what it says; the notes show each difference.",
      example: "- expect: { at: port }   # but 'name' is asked",
      mending: "correct the expectation or the flow."),
    Explanation(
      "nothing-accepted", "nothing is there that could be accepted",
      meaning: "'accept: suggestions' must move the session on, and no suggestion was acceptable.",
      example: "- accept: suggestions   # nothing was popped before",
      mending: "remove it, or go back first."),
    Explanation(
      "nothing-undone", "a 'back' moves nothing",
      meaning: """
        The flow refuses to go back there: nothing was shown, too few steps lie before this one, or a \
        'commit' is in between.
        """,
      example: "- back: port   # but 'port' was not asked",
      mending: "correct it, or expect the refusal next: - expect: { refused: has not been asked }."),
    Explanation(
      "nothing-moved", "an item is moved to where it is",
      meaning: "'move' takes an item to another position of its list.",
      example: "- move: { \"env[0]\": 0 }",
      mending: "give another position, or remove the command."),
    Explanation(
      "nothing-to-leave", "the flow that is left has ended",
      meaning: "'leave' ends a session, and this one was over already.",
      example: "- leave: quit   # behind the last answer",
      mending: "remove it, or leave earlier."),
    Explanation(
      "empty-command", "a command does nothing",
      meaning: "The map of the command has no entries.",
      example: "- answer: {}",
      mending: "say what is answered or expected, or remove the command."),
    Explanation(
      "nothing-to-confirm", "no warning waits for a confirmation",
      meaning: "'confirm' accepts the warning of a check, and the question shows none.",
      example: "- confirm: port",
      mending: "answer first with what is warned about, or remove it."),
    Explanation(
      "nothing-to-retry", "nothing failed that could be tried again",
      meaning: "'retry' repeats an effect that has failed and may be tried again.",
      example: "- retry: install",
      mending: "let the effect fail in 'runs:' first, or give its step 'onError: retry'."),
    Explanation(
      "unused-denial", "a denial is never used",
      meaning: """
        'deny' waits for the next request to push or to pop; the script ended, and there was none.
        """,
      example: "- deny: { pop: not now }   # and nobody goes back",
      mending: "make the request that is to be denied, or remove the denial."),
    Explanation(
      "unscripted-run", "a command is run whose result stands nowhere",
      meaning: "A script runs no command, so it must say what comes of each that is reached.",
      example: "runs: { }   # but 'repository' is run",
      mending: "add it to 'runs:', such as: repository: { status: 0 }."),
    Explanation(
      "unused-result", "a result is given that nothing takes",
      meaning: "'runs:' gives results only for what the script runs, and as often as it is run.",
      example: "runs: { upload: { status: 0 } }   # but 'upload' is never reached",
      mending: "remove the result, or lead the script to the step."),
    Explanation(
      "unused-secret", "a secret is given that no answer names",
      meaning: "'secrets:' gives the values of '{ secret: NAME }' in answers.",
      example: "secrets: { PASSWORD: pw }   # but no answer is { secret: PASSWORD }",
      mending: "remove the secret, or correct its name."),
    Explanation(
      "missing-secret", "a secret is given nowhere",
      meaning: "Scripts name secrets instead of holding them.",
      example: "- answer: { password: { secret: PASSWORD } }",
      mending: "give it under 'secrets:', or as the variable STACKFLOW_SECRET_NAME."),
    Explanation(
      "wrong-input", "an input of the script is none that the flow takes",
      meaning: "The flow cannot begin with what 'inputs:' gives.",
      example: "inputs: { size: many }   # a number is needed",
      mending: "give the inputs that the flow declares."),
    Explanation(
      "unfinished-flow", "the script ends before the flow",
      meaning: "A script must lead to an end of the flow, or say by 'outcome:' that it does not.",
      example: "steps: [{ answer: { name: billing } }]   # 'kind' is still asked",
      mending: "answer the rest, or end with 'leave: quit' and 'outcome: cancelled'."),
    Explanation(
      "flow-failed", "the flow stops in a failure",
      meaning: """
        An expression failed on a value, or an effect failed. The note shows the place in the flow.
        """,
      example: "value: items[0]   # there is none",
      mending: "guard the expression, or write 'outcome: failed' where the failure is expected."),
    Explanation(
      "wrong-outcome", "the flow ends in another way",
      meaning: "'outcome:' says how the flow must end; without it the flow must be completed.",
      example: "outcome: cancelled   # but it is completed",
      mending: "correct the outcome or the steps."),
    Explanation(
      "wrong-output", "the flow returns something else",
      meaning: "'output:' is the whole output; the notes show each difference.",
      example: "output: { name: billing }",
      mending: "correct the output or the flow."),
  ]
}
