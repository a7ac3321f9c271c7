// SPDX-License-Identifier: Apache-2.0

@testable import FlowExpressions

/// The pages about functions, generated from their table.
enum FunctionPages {
  /// Returns the reference in Markdown.
  ///
  /// - Parameter sections: The sections, in order.
  /// - Returns: A heading for each section, and for each function a paragraph with its forms and
  ///   examples.
  static func markdown(_ sections: [FunctionTable.Section]) -> String {
    var lines: [String] = []
    for section in sections {
      lines.append("## \(section.title)")
      lines.append("")
      for function in section.functions {
        lines.append("### \(heading(function))")
        lines.append("")
        lines.append(function.summary)
        lines.append("")
        for form in function.forms { lines.append("- `\(form)`") }
        lines += shown(function.examples.map { "\($0.key)  // \($0.value)" })
        lines.append("")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns the section about macros, and about operators that aren't functions.
  static func markdown(_ macros: [MacroDeclaration]) -> String {
    var lines = ["## Logic, selections, and macros", ""]
    for macro in macros {
      let isWord = macro.name.utf8.first.map(ExpressionLexer.isLetter) ?? false
      lines += ["### \(isWord ? macro.name : "`\(macro.name)`")", "", macro.summary, ""]
      lines += macro.forms.map { "- `\($0)`" }
      lines += shown(macro.examples.map { "\($0.key)  // \($0.value)" })
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  private static func shown(_ examples: [String]) -> [String] {
    examples.isEmpty ? [] : ["", "```"] + examples + ["```"]
  }

  private static func heading(_ function: FunctionDeclaration) -> String {
    function.symbol.map { "`\($0)`" } ?? function.name
  }
}
