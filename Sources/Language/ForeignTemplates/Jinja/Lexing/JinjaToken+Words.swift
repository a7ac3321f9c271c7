// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

extension ForeignWords {
  /// Returns the words of the outputs and blocks of a template, also of one with mistakes, in their order.
  ///
  /// - Complexity: O(*n*) in the length of the template, once more for each of a few mistakes.
  package func words(of template: String) -> [ExpressionWord] {
    JinjaLexer.tokens(of: template, jinja).flatMap { tokens in
      tokens.indices.compactMap { index in
        tokens[index].wordKind(
          after: index > 0 ? tokens[index - 1] : nil,
          before: index + 1 < tokens.count ? tokens[index + 1] : nil
        ).map { ExpressionWord(kind: $0, range: tokens[index].range) }
      }
    }
  }
}

extension JinjaToken {
  private static let keywords: Set<String> = [
    "if", "elif", "else", "endif", "for", "endfor", "in", "recursive", "set", "endset", "macro",
    "endmacro",
    "call", "endcall", "filter", "endfilter", "block", "endblock", "include", "import", "from",
    "as", "with",
    "endwith", "without", "context", "ignore", "missing", "extends", "autoescape", "endautoescape",
    "raw",
    "endraw", "and", "or", "not", "is", "true", "false", "none", "True", "False", "None", "do",
    "break",
    "continue", "yield", "endyield",
  ]

  /// Its kind between its neighbors, as editors color it; nil for brackets and separators.
  fileprivate func wordKind(
    after before: JinjaToken?, before next: JinjaToken?
  ) -> ExpressionWord.Kind? {
    switch kind {
    case .text: return .text
    case .integer, .float: return .number
    case .sign(let sign): return "()[]{}.,:;".includes(sign) ? nil : .operator
    case .name(let name):
      if before?.kind == .sign(".") { return next?.kind == .sign("(") ? .function : .member }
      if before?.kind == .sign("|") || before?.kind == .name("is") && name != "not" {
        return .function
      }
      if Self.keywords.contains(name) { return .keyword }
      return next?.kind == .sign("(") ? .function : .name
    }
  }
}
