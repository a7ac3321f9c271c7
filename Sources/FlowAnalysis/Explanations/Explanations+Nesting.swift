// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Scopes inside scopes: lists of records, and flows inside a flow.
extension Explanations {
  static let ofNesting: [Explanation] = [
    Explanation(
      "hidden-name", "an item's name hides an outer one",
      meaning: """
        Inside the item the name means the item's own answer; the outer one cannot be read there.
        """,
      example: """
        - { ask: name, type: string }
        - repeat: host
          steps: [ { ask: name, type: string } ]
        """,
      mending: "rename one of them, or allow it where the outer one is not needed."),
    Explanation(
      "inside-item", "an answer of an item is read outside it",
      meaning: """
        What is asked for each item has as many answers as there are items; outside them only the \
        list can be read.
        """,
      example: """
        - repeat: host
          steps: [ { ask: name, type: string } ]
        - { note: n, text: "${name}" }
        """,
      mending: "read the list: ${host.map(h, h.name)}, or one item of it: ${host[0].name}."),
    Explanation(
      "not-in-item", "a step that may not stand in an item",
      meaning: """
        Items can be edited, moved and removed as long as the list is open, so nothing in them may \
        act, commit, end the flow or show the whole of it.
        """,
      example: """
        - repeat: host
          steps: [ { commit: sure, text: "Really?" } ]
        """,
      mending: "put the step behind the list."),
    Explanation(
      "missing-input", "a flow inside the flow is not given what it needs",
      meaning: "Every input of it without a default must be given in 'with', and have a value.",
      example: "- { flow: license, use: license.flow.yaml }",
      mending: "add the input: with: { owner: user }."),
    Explanation(
      "unknown-input", "a flow inside the flow has no such input",
      meaning: "'with' names the inputs that the used file declares.",
      example: "- { flow: license, use: license.flow.yaml, with: { onwer: user } }",
      mending: "write the name that the message proposes."),
    Explanation(
      "no-such-flow", "the used flow cannot be read",
      meaning: "'use' names a file from the folder of the flow that uses it.",
      example: "- { flow: license, use: licence.flow.yaml }",
      mending: "correct the name."),
    Explanation(
      "no-folder", "a flow without a folder cannot use others",
      meaning: "The flow came from standard input or from memory, so nothing stands beside it.",
      example: "cat order.flow.yaml | stackflow check -",
      mending: "name the file instead of piping it."),
    Explanation(
      "outside-folder", "the used flow lies outside the folder",
      meaning: """
        A flow from a stranger must not reach files that were not given along with it, so '..' and \
        absolute paths do not leave the outermost flow's folder.
        """,
      example: "- { flow: license, use: ../license.flow.yaml }",
      mending: """
        move the file into the folder, or a folder in it; --allow-read DIR lets a flow use files \
        in DIR.
        """),
    Explanation(
      "flow-cycle", "flows use each other in a circle",
      meaning: "A flow that uses itself, through others or not, would be asked without end.",
      example: "- { flow: again, use: this.flow.yaml }",
      mending: "use a list of records ('repeat') for what is asked again and again."),
    Explanation(
      "too-many-flows", "flows use each other too often or too deep",
      meaning: "There are limits so that a small folder cannot become an endless flow.",
      example: "- { flow: next, use: next.flow.yaml }",
      mending: "use fewer flows inside each other."),
  ]
}
