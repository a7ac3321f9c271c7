// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions
public import FlowForms

/// The interpolation of a flow's texts: a term becomes `${…}`, and a value of this program is shown as
/// it is.
///
/// ```swift
/// let name = AnswerKey<String>("name")
/// let host = "example.com"
/// let flow = FlowDefinition("greeting") {
///   Ask(name, "Name")
///   Note("hello", "Hello \(name) at \(host), or in CEL: ${size(name)}")
/// }
/// ```
public struct TextInterpolation: StringInterpolationProtocol {
  var parts: [TextTemplate.Part] = []

  /// Creates an empty interpolation.
  public init(literalCapacity: Int, interpolationCount: Int) {}

  /// Appends text, in which `${…}` is an expression and `$${` a literal `${`.
  public mutating func appendLiteral(_ literal: String) { parts += TextTemplate(literal).parts }

  /// Appends the value of a term.
  public mutating func appendInterpolation(_ term: some FlowTerm) {
    parts.append(.expression(term.term.source))
  }

  /// Appends text without expressions, whatever it contains.
  public mutating func appendInterpolation(_ text: String) { parts.append(.words(text)) }

  /// Appends a number.
  public mutating func appendInterpolation(_ number: Int) { parts.append(.words("\(number)")) }

  /// The text; a text of words alone is one part, as in a file.
  var template: TextTemplate {
    var joined: [TextTemplate.Part] = []
    for part in parts {
      if case .words(let more) = part, case .words(let words)? = joined.last {
        joined[joined.count - 1] = .words(words + more)
      } else {
        joined.append(part)
      }
    }
    return TextTemplate(parts: joined)
  }
}

extension TextTemplate: ExpressibleByStringInterpolation {
  /// Creates text with terms in it.
  public init(stringInterpolation: TextInterpolation) { self = stringInterpolation.template }
}

extension LocalizedText: ExpressibleByStringInterpolation {
  /// Creates text in the flow's own language, with terms in it.
  public init(stringInterpolation: TextInterpolation) { self.init(stringInterpolation.template) }
}

extension ArgumentDefinition: ExpressibleByStringInterpolation {
  /// Creates an argument with terms in it.
  public init(stringInterpolation: TextInterpolation) {
    self.init(texts: [stringInterpolation.template])
  }
}

extension ContentPartDefinition: ExpressibleByStringInterpolation {
  /// Creates a part with terms in it.
  public init(stringInterpolation: TextInterpolation) {
    self.init(text: stringInterpolation.template)
  }
}
