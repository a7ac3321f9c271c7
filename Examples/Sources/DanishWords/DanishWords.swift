// SPDX-License-Identifier: Apache-2.0

import StackFlow

/// A program that adds a language: the flow's texts are Danish, and so are the program's own words.
///
/// Messages that the catalog lacks are in English; `missing` names them, for a test of yours.
@main
enum DanishWords {
  static let danish = MessageCatalog(
    language: "da",
    patterns: [
      .answerNeeded: "et svar mangler",
      .integerNeeded: "skriv et helt tal",
      .tooSmall: "skriv {limit} eller mere",
      .neededLike: "{needed}, som {example}",
      .textNeeded: "skriv en tekst",
    ], pluralRule: .oneAndOther)

  static func main() throws {
    let checked = FlowFile.check(
      FlowDefinition("bestilling", title: "Bestilling") {
        Ask("antal", .integer, "Hvor mange?").min(1)
        Ask("navn", .string, "Navn")
      })
    guard let flow = checked.flow else {
      return print(DiagnosticRenderer().render(checked.diagnostics))
    }
    var options = SessionOptions.system
    options.catalog = danish
    let runner = try FlowRunner(flow: flow, options: options)
    runner.start()
    for line in ["mange", "0", "3", "", "Ida"] {
      guard case .asking(let step) = runner.state, let field = step.focusedField else { break }
      runner.send(.answer(.text(line)))
      print("\(field.label) '\(line)'")
      if case .asking(let now) = runner.state, now.id == step.id {
        for problem in now.focusedField?.problems ?? [] { print("  \(problem.message)") }
      }
    }
    if case .finished(let result) = runner.state {
      print(try ResultFormat.json.text(of: result.output))
    }
    print("\(danish.missing.isEmpty ? "all" : "some") messages are translated")
  }
}
