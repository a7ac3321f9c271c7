// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Presence of answers.
extension Explanations {
  static let ofPresence: [Explanation] = [
    Explanation(
      "may-be-empty", "'value()' is called on an optional that may be empty",
      meaning: """
        'value()' fails if the optional is empty, while a user is answering. Guard it, so that it \
        certainly has a value.
        """,
      example: "value: \"regex.extract(name, '[0-9]+').value()\"",
      remedy: "write .orValue('…'), or guard it: x.hasValue() ? x.value() : '…'."),
    Explanation(
      "may-be-unasked", "an answer may be missing where it's used",
      meaning: """
        On some path through the flow the answer isn't asked, or is left empty, before this \
        expression uses it. The finding shows the conditions under which it's asked, and \
        answers that lead here without it. The proof understands comparisons of answers with \
        literals, 'in', has(x), booleans, and their combinations with && || ! and ?:, \
        also in computed values; any other condition may be true or false. \
        'not decided' means that there were too many combinations to try; the answer \
        then counts as unasked.
        """,
      example: """
        - { ask: kind, type: choice, choices: [http, worker] }
        - { ask: port, when: kind == 'http', type: integer }
        - { note: told, text: "Port ${port}" }
        """,
      remedy: """
        use it under the same condition (when: kind == 'http'), test it \
        (has(port) ? … : …), or give a value for when it's missing (port.orValue(80)).
        """),
    Explanation(
      "redundant-presence-test", "a presence test is always true",
      meaning: """
        The answer is asked on every path that leads here, so has(x), x.hasValue() and \
        x.orValue(…) make no difference.
        """,
      example: """
        - { ask: name, type: string }
        - { note: hi, when: has(name), text: Hello }
        """,
      remedy: "use the name alone."),
  ]
}
