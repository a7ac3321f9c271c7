// SPDX-License-Identifier: Apache-2.0

/// A list of diagnostics in source order that keeps only the first hundred or so.
///
/// Every stage that checks a file adds to the same list. A hostile file can contain a million
/// mistakes, so the list keeps those that come first in the source and only counts the rest; its
/// memory use stays bounded. Adding a diagnostic that's equal to a kept one has no effect.
///
/// Diagnostics are sorted by file, in the order in which files first appeared, then by the start of
/// their range, and then by severity, errors first. If not all fit, errors are kept in preference
/// to warnings.
public struct DiagnosticList: Sendable {
  /// The maximum number of diagnostics to keep; at least one.
  package let limit: Int

  /// The number of errors, kept or not.
  public private(set) var errorCount = 0

  /// The number of warnings, kept or not.
  public private(set) var warningCount = 0

  private var entries: [Entry] = []
  private var kept: Set<Diagnostic> = []
  private var fileRanks: [ObjectIdentifier: Int] = [:]
  private var nextSequence = 0

  /// The last entry kept by the previous trim; entries that sort after it are only counted.
  private var cut: Entry?

  /// Creates an empty list that keeps at most `limit` diagnostics.
  package init(limit: Int = 100) { self.limit = max(1, limit) }

  /// Whether no diagnostic was added.
  public var isEmpty: Bool { errorCount + warningCount == 0 }

  /// Whether an error was added.
  public var hasErrors: Bool { errorCount > 0 }

  /// The number of files with diagnostics, not counting flows made in code.
  private(set) var fileCount = 0

  /// The kept diagnostics in source order, at most limit.
  ///
  /// - Complexity: O(*n* log *n*) in the limit.
  public var diagnostics: [Diagnostic] {
    entries.sorted().prefix(limit).sorted { $0.place < $1.place }.map(\.diagnostic)
  }

  /// The number of diagnostics that were found but not kept.
  package var omittedCount: Int { errorCount + warningCount - min(limit, entries.count) }

  /// Adds a diagnostic.
  ///
  /// - Complexity: O(log *n*) in the limit, amortised.
  package mutating func add(_ diagnostic: Diagnostic) {
    guard !kept.contains(diagnostic) else { return }
    switch diagnostic.severity {
    case .error: errorCount += 1
    case .warning: warningCount += 1
    }
    let file = ObjectIdentifier(diagnostic.place.file)
    let rank = fileRanks[file] ?? fileRanks.count
    if fileRanks.updateValue(rank, forKey: file) == nil, diagnostic.place.file.outline == nil {
      fileCount += 1
    }
    let entry = Entry(diagnostic: diagnostic, fileRank: rank, sequence: nextSequence)
    nextSequence += 1
    if let cut, cut < entry { return }
    entries.append(entry)
    kept.insert(diagnostic)
    if entries.count >= 2 * limit + 16 { dropTail() }
  }

  /// Adds diagnostics.
  package mutating func add(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Adds the diagnostics that another list kept, and its counts of those that it didn't.
  package mutating func add(contentsOf list: DiagnosticList) {
    add(contentsOf: list.diagnostics)
    let shown = list.diagnostics
    let shownErrors = shown.count { $0.severity == .error }
    errorCount += list.errorCount - shownErrors
    warningCount += list.warningCount - (shown.count - shownErrors)
  }

  /// Modifies each kept diagnostic.
  ///
  /// The closure must not change its severity or place.
  package mutating func update(_ change: (inout Diagnostic) -> Void) {
    for index in entries.indices {
      kept.remove(entries[index].diagnostic)
      change(&entries[index].diagnostic)
      kept.insert(entries[index].diagnostic)
    }
  }

  /// Removes the kept diagnostics that satisfy a predicate, such as warnings that a file allows.
  package mutating func removeAll(where isUnwanted: (Diagnostic) -> Bool) {
    entries.removeAll { entry in
      guard isUnwanted(entry.diagnostic) else { return false }
      kept.remove(entry.diagnostic)
      switch entry.diagnostic.severity {
      case .error: errorCount -= 1
      case .warning: warningCount -= 1
      }
      return true
    }
  }

  private mutating func dropTail() {
    entries.sort()
    for entry in entries[limit...] { kept.remove(entry.diagnostic) }
    entries.removeSubrange(limit...)
    cut = entries.last
  }
}

extension DiagnosticList {
  /// A diagnostic with its sort keys.
  private struct Entry: Comparable, Sendable {
    var diagnostic: Diagnostic
    let fileRank: Int
    let sequence: Int

    private var rank: Int { diagnostic.severity == .error ? 0 : 1 }

    /// The sort key that decides which diagnostics are kept.
    private var key: (Int, Int, Int, Int) {
      (rank, fileRank, diagnostic.place.range.lowerBound, sequence)
    }

    /// The sort key of the finished list.
    var place: (Int, Int, Int, Int) {
      (fileRank, diagnostic.place.range.lowerBound, rank, sequence)
    }

    static func < (left: Entry, right: Entry) -> Bool { left.key < right.key }
    static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
  }
}
