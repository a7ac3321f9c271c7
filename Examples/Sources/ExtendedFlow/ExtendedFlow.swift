// SPDX-License-Identifier: Apache-2.0

import StackFlow

/// A program that adds a function, a field type, and an action to the flow language.
///
/// `paint.extensions.yaml` declares them, so that `stackflow check paint.flow.yaml` proves the flow
/// without this program.
@main
enum ExtendedFlow {
  static let extensions = FlowExtensions(functions: [slug], types: [color])

  /// Turns a title into a word for addresses.
  static let slug = FunctionDeclaration(
    "slug", "Turns a title into a word for addresses.",
    overloads: [
      FunctionOverload("slug_string", [.string], .string) {
        arguments, context throws(EvaluationError) in
        guard case .string(let title)? = arguments.first else { return .string("") }
        // Its work grows with the text, so it counts towards the limit of the expression.
        try context.charge(title.utf8.count)
        return .string(title.lowercased().split(separator: " ").joined(separator: "-"))
      }
    ])

  /// A color by name or as `#` and six digits, which is what its answers are.
  static let color = FieldTypeDeclaration("color", base: .string) {
    text, _ throws(FieldTypeDeclaration.Refusal) in
    let names = ["white": "#ffffff", "red": "#ff0000", "sky": "#87ceeb"]
    if let code = names[text] ?? (text.hasPrefix("#") && text.count == 7 ? text : nil) {
      return code
    }
    throw FieldTypeDeclaration.Refusal(
      "'\(text)' isn't a color here; write white, red, sky, or # and six digits.")
  }

  static func main() throws {
    let loaded = try FlowFile.load(contentsOf: "paint.flow.yaml", extensions: extensions)
    guard let flow = loaded.flow else {
      return print(DiagnosticRenderer().render(loaded.diagnostics))
    }
    let order: SystemEffects.Action = { arguments, _ in
      .string("\(arguments["address"] ?? .null) in \(arguments["color"] ?? .null)")
    }
    let runner = try FlowRunner(
      flow: flow, effects: SystemEffects(actions: ["order": order]))
    runner.start()
    while case .asking(let step) = runner.state {
      for problem in step.focusedField?.problems ?? [] { print("! \(problem.message)") }
      print("\(step.focusedField?.label ?? step.id) (\(step.focusedField?.hint ?? "text"))")
      guard let line = readLine() else { return }
      runner.send(.answer(.text(line)))
    }
    if case .finished(let result) = runner.state {
      print(try ResultFormat.json.text(of: result.output))
    } else {
      print(runner.state)
    }
  }
}
