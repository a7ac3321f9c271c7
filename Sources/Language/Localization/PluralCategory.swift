// SPDX-License-Identifier: Apache-2.0

/// A plural form as CLDR names it.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
  /// Zero, where the language has a form for it.
  case zero

  /// One, and in some languages a few other numbers.
  case one

  /// Two.
  case two

  /// A small number.
  case few

  /// A large number.
  case many

  /// Every other number; each language has this form.
  case other
}

/// How a language selects the plural form of a whole number.
public struct PluralRule: Sendable {
  /// The forms that the language has.
  let categories: Set<PluralCategory>

  private let select: @Sendable (Int) -> PluralCategory

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - categories: The forms that it selects; `other` is always one of them.
  ///   - select: The form of a number, which isn't negative.
  public init(
    _ categories: Set<PluralCategory>, select: @escaping @Sendable (Int) -> PluralCategory
  ) {
    self.categories = categories.union([.other])
    self.select = select
  }

  /// The form of a number; a negative one has the form of its magnitude.
  func category(of number: Int) -> PluralCategory {
    select(number == .min ? .max : abs(number))
  }

  /// One form for all numbers, as in Japanese.
  public static let invariable = PluralRule([]) { _ in .other }

  /// One form for 1, and one for all others, as in English, German, and Dutch.
  public static let oneAndOther = PluralRule([.one]) { $0 == 1 ? .one : .other }

  /// The forms of Spanish: whole millions take `de`.
  static let spanish = PluralRule([.one, .many]) { number in
    number == 1 ? .one : number != 0 && number % 1_000_000 == 0 ? .many : .other
  }

  /// The forms of French: 0 is singular, and whole millions take `de`.
  static let french = PluralRule([.one, .many]) { number in
    number < 2 ? .one : number % 1_000_000 == 0 ? .many : .other
  }

  /// The forms of Hebrew, which has a dual.
  static let hebrew = PluralRule([.one, .two]) { number in
    number == 1 ? .one : number == 2 ? .two : .other
  }
}
