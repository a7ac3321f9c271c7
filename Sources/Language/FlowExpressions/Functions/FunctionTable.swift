// SPDX-License-Identifier: Apache-2.0

/// All functions of the language; the source for the checker, the evaluator, and the reference.
enum FunctionTable {
  /// A part of the table, as the reference shows it.
  struct Section: Sendable {
    let title: String

    /// The functions, in order.
    let functions: [FunctionDeclaration]
  }

  /// The sections, in the order of the reference.
  static let sections: [Section] = [
    Section(title: "Operators", functions: operators),
    Section(title: "Conversions and types", functions: conversions),
    Section(title: "Texts and bytes", functions: texts),
    Section(title: "Times", functions: times),
    Section(title: "Optionals", functions: optionals),
    Section(title: "More about texts", functions: textEditing),
    Section(title: "Numbers", functions: numbers),
    Section(title: "Lists", functions: lists),
    Section(title: "Encodings", functions: encodings),
    Section(title: "Networks", functions: networks),
  ]

  /// All functions by name; a function in several sections has the overloads of all of them.
  static let standard: [String: FunctionDeclaration] = {
    var table: [String: FunctionDeclaration] = [:]
    table.reserveCapacity(sections.reduce(0) { $0 + $1.functions.count })
    for section in sections {
      for function in section.functions {
        table[function.name] = table[function.name]?.adding(function) ?? function
      }
    }
    return table
  }()

  static let t = ValueType.parameter("T")
  static let k = ValueType.parameter("K")
  static let v = ValueType.parameter("V")
}

extension FunctionDeclaration {
  /// Creates a function of the table, with examples as pairs.
  init(
    _ name: String, _ summary: String,
    _ overloads: @autoclosure @escaping @Sendable () -> [FunctionOverload],
    _ examples: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, String> = [:]
  ) {
    self.init(name, summary, overloads: overloads(), examples: Array(examples()))
  }
}
