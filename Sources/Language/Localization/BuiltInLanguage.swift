// SPDX-License-Identifier: Apache-2.0

/// A language whose catalog is built in, with its tag.
enum BuiltInLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
  case french = "fr"
  case spanish = "es"
  case dutch = "nl"
  case japanese = "ja"
  case hebrew = "he"

  /// The pattern of a message.
  ///
  /// Each language is a switch over all messages, so one that's missing doesn't compile, and a program
  /// that shows one message touches one pattern.
  func pattern(of id: MessageID) -> String {
    switch self {
    case .english: Self.englishPattern(of: id)
    case .german: Self.germanPattern(of: id)
    case .french: Self.frenchPattern(of: id)
    case .spanish: Self.spanishPattern(of: id)
    case .dutch: Self.dutchPattern(of: id)
    case .japanese: Self.japanesePattern(of: id)
    case .hebrew: Self.hebrewPattern(of: id)
    }
  }

  /// How it selects plural forms: CLDR's cardinal rules for whole numbers.
  var pluralRule: PluralRule {
    switch self {
    case .english, .german, .dutch: .oneAndOther
    case .french: .french
    case .spanish: .spanish
    case .japanese: .invariable
    case .hebrew: .hebrew
    }
  }

  /// How it quotes, enumerates, and says yes and no.
  var conventions: LanguageConventions {
    var conventions = LanguageConventions()
    switch self {
    case .english: break
    case .german:
      (conventions.openingQuote, conventions.closingQuote) = ("„", "“")
      (conventions.lastAlternative, conventions.lastItem) = (" oder ", " und ")
      (conventions.yes, conventions.no) = (["ja", "j"], ["nein", "n"])
      (conventions.all, conventions.none) = (["alle"], ["keine"])
    case .french:
      (conventions.openingQuote, conventions.closingQuote) = ("«\u{A0}", "\u{A0}»")
      (conventions.lastAlternative, conventions.lastItem) = (" ou ", " et ")
      (conventions.yes, conventions.no) = (["oui", "o"], ["non", "n"])
      (conventions.all, conventions.none) = (["tous", "toutes"], ["aucun", "aucune"])
    case .spanish:
      (conventions.openingQuote, conventions.closingQuote) = ("«", "»")
      (conventions.lastAlternative, conventions.lastItem) = (" o ", " y ")
      (conventions.yes, conventions.no) = (["sí", "si", "s"], ["no", "n"])
      (conventions.all, conventions.none) = (["todas", "todos"], ["ninguna", "ninguno"])
    case .dutch:
      (conventions.openingQuote, conventions.closingQuote) = ("‘", "’")
      (conventions.lastAlternative, conventions.lastItem) = (" of ", " en ")
      (conventions.yes, conventions.no) = (["ja", "j"], ["nee", "n"])
      (conventions.all, conventions.none) = (["alle"], ["geen"])
    case .japanese:
      (conventions.openingQuote, conventions.closingQuote) = ("「", "」")
      conventions.separator = "、"
      (conventions.lastAlternative, conventions.lastItem) = (" または ", "、")
      conventions.fullStop = "。"
      (conventions.yes, conventions.no) = (["はい"], ["いいえ"])
      (conventions.all, conventions.none) = (["すべて", "全て"], ["なし"])
    case .hebrew:
      (conventions.openingQuote, conventions.closingQuote) = ("\"", "\"")
      (conventions.lastAlternative, conventions.lastItem) = (" או ", " ו-")
      (conventions.yes, conventions.no) = (["כן", "כ"], ["לא", "ל"])
      (conventions.all, conventions.none) = (["הכול", "הכל"], ["כלום"])
    }
    return conventions
  }
}
