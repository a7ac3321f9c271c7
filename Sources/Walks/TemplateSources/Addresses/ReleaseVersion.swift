// SPDX-License-Identifier: Apache-2.0

/// The version that the name of a tag says, such as `v1.2.0`, `2.0.0-rc.1`, or `2024.6`.
///
/// It's compared by the rules of Semantic Versioning, with any number of numbers; missing ones are zero. A part such as
/// `rc1`, `a2`, or `.dev3`, as Python writes it, is a pre-release as well.
struct ReleaseVersion: Comparable, Hashable, Sendable {
  /// The numbers as digits without leading zeros, so that no number is too large; at least one, and none of them zero at
  /// the end.
  private let numbers: [String]

  /// The identifiers of a pre-release; empty for a release.
  private let prerelease: [String]

  /// Whether it comes before a release.
  var isPrerelease: Bool { !prerelease.isEmpty }

  /// Reads a tag; nil if it names no version.
  ///
  /// - Complexity: O(*n*) in the length of the tag; one of more than 255 bytes is none.
  init?(tag: String) {
    guard tag.utf8.count <= 255 else { return nil }
    var rest = tag[...]
    if let first = rest.first, first == "v" || first == "V" { rest = rest.dropFirst() }
    var numbers: [String] = []
    while true {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else { return nil }
      numbers.append(Self.withoutZeros(digits))
      rest = rest.dropFirst(digits.count)
      let next = rest.dropFirst().first
      guard rest.first == ".", let next, next.isASCII, next.isNumber else { break }
      rest = rest.dropFirst()
    }
    while numbers.count > 1, numbers.last?.isEmpty == true { numbers.removeLast() }
    self.numbers = numbers
    // Builds aren't compared.
    if let plus = rest.firstIndex(of: "+") { rest = rest[..<plus] }
    guard let mark = rest.first else {
      prerelease = []
      return
    }
    if mark == "-" || mark == "." { rest = rest.dropFirst() }
    let identifiers = rest.split(separator: ".", omittingEmptySubsequences: false)
    guard
      identifiers.allSatisfy({ word in
        !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      })
    else { return nil }
    let word = rest.prefix { $0.isLetter }.lowercased()
    // Without a mark, other words are something else: `1st`.
    let known = ["a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "dev"]
    guard mark == "-" || known.contains(word) else { return nil }
    // `rc1` is `rc.1`, so that 10 is after 9.
    prerelease = identifiers.flatMap { word -> [String] in
      let letters = word.prefix { $0.isLetter }
      let digits = word.dropFirst(letters.count)
      guard !letters.isEmpty, !digits.isEmpty, digits.allSatisfy(\.isNumber) else {
        return [String(word)]
      }
      return [String(letters), String(digits)]
    }
  }

  /// Whether a version comes before another.
  static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let one = index < left.numbers.count ? left.numbers[index] : ""
      let other = index < right.numbers.count ? right.numbers[index] : ""
      if one != other { return isBefore(one, other) }
    }
    if left.isPrerelease != right.isPrerelease { return left.isPrerelease }
    for (one, other) in zip(left.prerelease, right.prerelease) where one != other {
      switch (one.allSatisfy(\.isNumber), other.allSatisfy(\.isNumber)) {
      case (true, true):
        let (one, other) = (withoutZeros(one[...]), withoutZeros(other[...]))
        if one != other { return isBefore(one, other) }
      case (true, false): return true
      case (false, true): return false
      case (false, false): return one < other
      }
    }
    return left.prerelease.count < right.prerelease.count
  }

  /// Whether a number comes before another.
  private static func isBefore(_ one: String, _ other: String) -> Bool {
    (one.utf8.count, one) < (other.utf8.count, other)
  }

  private static func withoutZeros(_ digits: Substring) -> String {
    String(digits.drop { $0 == "0" })
  }
}
