// SPDX-License-Identifier: Apache-2.0

/// The reference of the functions, generated from their table.
package enum FunctionReference {
  /// Returns the reference in Markdown.
  ///
  /// - Parameter sections: The sections, in order.
  /// - Returns: A heading for each section, and for each function a paragraph with its forms and
  ///   examples.
  package static func markdown(_ sections: [FunctionTable.Section]) -> String {
    var lines: [String] = []
    for section in sections {
      lines.append("## \(section.title)")
      lines.append("")
      for function in section.functions {
        lines.append("### \(heading(function))")
        lines.append("")
        lines.append(function.summary)
        lines.append("")
        for form in forms(of: function) { lines.append("- `\(form)`") }
        lines += shown(function.examples)
        lines.append("")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the section about macros, and about operators that aren't functions.
  package static func markdown(_ macros: [MacroDeclaration]) -> String {
    var lines = ["## Logic, selections, and macros", ""]
    for macro in macros {
      let isWord = macro.name.utf8.first.map(ExpressionLexer.isLetter) ?? false
      lines += ["### \(isWord ? macro.name : "`\(macro.name)`")", "", macro.summary, ""]
      lines += macro.forms.map { "- `\($0)`" }
      lines += shown(macro.examples)
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ examples: [FunctionDeclaration.Example]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["", "```"] + examples.map { "\($0.expression)  // \($0.result)" } + ["```"]
  }

  private static func heading(_ function: FunctionDeclaration) -> String {
    OperatorForm.symbol(function.name).map { "`\($0)`" } ?? function.name
  }

  /// Returns the forms in which a function can be called, each once, at most twelve.
  package static func forms(of function: FunctionDeclaration) -> [String] {
    var seen: Set<String> = []
    let forms = function.overloads.map { form(of: $0, function.name) }
      .filter { seen.insert($0).inserted }
    return forms.count > 12 ? Array(forms.prefix(11)) + ["…"] : forms
  }

  /// Returns the first form in which a function can be called.
  package static func form(of function: FunctionDeclaration) -> String? {
    function.overloads.first.map { form(of: $0, function.name) }
  }

  private static func form(of overload: FunctionOverload, _ name: String) -> String {
    let types = overload.parameters.map(\.description)
    let result = overload.result.description
    if let form = OperatorForm.form(name, types) { return "\(form) → \(result)" }
    if overload.isMethod {
      return "\(types[0]).\(name)(\(types.dropFirst().joined(separator: ", "))) → \(result)"
    }
    return "\(name)(\(types.joined(separator: ", "))) → \(result)"
  }
}

/// The notation of operators, which are functions with special names.
private enum OperatorForm {
  static func symbol(_ name: String) -> String? {
    if name == "@in" { return "in" }
    guard name.hasPrefix("_") || name.hasSuffix("_") else { return nil }
    return name.filter { $0 != "_" }
  }

  static func form(_ name: String, _ types: [String]) -> String? {
    guard let symbol = symbol(name) else { return nil }
    return types.count == 2 ? "\(types[0]) \(symbol) \(types[1])" : "\(symbol)\(types[0])"
  }
}
