// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Extensions, and the calls of actions that they declare.
extension Explanations {
  static let ofExtensions: [Explanation] = [
    Explanation(
      "unknown-action", "an action that no extension declares",
      meaning: """
        The flow's file of extensions, or the program, declares the actions that 'run' steps can \
        call. This one isn't among them.
        """,
      example: "- { run: make, action: create-repo }   # with create-repository declared",
      remedy: "use the action that the message proposes, or declare this one."),
    Explanation(
      "missing-argument", "an action without one of its arguments",
      meaning: "The declaration of an action says what 'with' must give it.",
      example: "- { run: make, action: create-repository }   # which needs 'name'",
      remedy: "add the argument, or declare it as optional: name: string?."),
    Explanation(
      "unknown-argument", "an argument that an action doesn't take",
      meaning: "The declaration of an action says what 'with' can give it.",
      example: "- { run: make, action: create-repository, with: { nam: name } }",
      remedy: "use the argument that the message proposes, or declare this one."),
    Explanation(
      "invalid-name", "a declared name that expressions can't write",
      meaning: """
        A function is called by its name, so the name consists of letters, digits, and '_', and \
        begins with a letter or '_'. A '.' separates namespaces.
        """,
      example: "functions: { to-slug: … }",
      remedy: "choose a name such as 'slug' or 'text.slug'."),
    Explanation(
      "mismatched-extension", "a program that implements something else than declared",
      meaning: """
        The flow's file of extensions declares a function or a field type in one way, and the \
        program implements it in another. What was proven of the flow wouldn't hold in the program.
        """,
      example: "slug: { overloads: [{ parameters: [string], returns: int }] }",
      remedy: "change the declaration or the program, so that both say the same."),
  ]
}
