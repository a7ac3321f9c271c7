// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Nested scopes: lists of records, and nested flows.
extension Explanations {
  static let ofNesting: [Explanation] = [
    Explanation(
      "hidden-name", "a name in an item hides an outer one",
      meaning: """
        Inside the item the name means the item's own answer; the outer one can't be used there.
        """,
      example: """
        - { ask: name, type: string }
        - repeat: host
          steps: [ { ask: name, type: string } ]
        """,
      remedy: "rename one of them, or allow it if the outer one isn't needed."),
    Explanation(
      "inside-item", "an answer of an item is used outside the item",
      meaning: """
        A question in an item has an answer for each item. Outside the item only the whole \
        list can be used.
        """,
      example: """
        - repeat: host
          steps: [ { ask: name, type: string } ]
        - { note: n, text: "${name}" }
        """,
      remedy: "use the list: ${host.map(h, h.name)}, or one of its items: ${host[0].name}."),
    Explanation(
      "not-in-item", "a step isn't allowed in an item",
      meaning: """
        Items can be edited, moved and removed until the list is submitted, so their steps can't run \
        commands, write files, commit, review or end the flow.
        """,
      example: """
        - repeat: host
          steps: [ { commit: sure, text: "Really?" } ]
        """,
      remedy: "put the step after the list."),
    Explanation(
      "too-many-cells", "a matrix is larger than a screen can be",
      meaning: "A matrix has at most 1,000 cells: its rows times the fields of its form.",
      example: """
        - form: grades
          over: lists.range(2000)
          fields: [ { ask: grade, type: integer } ]
        """,
      remedy: "ask about fewer elements, or use a repeat, which asks about one after the other."),
    Explanation(
      "empty-list", "a list is asked over, and has no elements",
      meaning: "The list is written without elements, so its steps are never asked.",
      example: """
        - repeat: hosts
          over: "[]"
          steps: [ { ask: name, type: string } ]
        """,
      remedy: "write the elements, or the answer or input that has them."),
    Explanation(
      "missing-input", "a required input isn't given to a used flow",
      meaning: "Every input without a default must be given in 'with', and must have a value.",
      example: "- { flow: license, use: license.flow.yaml }",
      remedy: "add the input: with: { owner: user }."),
    Explanation(
      "unknown-input", "a used flow has no such input",
      meaning: "'with' names inputs that the used flow declares.",
      example: "- { flow: license, use: license.flow.yaml, with: { onwer: user } }",
      remedy: "use the name that the message proposes."),
    Explanation(
      "no-such-flow", "the used flow can't be read",
      meaning: "'use' names a file relative to the folder of the flow that uses it.",
      example: "- { flow: license, use: licence.flow.yaml }",
      remedy: "correct the name."),
    Explanation(
      "no-folder", "a flow without a folder can't use other flows",
      meaning: "The flow comes from standard input or from memory, so it has no folder.",
      example: "cat order.flow.yaml | stackflow check -",
      remedy: "name the file instead of piping it."),
    Explanation(
      "outside-folder", "the used flow is outside the folder",
      meaning: """
        A flow must not reach files that didn't come with it, so '..' and absolute paths can't \
        leave the outermost flow's folder.
        """,
      example: "- { flow: license, use: ../license.flow.yaml }",
      remedy: """
        move the file into the folder or a subfolder; --allow-read DIR lets a flow use files \
        in DIR.
        """),
    Explanation(
      "flow-cycle", "flows use each other in a circle",
      meaning: "A flow that uses itself, directly or through others, would never end.",
      example: "- { flow: again, use: this.flow.yaml }",
      remedy: "use 'repeat' for questions that are asked several times."),
    Explanation(
      "too-many-flows", "too many flows, or flows nested too deeply",
      meaning: "Limits keep a small folder from becoming an endless flow.",
      example: "- { flow: next, use: next.flow.yaml }",
      remedy: "use fewer nested flows."),
  ]
}
