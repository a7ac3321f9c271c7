// SPDX-License-Identifier: Apache-2.0

/// Diagnostics in source order, of which only the first hundred or so are kept.
///
/// Every stage that looks for mistakes adds to one list. A hostile file can hold a million
/// mistakes, so the list keeps those that come first in the source and only counts the others; its
/// memory stays bounded whatever is added. A diagnostic that is equal to a kept one isn't added
/// again.
///
/// Files come in the order in which the list first heard of them, places by their start, and at one
/// place errors before warnings. Where not all are kept, errors are kept rather than warnings.
public struct DiagnosticList: Sendable {
  /// How many diagnostics are kept; at least one.
  public let limit: Int

  /// The number of errors, kept or not.
  public private(set) var errorCount = 0

  /// The number of warnings, kept or not.
  public private(set) var warningCount = 0

  private var entries: [Entry] = []
  private var kept: Set<Diagnostic> = []
  private var fileRanks: [ObjectIdentifier: Int] = [:]
  private var nextSequence = 0

  /// The last entry that survived the previous cut; what sorts after it is only counted.
  private var cut: Entry?

  /// Creates an empty list that keeps `limit` diagnostics.
  public init(limit: Int = 100) { self.limit = max(1, limit) }

  /// Whether nothing was added.
  public var isEmpty: Bool { errorCount + warningCount == 0 }

  /// Whether an error was added.
  public var hasErrors: Bool { errorCount > 0 }

  /// The number of files in which something was found; a flow made in code is none.
  public private(set) var fileCount = 0

  /// The kept diagnostics in source order, at most ``limit``.
  ///
  /// - Complexity: O(*n* log *n*) in the limit.
  public var diagnostics: [Diagnostic] {
    entries.sorted().prefix(limit).sorted { $0.place < $1.place }.map(\.diagnostic)
  }

  /// How many diagnostics were found beyond those kept.
  public var omittedCount: Int { errorCount + warningCount - min(limit, entries.count) }

  /// Adds a diagnostic.
  ///
  /// - Complexity: O(log *n*) in the limit, amortised.
  public mutating func add(_ diagnostic: Diagnostic) {
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
  public mutating func add(contentsOf diagnostics: some Sequence<Diagnostic>) {
    for diagnostic in diagnostics { add(diagnostic) }
  }

  /// Adds what another list kept, and counts what it only counted.
  public mutating func add(contentsOf list: DiagnosticList) {
    add(contentsOf: list.diagnostics)
    let shown = list.diagnostics
    let shownErrors = shown.count { $0.severity == .error }
    errorCount += list.errorCount - shownErrors
    warningCount += list.warningCount - (shown.count - shownErrors)
  }

  /// Changes each kept diagnostic, but neither its severity nor its place.
  package mutating func update(_ change: (inout Diagnostic) -> Void) {
    for index in entries.indices {
      kept.remove(entries[index].diagnostic)
      change(&entries[index].diagnostic)
      kept.insert(entries[index].diagnostic)
    }
  }

  /// Removes kept diagnostics, as those that a file allows.
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
  /// A diagnostic with its place in the order.
  private struct Entry: Comparable, Sendable {
    var diagnostic: Diagnostic
    let fileRank: Int
    let sequence: Int

    private var rank: Int { diagnostic.severity == .error ? 0 : 1 }

    /// The order in which diagnostics are kept.
    private var key: (Int, Int, Int, Int) {
      (rank, fileRank, diagnostic.place.range.lowerBound, sequence)
    }

    /// The order in which they are.
    var place: (Int, Int, Int, Int) {
      (fileRank, diagnostic.place.range.lowerBound, rank, sequence)
    }

    static func < (left: Entry, right: Entry) -> Bool { left.key < right.key }
    static func == (left: Entry, right: Entry) -> Bool { left.sequence == right.sequence }
  }
}
