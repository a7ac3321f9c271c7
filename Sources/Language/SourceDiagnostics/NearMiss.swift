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
    let wanted = Array(name.lowercased().prefix(64))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    var isAlone = true
    for candidate in candidates where candidate != name {
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
      guard distance <= limit, distance <= (best?.distance ?? Int.max) else { continue }
      // A name of one or two letters is close to everything.
      guard distance < min(wanted.count, other.count) else { continue }
      if let best, distance == best.distance {
        if candidate != best.name { isAlone = false }
        continue
      }
      best = (candidate, distance)
      isAlone = true
    }
    return best.map { Match(name: $0.name, isClear: isAlone) }
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
