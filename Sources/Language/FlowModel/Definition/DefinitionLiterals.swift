// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

// Literals for building definitions in code.

extension Identifier: ExpressibleByStringLiteral {
  /// Creates an identifier.
  public init(stringLiteral name: String) { self.init(name) }
}

extension ExpressionSource: ExpressibleByStringLiteral {
  /// Creates an expression from its text, such as `"kind == 'http'"`.
  public init(stringLiteral text: String) { self.init(text) }
}

extension TextTemplate: ExpressibleByStringLiteral {
  /// Creates a text in which `${…}` is an expression, a control, or a comment, and `$${` a literal
  /// `${`.
  public init(stringLiteral text: String) { self.init(text) }
}

extension TextTemplate {
  /// Creates text without expressions, whatever it contains.
  init(words: String) { self.init(parts: [.words(words)]) }
}

extension LocalizedText {
  /// Creates text in the flow's own language, without expressions, whatever it contains.
  package init(words: String) { self.init(TextTemplate(words: words)) }
}

extension LocalizedText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// Creates a text in the flow's own language.
  public init(stringLiteral text: String) { self.init(TextTemplate(text)) }

  /// Creates text from its variants by language tag: `["en": "Name", "de": "Name"]`.
  public init(dictionaryLiteral variants: (String, TextTemplate)...) {
    self.init(variants.map { Variant(language: $0.0, template: $0.1) })
  }
}

extension LiteralValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral text: String) { self.init(.string(text)) }

  /// Creates a whole number.
  public init(integerLiteral number: Int64) { self.init(.int(number)) }

  /// Creates a number.
  public init(floatLiteral number: Double) { self.init(.double(number)) }

  /// Creates `true` or `false`.
  public init(booleanLiteral isTrue: Bool) { self.init(.bool(isTrue)) }

  /// Creates a list.
  public init(arrayLiteral items: Value...) { self.init(.list(items)) }
}

extension Setting: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates literal text.
  ///
  /// For an expression, use ``computed(_:)``.
  public init(stringLiteral text: String) { self = .literal(LiteralValue(.string(text))) }

  /// Creates a literal whole number.
  public init(integerLiteral number: Int64) { self = .literal(LiteralValue(.int(number))) }

  /// Creates a literal number.
  public init(floatLiteral number: Double) { self = .literal(LiteralValue(.double(number))) }

  /// Creates a literal `true` or `false`.
  public init(booleanLiteral isTrue: Bool) { self = .literal(LiteralValue(.bool(isTrue))) }

  /// Creates a literal list.
  public init(arrayLiteral items: Value...) { self = .literal(LiteralValue(.list(items))) }
}

extension ChoiceDefinition: ExpressibleByStringLiteral {
  /// Creates a choice that's shown as its value.
  public init(stringLiteral value: String) { self.init(value: LiteralValue(.string(value))) }
}

extension OutputDefinition: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// Creates an expression.
  public init(stringLiteral text: String) { self = .expression(ExpressionSource(text)) }

  /// Creates a map in which each value is an expression: `["name": "name", "ports": "[port]"]`.
  public init(dictionaryLiteral entries: (String, OutputDefinition)...) {
    self = .map(entries.map { Entry(key: Identifier($0.0), value: $0.1) })
  }
}

extension ArgumentDefinition: ExpressibleByStringLiteral {
  /// Creates an argument, in which `${…}` is an expression.
  public init(stringLiteral text: String) { self.init(texts: [TextTemplate(text)]) }
}

extension ContentPartDefinition: ExpressibleByStringLiteral {
  /// Creates an unconditional part, in which `${…}` is an expression.
  public init(stringLiteral text: String) { self.init(text: TextTemplate(text)) }
}
