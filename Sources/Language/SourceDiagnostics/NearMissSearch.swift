// SPDX-License-Identifier: Apache-2.0

/// Finds the names that someone probably meant while a file is checked, for as many unknown names
/// as are shown.
///
/// A file can have as many unknown names as known ones, so comparing each with each would take
/// quadratic time. A ``DiagnosticList`` shows a hundred diagnostics, so only the first unknown names
/// are compared with the known ones.
///
/// It's a class because everything that checks a file shares one.
package final class NearMissSearch {
  /// The maximum number of unknown names to compare with the known ones.
  ///
  /// More than a list of diagnostics shows, because names aren't checked exactly in file order.
  static let limit = 150

  /// The number of comparisons of names so far.
  package private(set) var work = 0

  private var count = 0

  package init() {}

  /// Counts an unknown name, and returns whether to look for what it means.
  package func begin() -> Bool {
    count += 1
    return count <= Self.limit
  }

  /// Returns the candidate that was probably meant; nil if none is close enough, or if too many
  /// names were looked for before.
  ///
  /// - Complexity: O(*c* · *n*²) in the number of candidates and the length of the names, of which
  ///   only the first 64 characters are compared; O(1) beyond the limit.
  package func match(
    for name: String, in candidates: @autoclosure () -> [String]
  ) -> NearMiss.Match? {
    begin() ? match(of: name, in: candidates()) : nil
  }

  /// Returns the candidate that was probably meant, for a name that was counted.
  package func match(of name: String, in candidates: [String]) -> NearMiss.Match? {
    work += candidates.count
    return NearMiss.match(for: name, in: candidates)
  }
}
