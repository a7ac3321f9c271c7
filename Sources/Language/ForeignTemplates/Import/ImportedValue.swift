// SPDX-License-Identifier: Apache-2.0

/// A value of Jinja as an expression of ours.
struct ImportedValue {
  indirect enum Kind: Hashable, Sendable {
    case text, integer, number, boolean
    case list(Kind)

    /// A value of Python without a type of ours, which is known: nothing, a dictionary, or a mixed list.
    case constant
  }

  /// How tightly the outermost operator of an expression binds.
  enum Level: Int, Comparable {
    case conditional, or, and, relation, sum, product, unary, primary

    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
  }

  /// The expression; empty for ``Kind/constant``.
  private(set) var code: String
  let level: Level
  let kind: Kind

  /// The value, if it's the same whatever the answers are.
  var constant: JinjaValue?

  /// Whether the expression is the name of an answer that may be missing.
  var isOptional = false

  /// Whether it's a text that's never empty.
  var isFilled = false

  /// Whether Jinja takes the text for markup, whose methods escape their arguments.
  var isMarkup = false

  /// The values that an answer can have, if it's chosen.
  var known: [JinjaValue] = []

  /// The opposite of a condition, if it's as short; nil if it isn't known.
  var opposite: String?

  init(_ code: String, _ kind: Kind, _ level: Level = .primary) {
    self.code = code
    self.level = level
    self.kind = kind
  }

  /// Creates a value that's known.
  init(_ value: JinjaValue) {
    (code, kind) = Self.literal(value) ?? ("", .constant)
    level = code.hasPrefix("-") ? .unary : .primary
    constant = value
    if case .string(let text) = value { isFilled = !text.isEmpty }
  }

  private static func literal(_ value: JinjaValue) -> (String, Kind)? {
    switch value {
    case .string(let text): return (text.asExpressionLiteral, .text)
    case .int(let number): return ("\(number)", .integer)
    case .bool(let truth): return (truth ? "true" : "false", .boolean)
    case .double(let number) where number.isFinite: return ("\(number)", .number)
    case .list(let items), .tuple(let items):
      let parts = items.compactMap(literal)
      guard parts.count == items.count else { return nil }
      // Nothing is known about the elements of an empty list, of which there are none.
      let kind = parts.first?.1 ?? .text
      guard parts.allSatisfy({ $0.1 == kind }) else { return nil }
      return ("[\(parts.map(\.0).joined(separator: ", "))]", .list(kind))
    case .none, .undefined, .dictionary, .double: return nil
    }
  }

  /// The expression as an operand of an operator that binds at a level.
  func code(at level: Level) -> String { self.level < level ? "(\(code))" : code }

  /// The value by the name that a text gives it; nil if it's short or known, or may be missing or fail.
  func named(_ name: String) -> ImportedValue? {
    let mayFail = ["charAt(", "substring(", "int(", "double("].contains { code.holds($0) }
    guard constant == nil, kind != .constant, !isOptional, !mayFail, !code.isNameInExpressions
    else { return nil }
    var value = ImportedValue(name, kind)
    (value.isFilled, value.isMarkup, value.known) = (isFilled, isMarkup, known)
    return value
  }

  /// The value with another expression, which is that of an answer if it's there.
  func present(or other: String) -> ImportedValue {
    guard isOptional else { return self }
    return ImportedValue("\(code).orValue(\(other))", kind)
  }
}

extension ImportedValue {
  /// Texts one after the other.
  static func sum(of texts: [ImportedValue]) -> ImportedValue {
    var parts: [ImportedValue] = []
    for text in texts {
      if case .string(let words)? = text.constant {
        guard !words.isEmpty else { continue }
        if case .string(let before)? = parts.last?.constant {
          parts[parts.count - 1] = ImportedValue(.string(before + words))
          continue
        }
      }
      parts.append(text.present(or: "''"))
    }
    guard parts.count > 1 else { return parts.first ?? ImportedValue(.string("")) }
    var sum = ImportedValue(
      parts.enumerated().map { $0.element.code(at: $0.offset == 0 ? .sum : .product) }
        .joined(separator: " + "), .text, .sum)
    sum.isFilled = parts.contains(where: \.isFilled)
    return sum
  }

  /// One of two values.
  static func choice(
    _ condition: ImportedValue, _ yes: ImportedValue, _ no: ImportedValue
  ) throws(JinjaFailure) -> ImportedValue {
    if case .bool(let truth)? = condition.constant { return truth ? yes : no }
    func filled(_ value: ImportedValue, beside other: ImportedValue) -> ImportedValue {
      value.constant == .undefined && other.kind == .text ? ImportedValue(.string("")) : value
    }
    let then = filled(yes, beside: no).present(or: "''")
    let otherwise = filled(no, beside: yes).present(or: "''")
    guard then.kind == otherwise.kind, then.kind != .constant,
      then.kind == .text || !yes.isOptional && !no.isOptional
    else { throw JinjaFailure(construct: "if") }
    var choice = ImportedValue(
      "\(condition.code(at: .or)) ? \(then.code(at: .or)) : \(otherwise.code)", then.kind,
      .conditional)
    choice.isFilled = then.isFilled && otherwise.isFilled
    choice.isMarkup = then.isMarkup || otherwise.isMarkup
    return choice
  }

  /// Creates the text of parts as one value.
  ///
  /// - Throws: ``JinjaFailure`` if a value can't be that text.
  init(textOf parts: [ImportedPart]) throws(JinjaFailure) {
    var values: [ImportedValue] = []
    for part in parts {
      switch part {
      case .words(let words): values.append(ImportedValue(.string(words)))
      case .value(let value): values.append(value)
      case .branches(let branches, let otherwise):
        var result = try ImportedValue(textOf: otherwise)
        for branch in branches.reversed() {
          result = try .choice(branch.condition, try ImportedValue(textOf: branch.parts), result)
        }
        values.append(result)
      case .loop(let name, let list, let parts):
        let inner = try ImportedValue(textOf: parts)
        guard !inner.code.holds("\(name)_index") else { throw JinjaFailure(construct: "loop") }
        values.append(
          ImportedValue("\(list.code(at: .primary)).map(\(name), \(inner.code)).join()", .text))
      case .binding: throw JinjaFailure(construct: "set")
      case .file: throw JinjaFailure(construct: "include")
      }
    }
    self = .sum(of: values)
  }
}
