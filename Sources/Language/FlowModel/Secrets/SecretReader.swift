// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// Follows secrets through an expression.
///
/// Masks of results and the check for leaks read expressions with it, so they agree.
package struct SecretReader {
  /// The shapes of the names that hold secrets.
  private let names: [String: SecretShape]

  /// The shapes of the names that are bound at the current place.
  private var bound: [String: SecretShape] = [:]

  /// The maximum depth to follow.
  ///
  /// Deeper expressions count as computed from all names in them.
  private static let maximumDepth = 100

  /// The functions that return the elements of a list, each as it was.
  private static let selections: Set<String> = [
    "reverse", "slice", "sort", "distinct", "unwrapOpt",
  ]

  /// Creates a reader.
  ///
  /// - Parameter names: The shapes of the names that hold secrets.
  package init(names: [String: SecretShape]) { self.names = names }

  /// Returns the shape of the value of an expression.
  ///
  /// - Complexity: O(*n*) in the size of the expression.
  package mutating func shape(of expression: ParsedExpression) -> SecretShape {
    shape(of: expression, depth: 0)
  }

  private mutating func shape(of part: ParsedExpression, depth: Int) -> SecretShape {
    guard depth < Self.maximumDepth else { return readsSecret(part) ? .secret : .clean }
    let inner = depth + 1
    switch part.kind {
    case .literal, .hasName, .hasField, .invalid: return .clean
    case .name(let name, let isGlobal):
      return (isGlobal ? nil : bound[name]) ?? names[name] ?? .clean
    case .select(let operand, let field, _):
      return shape(of: operand, depth: inner).part(named: field)
    case .index(let operand, let index, _):
      let whole = shape(of: operand, depth: inner)
      if case .literal(.string(let key)) = index.kind { return whole.part(named: key) }
      return whole.element
    case .binary(let binary, let left, let right):
      if binary.isComparison || binary == .isIn { return .clean }
      let (one, two) = (shape(of: left, depth: inner), shape(of: right, depth: inner))
      if binary == .add, case .elements = one.kind { return one.or(two) }
      if binary == .add, case .elements = two.kind { return one.or(two) }
      return one.or(two).asWhole
    case .conditional(_, let first, let second):
      return shape(of: first, depth: inner).or(shape(of: second, depth: inner))
    case .list(let elements):
      return .elements(elements.reduce(.clean) { $0.or(shape(of: $1.value, depth: inner)) })
    case .map(let entries): return map(entries, inner)
    case .call(let target, let function, let arguments):
      if FlowSecrets.cleanFunctions.contains(function) { return .clean }
      if let target, function == "orValue" || function == "or", arguments.count == 1 {
        return shape(of: target, depth: inner).or(shape(of: arguments[0], depth: inner))
      }
      if let kept = whole(of: function, target, arguments, inner) { return kept }
      return parts(of: part, inner)
    case .macro(let macro, let target, let variables, let filter, let body):
      return shape(of: macro, target, variables, filter, body, inner)
    case .not, .negate, .logical: return parts(of: part, inner)
    }
  }

  /// Returns the shape of the value of a function that computes nothing from its argument, or nil for
  /// all other functions.
  private mutating func whole(
    of function: String, _ target: ParsedExpression?, _ arguments: [ParsedExpression], _ depth: Int
  ) -> SecretShape? {
    guard let target else {
      return function == "dyn" ? arguments.first.map { shape(of: $0, depth: depth) } : nil
    }
    if case .name("optional", _) = target.kind, let value = arguments.first {
      return ["of", "ofNonZeroValue", "unwrap"].contains(function)
        ? shape(of: value, depth: depth) : nil
    }
    switch function {
    case "value": return shape(of: target, depth: depth)
    case "first", "last": return shape(of: target, depth: depth).element
    case "flatten" where arguments.isEmpty: return shape(of: target, depth: depth).element
    case _ where Self.selections.contains(function): return shape(of: target, depth: depth)
    default: return nil
    }
  }

  private mutating func map(_ entries: [ParsedExpression.MapEntry], _ depth: Int) -> SecretShape {
    var shapes: [(name: String, shape: SecretShape)] = []
    var elements: SecretShape?
    for entry in entries {
      // A key that reveals a secret makes the map a secret.
      if !shape(of: entry.key, depth: depth).isClean { return .secret }
      let value = shape(of: entry.value, depth: depth)
      if case .literal(let key) = entry.key.kind {
        shapes.append((key.plainText, value))
      } else {
        elements = (elements ?? .clean).or(value)
      }
    }
    guard let elements else { return .record(shapes) }
    return .elements(shapes.reduce(elements) { $0.or($1.shape) })
  }

  /// Returns whether an expression reads a name that holds a secret.
  private func readsSecret(_ part: ParsedExpression) -> Bool {
    var open = [part]
    while let next = open.popLast() {
      if case .name(let name, let isGlobal) = next.kind,
        (isGlobal ? nil : bound[name]) ?? names[name] ?? .clean != .clean
      {
        return true
      }
      open += next.children
    }
    return false
  }

  private mutating func parts(of part: ParsedExpression, _ depth: Int) -> SecretShape {
    for child in part.children where !shape(of: child, depth: depth).isClean { return .secret }
    return .clean
  }

  private mutating func shape(
    of macro: Macro, _ target: ParsedExpression, _ variables: [String],
    _ filter: ParsedExpression?, _ body: ParsedExpression, _ depth: Int
  ) -> SecretShape {
    let source = shape(of: target, depth: depth)
    let hidden = variables.map { ($0, bound[$0]) }
    let isWhole = macro == .bind || macro == .optionalMap || macro == .optionalFlatMap
    for variable in variables { bound[variable] = isWhole ? source : source.element }
    if variables.count == 2, source != .secret {
      // The first variable is an index or a key.
      bound[variables[0]] = .clean
    }
    defer { for (name, shape) in hidden { bound[name] = shape } }
    let result = shape(of: body, depth: depth)
    switch macro {
    case .bind, .optionalMap, .optionalFlatMap: return result
    case .filter, .sortBy: return source
    case .map, .transformList: return .elements(result)
    case .transformMap: return source == .secret ? .secret : .elements(result)
    case .all, .exists, .existsOne, .transformMapEntry: return result.asWhole
    }
  }
}
