// SPDX-License-Identifier: Apache-2.0

/// Every message of the program's own that a user reads while walking a flow, in one language.
///
/// The built-in catalogs are complete. A program adds a language with its own patterns, in the syntax
/// of ``MessagePattern``; what they lack is in English:
///
/// ```swift
/// let danish = MessageCatalog(
///   language: "da", patterns: [.answerNeeded: "et svar mangler"], pluralRule: .oneAndOther)
/// danish.missing  // Every other message.
/// ```
///
/// A catalog costs nothing until a message is shown: nothing is built in advance, and only the pattern
/// of that message is parsed.
public struct MessageCatalog: Sendable {
  /// Where the words come from.
  fileprivate enum Source: Sendable {
    case builtIn(BuiltInLanguage)
    case custom(CustomCatalog)
  }

  /// Where the words come from unless that's the English catalog, so that a copy is one pointer.
  private var translation: Translation?

  private var source: Source { translation?.source ?? .builtIn(.english) }

  private init(_ language: BuiltInLanguage) {
    translation = language == .english ? nil : Translation(.builtIn(language))
  }

  /// Creates a catalog.
  ///
  /// - Parameters:
  ///   - language: The language's tag, such as `da`.
  ///   - patterns: The patterns of the messages. One that has a mistake, or names a placeholder that
  ///     the message doesn't have, is replaced by the English one.
  ///   - pluralRule: How the language selects plural forms.
  ///   - conventions: How it quotes, enumerates, and says yes and no.
  public init(
    language: String, patterns: [MessageID: String], pluralRule: PluralRule = .invariable,
    conventions: LanguageConventions = LanguageConventions()
  ) {
    translation = Translation(
      .custom(
        CustomCatalog(
          language: language, patterns: patterns, pluralRule: pluralRule, conventions: conventions)
      ))
  }

  // MARK: Built-in catalogs

  /// The English catalog.
  public static var english: MessageCatalog { MessageCatalog(.english) }

  /// The catalogs that are built in, English first.
  package static var builtIn: [MessageCatalog] {
    BuiltInLanguage.allCases.map { MessageCatalog($0) }
  }

  /// The built-in catalog for a language tag, with the usual fallback: `de-AT` and `de_AT` are `de`.
  ///
  /// - Returns: The catalog; nil when none is built in.
  public static func builtIn(for tag: String) -> MessageCatalog? {
    for tag in LanguageTag.fallbacks(of: tag) {
      if let language = BuiltInLanguage(rawValue: tag) { return MessageCatalog(language) }
    }
    return nil
  }

  // MARK: Language

  /// The language's tag.
  public var language: String {
    switch source {
    case .builtIn(let language): language.rawValue
    case .custom(let catalog): catalog.language
    }
  }

  /// How the language selects plural forms.
  var pluralRule: PluralRule {
    switch source {
    case .builtIn(let language): language.pluralRule
    case .custom(let catalog): catalog.pluralRule
    }
  }

  /// How the language quotes, enumerates, and says yes and no.
  var conventions: LanguageConventions {
    switch source {
    case .builtIn(let language): language.conventions
    case .custom(let catalog): catalog.conventions
    }
  }

  // MARK: Yes and no

  /// Returns the catalog with a question's own words for yes and no.
  ///
  /// They're shown, and accepted besides those of the language.
  ///
  /// - Parameters:
  ///   - yes: The word for yes; nil for that of the language.
  ///   - no: The word for no; nil for that of the language.
  /// - Returns: The catalog.
  package func answering(yes: String?, no: String?) -> MessageCatalog {
    guard yes != nil || no != nil else { return self }
    var catalog = self
    catalog.translation = Translation(source, yes: yes, no: no)
    return catalog
  }

  /// The question's own word for yes; nil if it's that of the language.
  package var ownYes: String? { translation?.yesWord }

  /// The question's own word for no; nil if it's that of the language.
  package var ownNo: String? { translation?.noWord }

  // MARK: Messages

  /// The pattern of a message: the catalog's own, or else the English one.
  func pattern(of id: MessageID) -> String {
    switch source {
    case .builtIn(let language): language.pattern(of: id)
    case .custom(let catalog): catalog.patterns[id] ?? BuiltInLanguage.english.pattern(of: id)
    }
  }

  /// The messages that the catalog leaves to English, because it has no pattern for them or the
  /// pattern can't be used; sorted by their names.
  public var missing: [MessageID] {
    guard case .custom(let catalog) = source else { return [] }
    return MessageID.allCases.filter { catalog.parsed($0) == nil }
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// A message with its values.
  ///
  /// - Parameters:
  ///   - id: The message.
  ///   - arguments: The values of its placeholders.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the length of the pattern and the values.
  public func text(_ id: MessageID, _ arguments: MessageArguments = [:]) -> String {
    switch source {
    case .builtIn(let language):
      let pattern = language.pattern(of: id)
      // The bytes of a constant are contiguous, and scanned as such.
      let isPlain = pattern.utf8.withContiguousStorageIfAvailable { bytes in
        !bytes.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "'") }
      }
      if isPlain == true { return pattern }
      return (try? MessagePattern(pattern))?.text(arguments, in: self) ?? pattern
    case .custom(let catalog):
      guard let pattern = catalog.parsed(id) else {
        return MessageCatalog.english.text(id, arguments)
      }
      return pattern.text(arguments, in: self)
    }
  }

  /// A value as a message shows it.
  func text(of value: MessageValue) -> String {
    switch value {
    case .text(let text): text
    case .quoted(let text): quoted(text)
    case .echo(let text):
      quoted(
        text.count > MessageValue.echoLimit
          ? String(text.prefix(MessageValue.echoLimit)) + "…" : text)
    case .count(let number): String(number)
    }
  }
}

extension MessageCatalog: Hashable {
  /// Whether both say the same in the same language.
  public static func == (left: MessageCatalog, right: MessageCatalog) -> Bool {
    guard left.translation?.yesWord == right.translation?.yesWord,
      left.translation?.noWord == right.translation?.noWord
    else { return false }
    return switch (left.source, right.source) {
    case (.builtIn(let left), .builtIn(let right)): left == right
    case (.custom(let left), .custom(let right)): left === right || left.isEqual(to: right)
    case (.builtIn, .custom), (.custom, .builtIn): false
    }
  }

  /// Hashes the language.
  public func hash(into hasher: inout Hasher) { hasher.combine(language) }
}

/// Where the words of a catalog come from.
fileprivate final class Translation: Sendable {
  let source: MessageCatalog.Source

  /// The words for yes and no that a question has instead of those of the language.
  let yesWord: String?
  let noWord: String?

  init(_ source: MessageCatalog.Source, yes: String? = nil, no: String? = nil) {
    self.source = source
    yesWord = yes
    noWord = no
  }
}

/// A catalog that a program adds.
fileprivate final class CustomCatalog: Sendable {
  let language: String
  let patterns: [MessageID: String]
  let pluralRule: PluralRule
  let conventions: LanguageConventions

  init(
    language: String, patterns: [MessageID: String], pluralRule: PluralRule,
    conventions: LanguageConventions
  ) {
    self.language = language
    self.patterns = patterns
    self.pluralRule = pluralRule
    self.conventions = conventions
  }

  /// The pattern of a message when it can be used.
  func parsed(_ id: MessageID) -> MessagePattern? {
    guard let text = patterns[id], let pattern = try? MessagePattern(text) else { return nil }
    let own = try? MessagePattern(BuiltInLanguage.english.pattern(of: id))
    return pattern.placeholders.isSubset(of: own?.placeholders ?? []) ? pattern : nil
  }

  func isEqual(to other: CustomCatalog) -> Bool {
    language == other.language && patterns == other.patterns && conventions == other.conventions
  }
}
