// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

extension ExpressionParser {
  /// Parses `has(a.b)`, and in flows `has(a)`.
  mutating func has(
    _ argument: Int, _ range: SourceRange, name: SourceRange
  ) throws(Stop) -> Int {
    // The argument is the last node; replace it with its test.
    let node = nodes[argument]
    let kind: ExpressionNode.Kind
    switch node.kind {
    case .select(let operand, let field, isOptional: false):
      kind = .hasField(operand, field: field)
    case .name(let variable, isGlobal: false) where options.allowsHasOfNames:
      kind = .hasName(variable)
    case .name(let variable, _):
      note(
        ExpressionMistake(
          "invalid-has", "'has' tests a field, as in 'has(\(variable).field)'", at: node.range))
      return argument
    default:
      note(
        ExpressionMistake(
          "invalid-has", "'has' takes the selection of a field, as in 'has(a.b)'", at: node.range))
      return argument
    }
    nodes.removeLast()
    let depth = depths.removeLast()
    return try add(kind, range, name: node.nameRange, start: node.start, depth: depth)
  }

  /// The macro with a name and these arguments, or `nil` if it's an ordinary call.
  mutating func macro(
    named name: Token, on target: Int, _ arguments: [Int], _ range: SourceRange
  ) throws(Stop) -> Int? {
    guard let shape = MacroShape.find(name.name, arguments: arguments.count) else { return nil }
    let start = nodes[target].start
    var target = target
    var rest = arguments
    if shape.macro == .bind {
      guard case .name("cel", _) = nodes[target].kind else { return nil }
      target = arguments[1]
      rest.remove(at: 1)
    }
    var variables: [String] = []
    for argument in rest.prefix(shape.variables) {
      guard case .name(let variable, isGlobal: false) = nodes[argument].kind else {
        try stop(
          "invalid-macro-variable",
          "'\(name.name)' takes a simple name for the bound value here", at: nodes[argument].range)
      }
      if variables.contains(variable) {
        try stop(
          "invalid-macro-variable", "'\(variable)' is bound twice", at: nodes[argument].range)
      }
      variables.append(variable)
    }
    let body = rest[rest.count - 1]
    let filter = rest.count - shape.variables == 2 ? rest[rest.count - 2] : nil
    return try add(
      .macro(shape.macro, target: target, variables: variables, filter: filter, body: body),
      range, name: name.range, start: start, depth: max(depths[target], deepest(arguments)) + 1)
  }
}

/// The calls that are macros, by name and number of arguments, as the language defines them.
private struct MacroShape {
  let macro: Macro
  let variables: Int

  static func find(_ name: String, arguments: Int) -> MacroShape? {
    switch (name, arguments) {
    case ("all", 2): MacroShape(macro: .all, variables: 1)
    case ("all", 3): MacroShape(macro: .all, variables: 2)
    case ("exists", 2): MacroShape(macro: .exists, variables: 1)
    case ("exists", 3): MacroShape(macro: .exists, variables: 2)
    case ("exists_one", 2), ("existsOne", 2): MacroShape(macro: .existsOne, variables: 1)
    case ("exists_one", 3), ("existsOne", 3): MacroShape(macro: .existsOne, variables: 2)
    case ("map", 2), ("map", 3): MacroShape(macro: .map, variables: 1)
    case ("filter", 2): MacroShape(macro: .filter, variables: 1)
    case ("transformList", 3), ("transformList", 4):
      MacroShape(macro: .transformList, variables: 2)
    case ("transformMap", 3), ("transformMap", 4): MacroShape(macro: .transformMap, variables: 2)
    case ("transformMapEntry", 3), ("transformMapEntry", 4):
      MacroShape(macro: .transformMapEntry, variables: 2)
    case ("sortBy", 2): MacroShape(macro: .sortBy, variables: 1)
    case ("optMap", 2): MacroShape(macro: .optionalMap, variables: 1)
    case ("optFlatMap", 2): MacroShape(macro: .optionalFlatMap, variables: 1)
    case ("bind", 3): MacroShape(macro: .bind, variables: 1)
    default: nil
    }
  }
}
