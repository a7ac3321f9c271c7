// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// The names that an unknown one can have been meant to be, with the pieces that declare them.
struct NearNames {
  private let names: [(text: String, piece: Int)]

  init(_ names: [(String, Int)]) { self.names = names }

  /// Returns the pieces of the nearest name, and of another one that's as near.
  ///
  /// - Complexity: O(*n*) in the number of names, and more for those with about the same letters.
  func nearest(to name: String) -> [Int] {
    let wanted = LetterCount(name)
    let near = names.filter { wanted.isNear(LetterCount($0.text)) }.sorted { $0.text < $1.text }
    guard let first = NearMiss.match(for: name, in: near.map(\.text)) else { return [] }
    var found = [first.name]
    if !first.isClear {
      let others = near.map(\.text).filter { $0 != first.name }
      if let second = NearMiss.match(for: name, in: others) { found.append(second.name) }
    }
    return near.filter { found.contains($0.text) }.map(\.piece)
  }
}

/// The numbers of the letters of a name, in any case.
///
/// Two names differ in at least as many places as in letters.
private struct LetterCount {
  private var counts = SIMD32<Int8>(repeating: 0)
  private var length = 0

  init(_ name: String) {
    for byte in name.utf8.prefix(64) {
      counts[Int(byte & 0x1F)] &+= 1
      length += 1
    }
  }

  /// Whether a name may be near enough to be meant.
  func isNear(_ other: LetterCount) -> Bool {
    let limit = max(1, max(length, other.length) / 3)
    let more = counts &- other.counts
    let missing = more.replacing(with: 0, where: more .< 0)
    return abs(length - other.length) <= limit && Int(missing.wrappedSum()) <= limit
  }
}
