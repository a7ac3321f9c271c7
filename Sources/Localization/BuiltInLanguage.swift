// SPDX-License-Identifier: Apache-2.0

/// A language whose catalog is built in, with its tag.
enum BuiltInLanguage: String, CaseIterable, Sendable {
  case english = "en"

  /// The pattern of a message.
  ///
  /// Each language is a switch over all messages, so one that's missing doesn't compile, and a program
  /// that shows one message touches one pattern.
  func pattern(of id: MessageID) -> String {
    switch self {
    case .english: Self.englishPattern(of: id)
    }
  }

  /// How it selects plural forms: CLDR's cardinal rules for whole numbers.
  var pluralRule: PluralRule {
    switch self {
    case .english: .oneAndOther
    }
  }

  /// How it quotes, enumerates, and says yes and no.
  var conventions: LanguageConventions {
    switch self {
    case .english: LanguageConventions()
    }
  }
}
