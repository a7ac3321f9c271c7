// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import TerminalIO

/// Completes names, functions, and macros at the end of an expression.
struct EvalCompletion {
  private let names: [Completions.Candidate]
  private let functions: [Completions.Candidate]
  private let methods: [Completions.Candidate]

  /// Creates a completion from the declarations of an environment.
  init(_ environment: ExpressionEnvironment) {
    names = environment.variables.values.map { .init($0.name, detail: $0.type.description) }
    var functions: [Completions.Candidate] = []
    var methods: [Completions.Candidate] = Self.macros
    for function in environment.functions.values where Self.isName(function.name) {
      if function.overloads.contains(where: { !$0.isMethod }) {
        functions.append(.init(function.name + "(", detail: function.summary))
      }
      if function.overloads.contains(where: \.isMethod) {
        methods.append(.init(function.name + "(", detail: function.summary))
      }
    }
    self.functions = functions + Self.words
    self.methods = methods
  }

  /// Returns the completions of the text before the cursor.
  func completions(for query: CompletionQuery) -> Completions {
    let word = query.before.reversed().prefix {
      $0.isLetter || $0.isNumber || $0 == "_" || $0 == "."
    }
    let typed = String(word.reversed())
    guard let dot = typed.lastIndex(of: ".") else {
      // No name has been started, so everything matches.
      return matching(typed, names + functions)
    }
    let namespaced = matching(typed, names + functions)
    if !namespaced.candidates.isEmpty, dot != typed.startIndex { return namespaced }
    return matching(String(typed[typed.index(after: dot)...]), methods)
  }

  private func matching(_ typed: String, _ all: [Completions.Candidate]) -> Completions {
    let fitting = all.filter { $0.text.hasPrefix(typed) }.sorted { $0.text < $1.text }
    return Completions(replacing: typed.count, with: fitting)
  }

  /// Operators are in the function table as well, under names that no one types.
  private static func isName(_ name: String) -> Bool {
    name.first?.isLetter == true && !name.contains("@")
  }

  private static let words: [Completions.Candidate] = [
    .init("has(", detail: "Whether a field has a value."),
    .init("cel.bind(", detail: "Gives a value a name inside an expression."),
    .init("true"), .init("false"), .init("null"),
  ]

  private static let macros: [Completions.Candidate] = [
    .init("all(", detail: "Whether a condition holds for every element."),
    .init("exists(", detail: "Whether a condition holds for an element."),
    .init("exists_one(", detail: "Whether a condition holds for exactly one element."),
    .init("filter(", detail: "The elements for which a condition holds."),
    .init("map(", detail: "The elements, each transformed."),
    .init("sortBy(", detail: "The elements, sorted by a key."),
    .init("transformList(", detail: "A list of transformed entries."),
    .init("transformMap(", detail: "A map of transformed values."),
    .init("transformMapEntry(", detail: "A map of transformed entries."),
    .init("optMap(", detail: "An optional, transformed when it has a value."),
    .init("optFlatMap(", detail: "An optional, transformed to an optional."),
  ]
}
