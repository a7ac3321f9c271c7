// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
import SourceDiagnostics

// Finds literals that were meant as expressions: `max: today`, `default: "${name}-x"`.
extension FlowChecking {
  /// Returns literal text as a computed setting, `{ value: today }`, or nil if the text isn't an
  /// expression of the type.
  func computed(
    _ literal: LiteralValue, expecting type: ValueType, as form: TextForm?
  ) -> String? {
    guard case .string(var text) = literal.value else { return nil }
    // In a text, an expression is in `${…}`.
    if text.hasPrefix("${"), text.hasSuffix("}") { text = String(text.dropFirst(2).dropLast()) }
    guard let compiled = environment.compile(text, scope: scope, prover: prover).expression else {
      return nil
    }
    let found = compiled.type
    let bare = if case .optional(let inner) = found { inner } else { found }
    if case .literal = compiled.root.kind { return nil }
    guard type.accepts(bare, knowing: compiled.knownValues),
      form.map({ compiled.knownValues?.proves($0) == true }) ?? true
    else { return nil }
    return Self.setting(text)
  }

  /// Warns about literal text that's an expression of the type, or contains `${…}`.
  mutating func warnOfExpression(
    in literal: LiteralValue, name: String, expecting type: ValueType
  ) {
    guard case .string(let text) = literal.value else { return }
    let expression: String
    if text.includes("${") {
      guard let meant = concatenation(of: text) else {
        return warnOfNearName(in: text, name, at: literal.place)
      }
      expression = meant
    } else if let found = foreignPlaceholder(in: text) {
      return report(
        Diagnostic(
          "foreign-placeholder", .warning,
          "'\(found.source)' is taken as it is written; an expression is written as \(Self.setting(found.path))",
          at: literal.place))
    } else {
      // A single word or a path is ordinary text.
      guard text.contains(where: { "+?[(".contains($0) }),
        let compiled = environment.compile(text, scope: scope, prover: prover).expression,
        compiled.type == type, !compiled.freeNames.isEmpty
      else { return }
      expression = text
    }
    let setting = Self.setting(expression)
    report(
      Diagnostic(
        "literal-expression", .warning,
        "'\(name)' is taken as it is written; an expression is written as \(setting)",
        at: literal.place,
        fixIts: [FixIt("compute it", [.init(literal.place.range, setting)], isShown: true)]))
  }

  /// Warns about a text with a name in `${…}` that's spelled like one of the flow.
  ///
  /// Another name can be one of a shell, as in `${HOME}`.
  private mutating func warnOfNearName(in text: String, _ setting: String, at place: SourcePlace) {
    for case .expression(let source, _) in ExpressionInterpolation.parts(of: text)
    where !isName(source) {
      guard let near = NearMiss.nearest(to: source, in: declared.keys.sorted()) else { continue }
      return report(
        Diagnostic(
          "literal-expression", .warning,
          "'\(setting)' is taken as it is written, and '\(source)' is no answer; '\(near)' is written as "
            + Self.setting(near), at: place))
    }
  }

  /// Warns about literal texts that name an answer, as a text does that's computed.
  ///
  /// - Parameters:
  ///   - literal: A text, or a list of texts.
  ///   - subject: What the literal is, in a message.
  ///   - meant: How it's computed, as the end of a message.
  mutating func warnOfNames(in literal: LiteralValue, _ subject: String, meant: String) {
    let values = if case .list(let elements) = literal.value { elements } else { [literal.value] }
    for case .string(let text) in values {
      let isMeant = text.includes("${") && concatenation(of: text) != nil
      guard isMeant || foreignPlaceholder(in: text) != nil else { continue }
      return report(
        Diagnostic(
          "literal-expression", .warning, "\(subject) is taken as it is written; \(meant)",
          at: literal.place))
    }
  }

  /// Returns an expression for text with `${…}`, or nil if a part isn't an expression with a text
  /// value here.
  private func concatenation(of text: String) -> String? {
    var terms: [String] = []
    for part in ExpressionInterpolation.parts(of: text) {
      switch part {
      case .unclosed: return nil
      case .text(let words, _): terms.append(Self.quoted(words))
      case .expression(let source, _):
        guard let compiled = environment.compile(source, scope: scope, prover: prover).expression
        else { return nil }
        switch compiled.type {
        case .string: terms.append(compiled.root.isOperator ? "(\(source))" : source)
        case .int, .uint, .double, .bool: terms.append("string(\(source))")
        default: return nil
        }
      }
    }
    return terms.joined(separator: " + ")
  }

  private static func quoted(_ words: String) -> String {
    "'" + words.replacingParts("\\", with: "\\\\").replacingParts("'", with: "\\'") + "'"
  }

  /// Returns an expression as a computed setting, as a file writes it.
  private static func setting(_ expression: String) -> String {
    let isPlain = expression.utf8.allSatisfy { byte in
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "_")
    }
    guard !isPlain else { return "{ value: \(expression) }" }
    let escaped = expression.replacingParts("\\", with: "\\\\").replacingParts("\"", with: "\\\"")
    return "{ value: \"\(escaped)\" }"
  }
}

extension ParsedExpression {
  /// Whether it needs parentheses next to an operator.
  fileprivate var isOperator: Bool {
    switch kind {
    case .binary, .logical, .conditional, .not, .negate: true
    default: false
    }
  }
}
