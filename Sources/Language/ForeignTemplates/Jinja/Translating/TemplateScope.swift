// SPDX-License-Identifier: Apache-2.0

/// The meanings, at a place in a template, of the names that the template itself gives.
struct TemplateScope {
  indirect enum Meaning {
    /// A value that isn't known.
    case anything

    /// The value of an expression, with the names as they were there.
    case value(JinjaExpression, TemplateScope)

    /// An element of the choices that a question has.
    case element(of: ForeignQuestion)

    /// A meaning that only an import knows, such as a macro.
    case imported(ImportedName)

    /// The same, but without an expression.
    var withoutValue: Meaning { if case .value = self { .anything } else { self } }
  }

  struct Binding {
    let meaning: Meaning

    /// A number that differs for each assignment.
    let number: Int

    /// The number of assignments that its value depends on, one in the other.
    let depth: Int
  }

  private(set) var bindings: [String: Binding] = [:]

  /// The maximum number of assignments that depend on one another; beyond it, a value isn't known.
  static let maximumDepth = 16

  /// The maximum number of names whose values are known.
  private static let maximumCount = 300

  subscript(name: String) -> Meaning? { bindings[name]?.meaning }

  /// Gives a name a meaning.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - meaning: What it stands for.
  ///   - number: The number of the assignment.
  mutating func bind(_ name: String, to meaning: Meaning, number: Int) {
    guard case .value(let value, let scope) = meaning, bindings.count <= Self.maximumCount else {
      bindings[name] = Binding(meaning: meaning.withoutValue, number: number, depth: 0)
      return
    }
    let depth = 1 + (value.namesRead.compactMap { scope.bindings[$0]?.depth }.max() ?? 0)
    bindings[name] = Binding(
      meaning: depth > Self.maximumDepth ? .anything : meaning, number: number,
      depth: depth > Self.maximumDepth ? 0 : depth)
  }

  /// Forgets the values of names that one of several branches assigned.
  mutating func join(_ branches: [TemplateScope], number: Int) {
    for branch in branches {
      for (name, binding) in branch.bindings where bindings[name]?.number != binding.number {
        bind(name, to: .anything, number: number)
      }
    }
  }
}
