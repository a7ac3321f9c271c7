// SPDX-License-Identifier: Apache-2.0

/// Finds the name that someone probably meant.
package enum NearMiss {
  /// Returns the candidate closest to `name` by edit distance, or nil if none is close enough.
  ///
  /// A candidate is close enough if its distance is at most a third of the longer name's length, or
  /// one edit for short names. Swapping two adjacent characters counts as one edit; a difference in
  /// case counts as none. If several candidates are equally close, the first one wins.
  ///
  /// - Complexity: O(*c* · *n*²) in the number of candidates and the length of the names, of which
  ///   only the first 64 characters are compared.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    match(for: name, in: candidates)?.name
  }

  /// Returns whether exactly one candidate is closest to `name`, so that nothing else can have been
  /// meant.
  ///
  /// - Complexity: The same as ``nearest(to:in:)``.
  package static func isClear(_ name: String, in candidates: some Sequence<String>) -> Bool {
    match(for: name, in: candidates)?.isClear ?? false
  }

  /// A name that someone probably meant.
  package struct Match: Sendable {
    package let name: String

    /// Whether no other name is as close, so that nothing else can have been meant.
    package let isClear: Bool

    /// Creates a match.
    package init(name: String, isClear: Bool) {
      self.name = name
      self.isClear = isClear
    }
  }

  /// Returns the candidate closest to `name`, and whether it's the only one that's so close; nil if
  /// none is close enough.
  ///
  /// - Complexity: The same as ``nearest(to:in:)``.
  package static func match(
    for name: String, in candidates: some Sequence<String>
  ) -> Match? {
    let closest = closest(to: name, in: candidates)
    return closest.first.map { first in
      Match(name: first, isClear: closest.allSatisfy { $0 == first })
    }
  }

  /// Returns the candidates that are closest to `name`, in their order; none if none is close enough.
  ///
  /// - Complexity: O(*c*) in the number of candidates, and O(*n*²) in the length of those with about the same
  ///   letters, of which only the first 64 characters are compared.
  package static func closest(
    to name: String, in candidates: some Sequence<String>
  ) -> [String] {
    let wanted = Array(name.lowercased().prefix(64))
    guard !wanted.isEmpty else { return [] }
    let letters = LetterCount(name)
    var (closest, least): ([String], Int) = ([], .max)
    for candidate in candidates where candidate != name {
      if let letters, let others = LetterCount(candidate), !letters.mayBeNear(others) { continue }
      let other = Array(candidate.lowercased().prefix(64))
      guard !other.isEmpty else { continue }
      let limit = max(1, max(wanted.count, other.count) / 3)
      guard abs(wanted.count - other.count) <= limit else { continue }
      let distance =
        if let left = wanted.asciiBytes, let right = other.asciiBytes {
          editDistance(left, right)
        } else {
          editDistance(wanted, other)
        }
      guard distance <= limit, distance <= least else { continue }
      // A name of one or two letters is close to everything.
      guard distance < min(wanted.count, other.count) else { continue }
      if distance < least { closest = [] }
      least = distance
      closest.append(candidate)
    }
    return closest
  }

  /// Returns the minimum number of insertions, deletions, replacements, and swaps of adjacent
  /// characters that turn one text into the other.
  static func editDistance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var row = beforeLast
    for (i, a) in left.enumerated() {
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        var cost = min(last[j] + (a == b ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a == right[j - 1], left[i - 1] == b {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = cost
      }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[right.count]
  }
}

extension [Character] {
  /// The letters as bytes, which are compared faster; nil if one isn't ASCII.
  fileprivate var asciiBytes: [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for character in self {
      // A line break of two characters has the value of one.
      guard character.utf8.count == 1, let byte = character.utf8.first else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}

/// The numbers of the letters of a name of ASCII, in any case.
///
/// Two names differ in at least as many places as in letters, so most that aren't near are known without a comparison.
private struct LetterCount {
  private var counts = SIMD32<Int8>(repeating: 0)
  private var length = 0

  /// Returns nil for a name with other characters.
  init?(_ name: String) {
    for byte in name.utf8 {
      guard byte < 0x80 else { return nil }
      guard length < 64 else { continue }
      counts[Int(byte & 0x1F)] &+= 1
      length += 1
    }
  }

  /// Whether another name may be near enough to be meant.
  func mayBeNear(_ other: LetterCount) -> Bool {
    let limit = max(1, max(length, other.length) / 3)
    let more = counts &- other.counts
    let missing = more.replacing(with: 0, where: more .< 0)
    return abs(length - other.length) <= limit && Int(missing.wrappedSum()) <= limit
  }
}
