// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

// Consequences of conditions beyond their own words: for names bound by `cel.bind`, and for the
// elements of a filtered list.
extension ExpressionChecker {
  /// A condition under which the elements of a list are kept.
  struct ElementCondition {
    /// The element's name in the condition.
    let name: String

    let condition: Int
  }

  /// The length in bytes above which a condition isn't rewritten.
  private static let longestRewritten = 2_000

  /// Remembers that a condition is true, or false, in what's checked next.
  ///
  /// A condition that names what `cel.bind` bound is remembered a second time with the bound
  /// expressions in place of their names.
  mutating func assume(_ condition: Int, isTrue: Bool) {
    guards.append(Guard(ParsedExpression(tree, condition), isTrue: isTrue))
    guard bound.contains(where: { $0.value != nil }), readsBoundValue(condition),
      expandedLength(condition) <= Self.longestRewritten,
      let text = rewritten(condition), let expression = environment.parse(text).expression
    else { return }
    guards.append(Guard(expression, isTrue: isTrue))
  }

  /// Whether a part names something that `cel.bind` bound.
  private func readsBoundValue(_ index: Int) -> Bool {
    (tree.nodes[index].start...index).contains { boundValue(of: $0) != nil }
  }

  /// The position of the name that a node refers to, if it's bound at the current node; nil for
  /// everything else.
  ///
  /// A macro in what `cel.bind` binds is over, and other names have the positions of its names.
  func boundPosition(of index: Int) -> Int? {
    guard case .name = node(index).kind, case .bound(let position) = result.resolutions[index],
      bound.indices.contains(position)
    else { return nil }
    let macro = bound[position].macro
    guard case .macro(_, let target, _, _, _) = node(macro).kind, index > target, index < macro
    else { return nil }
    return position
  }

  /// The position of a name bound by `cel.bind` whose value still says the same; nil for everything
  /// else.
  private func boundValue(of index: Int) -> Int? {
    guard let position = boundPosition(of: index), bound[position].value != nil,
      bound[position].hiddenBy == nil
    else { return nil }
    return position
  }

  /// Marks the bound values that read a name which the names from a position on hide.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes of the bound values, for each new name.
  mutating func noteHiddenNames(from start: Int) {
    for position in bound.indices where bound[position].hiddenBy == nil {
      guard let value = bound[position].value else { continue }
      bound[position].hiddenBy = bound.indices[max(start, position)...].first {
        reads(value, bound[$0].name)
      }
    }
  }

  /// Removes the marks of names that are no longer bound.
  mutating func revealNames() {
    for position in bound.indices {
      if let hiding = bound[position].hiddenBy, hiding >= bound.count {
        bound[position].hiddenBy = nil
      }
    }
  }

  /// Whether a part names something, bound or not.
  private func reads(_ index: Int, _ name: String) -> Bool {
    tree.nodes[tree.nodes[index].start...index].contains { node in
      switch node.kind {
      case .name(let other, _), .hasName(let other): TextBytes.equal(other, name)
      default: false
      }
    }
  }

  /// The length of a part in bytes with bound expressions in place of their names, or any length
  /// above the maximum.
  ///
  /// - Complexity: O(*n*), where *n* is the number of its nodes: a bound name knows the length of
  ///   what it stands for.
  func expandedLength(_ index: Int) -> Int {
    var length = range(index).upperBound - range(index).lowerBound
    for part in tree.nodes[index].start...index where length <= Self.longestRewritten {
      guard let position = boundValue(of: part) else { continue }
      let place = range(part)
      length += bound[position].expandedLength + 2 - (place.upperBound - place.lowerBound)
    }
    return length
  }

  /// A part with bound expressions in place of their names; nil where a macro in it may bind the
  /// same names.
  ///
  /// - Precondition: Its `expandedLength` is at most the maximum, so the work is bounded, too.
  private func rewritten(_ index: Int) -> String? {
    let whole = range(index)
    let text = Array(source(index).utf8)
    func words(_ start: Int, _ end: Int) -> String {
      String(decoding: text[start - whole.lowerBound..<end - whole.lowerBound], as: UTF8.self)
    }
    var parts: [String] = []
    var end = whole.lowerBound
    for part in tree.nodes[index].start...index {
      if case .macro = node(part).kind, readsBoundValue(part) { return nil }
      guard let position = boundValue(of: part), let value = bound[position].value else { continue }
      let place = range(part)
      guard place.lowerBound >= end, let replacement = rewritten(value) else { return nil }
      parts.append(words(end, place.lowerBound) + "(\(replacement))")
      end = place.upperBound
    }
    parts.append(words(end, whole.upperBound))
    return parts.joined()
  }

  // MARK: Elements

  /// The conditions that each element of a list satisfies because the list was filtered.
  func elementConditions(of list: Int) -> [ElementCondition] {
    var found: [ElementCondition] = []
    var position = list
    while true {
      switch node(position).kind {
      case .macro(.filter, let inner, let variables, _, let body):
        if variables.count == 1 {
          found.append(ElementCondition(name: variables[0], condition: body))
        }
        position = inner
      case .macro(.sortBy, let inner, _, _, _): position = inner
      case .call(let inner?, "reverse", _), .call(let inner?, "sort", _),
        .call(let inner?, "distinct", _), .call(let inner?, "slice", _):
        position = inner
      default: return found
      }
    }
  }

  /// Whether the list that a bound name goes through was filtered by the presence of a field.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - target: What has it: the bound name, or a field of it.
  /// - Returns: Whether every element that's kept has the field.
  func isKeptForField(_ field: String, of target: Int) -> Bool {
    var root = target
    while case .select(let operand, _, _) = node(root).kind { root = operand }
    guard case .name(let name, _) = node(root).kind, let position = boundPosition(of: root) else {
      return false
    }
    let owner = ParsedExpression(tree, target)
    return bound[position].conditions.contains { kept in
      LiteralPresenceProver.proves(ParsedExpression(tree, kept.condition), isTrue: true) { kind in
        switch kind {
        case .hasField(let other, let asked):
          return TextBytes.equal(asked, field)
            && other.isSamePath(as: owner, from: kept.name, to: name)
        case .call(let optional?, "hasValue", _):
          guard case .select(let other, let asked, _) = optional.kind else { return false }
          return TextBytes.equal(asked, field)
            && other.isSamePath(as: owner, from: kept.name, to: name)
        default: return false
        }
      }
    }
  }
}

extension ParsedExpression {
  /// Whether it selects the same fields from one name as another expression from another name.
  fileprivate func isSamePath(as other: ParsedExpression, from name: String, to otherName: String)
    -> Bool
  {
    var (one, two) = (self, other)
    while true {
      switch (one.kind, two.kind) {
      case (.select(let first, let field, _), .select(let second, let otherField, _)):
        guard TextBytes.equal(field, otherField) else { return false }
        (one, two) = (first, second)
      case (.name(let first, _), .name(let second, _)):
        return TextBytes.equal(first, name) && TextBytes.equal(second, otherName)
      default: return false
      }
    }
  }
}
