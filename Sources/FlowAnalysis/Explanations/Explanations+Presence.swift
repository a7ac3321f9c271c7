// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Presence: whether an answer was asked.
extension Explanations {
  static let ofPresence: [Explanation] = [
    Explanation(
      "may-be-empty", "the value of an optional is taken that may have none",
      meaning: """
        'value()' fails where the optional is empty, in front of the person. A guard must say that it \
        has a value.
        """,
      example: "value: \"regex.extract(name, '[0-9]+').value()\"",
      mending: "write .orValue('…'), or guard it: x.hasValue() ? x.value() : '…'."),
    Explanation(
      "may-be-unasked", "an answer may be missing where it is used",
      meaning: """
        On some path through the flow the answer is not asked, or left empty, before it is \
        used as if it were there. The finding shows the conditions under which it is asked and \
        answers that reach this place without it. Understood are comparisons of answers with \
        literals, 'in', has(x), bare bools, and everything that && || ! and ?: make of them, \
        also through computes; other conditions count as if they could be true or false at \
        will. 'not decided' means that there were too many combinations to try; the answer \
        then counts as unasked.
        """,
      example: """
        - { ask: kind, type: choice, choices: [http, worker] }
        - { ask: port, when: kind == 'http', type: integer }
        - { note: told, text: "Port ${port}" }
        """,
      mending: """
        use it under the same condition (when: kind == 'http'), ask whether it is there \
        (has(port) ? … : …), or give a value for its absence (port.orValue(80)).
        """),
    Explanation(
      "redundant-presence-test", "an answer that is always there is asked whether it is",
      meaning: """
        Every path that leads here has asked the answer, so has(x), x.hasValue() and \
        x.orValue(…) change nothing.
        """,
      example: """
        - { ask: name, type: string }
        - { note: hi, when: has(name), text: Hello }
        """,
      mending: "use the plain name."),
  ]
}
