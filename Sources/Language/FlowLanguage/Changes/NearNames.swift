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
    let closest = Set(NearMiss.closest(to: name, in: names.lazy.map(\.text))).sorted().prefix(2)
    return names.filter { closest.contains($0.text) }.map(\.piece)
  }
}
