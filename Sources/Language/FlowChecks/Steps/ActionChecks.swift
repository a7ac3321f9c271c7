// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Checks calls of actions that extensions declare.
extension FlowChecking {
  /// Reports an action that no extension declares, and arguments that it needs and doesn't get.
  ///
  /// Without declared actions, every name is accepted: only the program knows its actions.
  mutating func checkAction(_ name: Identifier, with arguments: [OutputDefinition.Entry]) {
    let actions = definition.extensions.actions
    guard !actions.isEmpty else { return }
    guard let action = definition.extensions.action(named: name.name) else {
      let names = actions.map(\.name)
      return reportUnknown("unknown-action", "action", name.name, among: names, at: name.place)
    }
    let given = Set(arguments.map(\.key.name))
    let missing = action.parameters.filter { !$0.isOptional && !given.contains($0.name) }
    guard let first = missing.first else { return }
    report(
      Diagnostic(
        "missing-argument",
        "the action '\(name.name)' needs \(Self.enumerated(missing.map(\.name))) in 'with'",
        at: name.place,
        notes: [.init("'\(first.name)' is \(first.type.valueType.withArticle)", at: nil)]))
  }

  /// Reports an argument that an action doesn't take, or one of another type.
  mutating func checkArgument(
    _ entry: OutputDefinition.Entry, _ type: ValueType, of name: Identifier
  ) {
    guard let action = definition.extensions.action(named: name.name) else { return }
    guard let parameter = action.parameters.first(where: { $0.name == entry.key.name }) else {
      return reportUnknown(
        "unknown-argument", "argument", entry.key.name, among: action.parameters.map(\.name),
        at: entry.key.place)
    }
    var found = type
    if parameter.isOptional, case .optional(let inner) = type { found = inner }
    let expected = parameter.type.valueType
    guard !found.fits(expected) else { return }
    report(
      Diagnostic(
        "type-mismatch",
        "'\(parameter.name)' of the action '\(name.name)' is \(expected.withArticle), found "
          + type.withArticle,
        at: entry.value.firstPlace ?? entry.key.place))
  }

  /// Returns names in a sentence: `'a', 'b' and 'c'`.
  private static func enumerated(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "" }
    return "\(quoted.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension OutputDefinition {
  /// The place of its first expression, or nil if it has none.
  fileprivate var firstPlace: SourcePlace? {
    switch self {
    case .expression(let source): source.place
    case .map(let entries): entries.lazy.compactMap(\.value.firstPlace).first
    case .list(let items): items.lazy.compactMap(\.firstPlace).first
    }
  }
}

extension ValueType {
  /// Whether every value of this type may be one of another type.
  fileprivate func fits(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.dyn, _), (.unknown, _), (_, .dyn): return true
    case (.list(let mine), .list(let others)): return mine.fits(others)
    case (.map(_, let mine), .map(_, let others)): return mine.fits(others)
    case (.record(let mine), .map(_, let others)):
      return mine.fields.allSatisfy { $0.type.fits(others) }
    case (.record(let mine), .record(let others)):
      return others.fields.allSatisfy { field in
        guard let own = mine[field.name] else { return field.isOptional }
        return (field.isOptional || !own.isOptional) && own.type.fits(field.type)
      } && mine.fields.allSatisfy { others[$0.name] != nil }
    case (.map, .record): return true
    default: return self == other
    }
  }
}
