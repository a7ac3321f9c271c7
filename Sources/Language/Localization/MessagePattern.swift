// SPDX-License-Identifier: Apache-2.0

/// A message with named placeholders, in a subset of ICU's MessageFormat.
///
/// `{name}` is a placeholder. `{count, plural, =0 {none} one {# item} other {# items}}` selects a
/// form by a number; `=0` is an exact number, `#` the number itself, and `other` is required. Forms
/// can contain placeholders, and one more level of plurals. `''` is an apostrophe; an apostrophe
/// before `{` or `}`, and before `#` inside a form, quotes everything up to the next one. Any other
/// apostrophe is itself.
public struct MessagePattern: Hashable, Sendable {
  /// A piece of a pattern.
  indirect enum Part: Hashable, Sendable {
    case text(String)

    /// A placeholder.
    case argument(String)

    /// The number of the plural around it.
    case number

    /// A form for each kind of number.
    case plural(String, [Form])
  }

  /// A form of a plural.
  struct Form: Hashable, Sendable {
    let selector: Selector
    let parts: [Part]
  }

  /// The numbers that a form is for.
  enum Selector: Hashable, Sendable {
    case exactly(Int)
    case category(PluralCategory)
  }

  let parts: [Part]

  /// Parses a pattern.
  ///
  /// - Throws: ``MessagePatternError``, for the first mistake.
  /// - Complexity: O(*n*) in the length of the pattern.
  public init(_ pattern: String) throws(MessagePatternError) {
    var parser = MessagePatternParser(pattern)
    parts = try parser.message()
  }

  /// The names of all placeholders and plurals.
  var placeholders: Set<String> { Self.placeholders(in: parts) }

  /// The categories for which each plural has a form, in the order of the pattern.
  var pluralForms: [Set<PluralCategory>] { Self.pluralForms(in: parts) }

  private static func placeholders(in parts: [Part]) -> Set<String> {
    var names: Set<String> = []
    for part in parts {
      switch part {
      case .text, .number: break
      case .argument(let name): names.insert(name)
      case .plural(let name, let forms):
        names.insert(name)
        for form in forms { names.formUnion(placeholders(in: form.parts)) }
      }
    }
    return names
  }

  private static func pluralForms(in parts: [Part]) -> [Set<PluralCategory>] {
    var found: [Set<PluralCategory>] = []
    for case .plural(_, let forms) in parts {
      var categories: Set<PluralCategory> = []
      for form in forms {
        if case .category(let category) = form.selector { categories.insert(category) }
      }
      found.append(categories)
      for form in forms { found += pluralForms(in: form.parts) }
    }
    return found
  }

  // MARK: Formatting

  /// The message with its values; a placeholder without a value stays as `{name}`.
  func text(_ arguments: MessageArguments, in catalog: MessageCatalog) -> String {
    var text = ""
    Self.write(parts, arguments, number: nil, in: catalog, to: &text)
    return text
  }

  private static func write(
    _ parts: [Part], _ arguments: MessageArguments, number: Int?, in catalog: MessageCatalog,
    to text: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let words): text += words
      case .number: text += number.map { String($0) } ?? "#"
      case .argument(let name):
        text += arguments[name].map { catalog.text(of: $0) } ?? "{\(name)}"
      case .plural(let name, let forms):
        let count = if case .count(let count)? = arguments[name] { count } else { 0 }
        let category = catalog.pluralRule.category(of: count)
        let form =
          forms.first { $0.selector == .exactly(count) }
          ?? forms.first { $0.selector == .category(category) }
          ?? forms.first { $0.selector == .category(.other) }
        write(form?.parts ?? [], arguments, number: count, in: catalog, to: &text)
      }
    }
  }
}

/// A mistake in a message's pattern.
public struct MessagePatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message, in lower case and without a full stop.
  public let message: String

  /// The offset of the mistake in UTF-8 code units.
  public let offset: Int

  /// The message and its place.
  public var description: String { "\(message) at offset \(offset)" }
}
