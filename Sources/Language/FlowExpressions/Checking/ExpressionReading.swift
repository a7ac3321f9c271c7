// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// The understood parts of an expression, whether or not it has mistakes.
package struct ExpressionReading: Sendable {
  /// A name, or the name of a function, in the text of an expression.
  package struct Name: Sendable, Hashable {
    package let text: String

    /// The location in the expression, in UTF-8 offsets.
    package let range: SourceRange

    /// Whether it's called.
    package let isFunction: Bool
  }

  /// The findings of the checker; nil if the text can't be parsed.
  private let checked: (root: ParsedExpression, found: CheckedExpression)?

  /// The text, if it can't be parsed.
  private let text: String

  init(_ root: ParsedExpression, _ found: CheckedExpression) {
    checked = (root, found)
    text = ""
  }

  /// Creates the reading of a text that can't be parsed, in which only names are known.
  init(unparsed text: String) {
    checked = nil
    self.text = text
  }

  /// The names that the expression uses from outside, known or unknown, and its functions, in source order.
  ///
  /// - Complexity: O(*n* log *n*) in the length of the text.
  package var names: [Name] {
    guard let (root, found) = checked else { return Self.names(inUnparsed: text) }
    let nodes = root.tree.nodes
    var names: [Name] = []
    var open = [root.index]
    while let index = open.popLast() {
      let node = nodes[index]
      switch (node.kind, found.resolutions[index]) {
      case (.name(let name, _), .variable), (.name(let name, _), .none),
        (.hasName(let name), .variable), (.hasName(let name), .none):
        names.append(Name(text: name, range: node.nameRange, isFunction: false))
      case (.name, _), (.hasName, _), (.select, .variable), (.select, .type): break
      case (.call(_, let function, let arguments), .function(_, _, isNamespaced: true)):
        names.append(Name(text: function, range: node.nameRange, isFunction: true))
        open += arguments
      case (.call(_, let function, _), _):
        names.append(Name(text: function, range: node.nameRange, isFunction: true))
        open += node.children
      default: open += node.children
      }
    }
    return names.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The type of the value; nil if it has none because of a mistake.
  package var type: ValueType? {
    checked.map { $0.found.types[$0.root.index] }.flatMap { $0.isUnknown ? nil : $0 }
  }

  /// Returns the type of the smallest part at an offset, what's known about its value, and its range; nil if it has no
  /// type because of a mistake.
  ///
  /// - Complexity: O(*n*) in the length of the expression.
  package func part(
    at offset: Int
  ) -> (type: ValueType, known: KnownValues?, range: SourceRange)? {
    guard let (root, found) = checked else { return nil }
    func contains(_ index: Int) -> Bool {
      let range = root.tree.nodes[index].range
      return range.lowerBound <= offset && offset <= range.upperBound
    }
    var index = contains(root.index) ? root.index : nil
    while let inner = index.flatMap({ root.tree.nodes[$0].children.first(where: contains) }) {
      index = inner
    }
    guard let index, !found.types[index].isUnknown else { return nil }
    let known = found.knownParts.isEmpty ? nil : found.knownParts[index]
    return (found.types[index], known, root.tree.nodes[index].range)
  }

  /// Returns the names that macros around an offset bind, outermost first, with their types where they're used.
  ///
  /// - Complexity: O(*n* · *d*) in the length of the expression, and in the number of macros around the offset.
  package func boundNames(at offset: Int) -> [(name: String, type: ValueType?)] {
    guard let (root, found) = checked else { return [] }
    let nodes = root.tree.nodes
    var bound: [(name: String, type: ValueType?)] = []
    for node in nodes.reversed() {
      guard case .macro(_, let target, let variables, _, _) = node.kind,
        nodes[target].range.upperBound < offset, offset <= node.range.upperBound
      else { continue }
      for name in variables {
        let use = (node.start..<nodes.endIndex).first { index in
          guard case .name(name, isGlobal: false) = nodes[index].kind,
            case .bound = found.resolutions[index]
          else { return false }
          return nodes[index].range.upperBound <= node.range.upperBound
        }
        bound.append((name, use.map { found.types[$0] }.flatMap { $0.isUnknown ? nil : $0 }))
      }
    }
    return bound
  }

  /// Returns the names in a text that can't be parsed: its words that aren't parts, keys, or functions of others.
  private static func names(inUnparsed text: String) -> [Name] {
    let tokens = ExpressionLexer.tokens(of: text).tokens
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      guard token.kind == .identifier, index == 0 || tokens[index - 1].kind != .dot else {
        return nil
      }
      let isFunction = index + 1 < tokens.count && tokens[index + 1].kind == .leftParenthesis
      return Name(text: token.name, range: token.range, isFunction: isFunction)
    }
  }
}

extension CompiledExpression {
  /// The understood parts of the expression.
  package var reading: ExpressionReading { ExpressionReading(root, checked) }
}
