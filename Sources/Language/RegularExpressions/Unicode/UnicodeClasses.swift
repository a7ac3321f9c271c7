// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// The named sets of scalars in patterns: `\p{…}`, `[[:…:]]`, `\d`, `\s`, `\w`.
enum UnicodeClasses {
  /// Returns the set of a general category (`L`, `Lu`), of a script (`Greek`), or `Any`; `nil` if
  /// there's no set of that name.
  static func set(named name: String) -> ScalarSet? {
    if name == "Any" { return .all }
    if (1...2).contains(name.utf8.count) {
      let wanted = GeneralCategoryTable.names.indices.filter {
        GeneralCategoryTable.names[$0].hasPrefix(name)
      }
      return wanted.isEmpty ? nil : collect(GeneralCategoryTable.runs, where: wanted.contains)
    }
    guard name != "Unknown", let index = ScriptTable.names.firstIndex(of: name) else { return nil }
    return collect(ScriptTable.runs) { $0 == index }
  }

  /// Returns the name that was probably meant by an unknown name.
  static func suggestion(for name: String) -> String? {
    let categories = GeneralCategoryTable.names.lazy
    if let category = categories.first(where: { $0.lowercased() == name.lowercased() }) {
      return category
    }
    if let long = longCategoryNames[name.lowercased().filter { $0 != "_" && $0 != " " }] {
      return long
    }
    return ScriptTable.names.first { $0.lowercased() == name.lowercased() }
      ?? NearMiss.nearest(to: name, in: ScriptTable.names)
  }

  /// Returns the set of a POSIX class such as `alpha`; `nil` if there's no class of that name.
  static func posix(_ name: String) -> ScalarSet? {
    posixPairs[name].map(ScalarSet.init(pairs:))
  }

  /// The names of the POSIX classes, in alphabetical order.
  static var posixNames: [String] { posixPairs.keys.sorted() }

  /// The set of `\d`.
  static let digits = ScalarSet(pairs: [0x30, 0x39])

  /// The set of `\s`: tab, line feed, form feed, carriage return, and space, but not vertical tab.
  static let spaces = ScalarSet(pairs: [0x09, 0x0A, 0x0C, 0x0D, 0x20, 0x20])

  /// The set of `\w`, which also defines words for `\b`.
  static let words = ScalarSet(pairs: [0x30, 0x39, 0x41, 0x5A, 0x5F, 0x5F, 0x61, 0x7A])

  private static let posixPairs: [String: [UInt32]] = [
    "alnum": [0x30, 0x39, 0x41, 0x5A, 0x61, 0x7A],
    "alpha": [0x41, 0x5A, 0x61, 0x7A],
    "ascii": [0x00, 0x7F],
    "blank": [0x09, 0x09, 0x20, 0x20],
    "cntrl": [0x00, 0x1F, 0x7F, 0x7F],
    "digit": [0x30, 0x39],
    "graph": [0x21, 0x7E],
    "lower": [0x61, 0x7A],
    "print": [0x20, 0x7E],
    "punct": [0x21, 0x2F, 0x3A, 0x40, 0x5B, 0x60, 0x7B, 0x7E],
    "space": [0x09, 0x0D, 0x20, 0x20],
    "upper": [0x41, 0x5A],
    "word": [0x30, 0x39, 0x41, 0x5A, 0x5F, 0x5F, 0x61, 0x7A],
    "xdigit": [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
  ]

  private static let longCategoryNames: [String: String] = [
    "letter": "L", "lowercaseletter": "Ll", "uppercaseletter": "Lu", "titlecaseletter": "Lt",
    "mark": "M", "number": "N", "decimalnumber": "Nd", "digit": "Nd", "punctuation": "P",
    "symbol": "S", "separator": "Z", "other": "C", "control": "Cc", "alpha": "L",
    "alphabetic": "L", "lower": "Ll", "lowercase": "Ll", "upper": "Lu", "uppercase": "Lu",
    "emoji": "So", "whitespace": "Z", "space": "Z",
  ]

  private static func collect(_ runs: [UInt32], where isWanted: (Int) -> Bool) -> ScalarSet {
    var pairs: [UInt32] = []
    for (index, run) in runs.enumerated() where isWanted(Int(run >> 21)) {
      let next = index + 1 < runs.count ? runs[index + 1] & 0x1F_FFFF : ScalarSet.last + 1
      pairs += [run & 0x1F_FFFF, next - 1]
    }
    return ScalarSet(pairs: pairs)
  }
}
