// SPDX-License-Identifier: Apache-2.0

extension ExpressionChecker {
  /// Resolves the names of an expression that isn't checked: bound names get positions, and all
  /// others are looked up when it's evaluated.
  mutating func resolveUnchecked(_ index: Int) {
    var index = index
    while true {
      switch tree.nodes[index].kind {
      case .binary(_, let left, let right):
        resolveUnchecked(right)
        index = left
      case .name(let name, let isGlobal):
        if !isGlobal, let position = bound.lastIndex(where: { TextBytes.equal($0.name, name) }) {
          result.resolutions[index] = .bound(position)
        } else {
          result.resolutions[index] = .dynamicPath([name], isGlobal: isGlobal)
        }
        return
      case .select(let operand, _, let isOptional):
        if !isOptional, let path = ParsedExpression(tree, index).qualifiedName,
          path.isGlobal || !bound.contains(where: { TextBytes.equal($0.name, path.parts[0]) })
        {
          result.resolutions[index] = .dynamicPath(path.parts, isGlobal: path.isGlobal)
          return
        }
        index = operand
      case .hasName(let name):
        result.resolutions[index] = .variable(name, isOptional: true)
        return
      case .call(let target, let name, let arguments):
        for argument in arguments { resolveUnchecked(argument) }
        guard let target else {
          resolveFunction(index, name)
          return
        }
        if resolveNamespaced(index, target, name) { return }
        if let function = environment.functions[name] {
          result.resolutions[index] = .function(
            function, overloads: Array(function.overloads.indices), isNamespaced: false)
        }
        index = target
      case .macro(_, let target, let variables, let filter, let body):
        resolveUnchecked(target)
        let depth = bound.count
        result.boundStart[index] = depth
        bound.append(
          contentsOf: variables.map {
            BoundName(name: $0, type: .dyn, guardsBefore: 0, macro: index)
          })
        result.localCount = max(result.localCount, bound.count)
        if let filter { resolveUnchecked(filter) }
        resolveUnchecked(body)
        bound.removeSubrange(depth...)
        return
      default:
        for child in tree.nodes[index].children { resolveUnchecked(child) }
        return
      }
    }
  }

  private mutating func resolveFunction(_ index: Int, _ name: String) {
    let isGlobal = name.hasPrefix(".")
    let plain = isGlobal ? String(name.dropFirst()) : name
    for candidate in candidates(for: plain, isGlobal: isGlobal) {
      guard let function = environment.functions[candidate] else { continue }
      result.resolutions[index] = .function(
        function, overloads: Array(function.overloads.indices), isNamespaced: false)
      return
    }
  }

  private mutating func resolveNamespaced(_ index: Int, _ target: Int, _ name: String) -> Bool {
    guard let path = ParsedExpression(tree, target).qualifiedName,
      path.isGlobal || !bound.contains(where: { TextBytes.equal($0.name, path.parts[0]) })
    else { return false }
    let full = path.parts.joined(separator: ".") + "." + name
    for candidate in candidates(for: full, isGlobal: path.isGlobal) {
      guard let function = environment.functions[candidate] else { continue }
      result.resolutions[index] = .function(
        function, overloads: Array(function.overloads.indices), isNamespaced: true)
      return true
    }
    return false
  }
}
