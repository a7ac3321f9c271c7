// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A path in a list.
public struct PathEntry: Hashable, Sendable {
  /// The path as a person types it, with a `/` at the end of a folder.
  public let path: String

  /// The size of the file in bytes; nil for folders, and where it isn't known.
  public let byteCount: Int?

  /// The day on which it was changed last, in the time zone of the host; nil where it isn't known.
  public let changed: CalendarDate?

  /// Creates an entry.
  public init(_ path: String, byteCount: Int? = nil, changed: CalendarDate? = nil) {
    self.path = path
    self.byteCount = byteCount
    self.changed = changed
  }

  /// Whether it's a folder.
  public var isFolder: Bool { path.hasSuffix("/") }
}

/// The paths of a list, each of which is looked at when it's read.
///
/// A folder may have 100,000 files, of which a screen shows ten.
public struct PathEntries: RandomAccessCollection, Sendable {
  private let entry: @Sendable (Int) -> PathEntry

  /// The number of paths.
  public let endIndex: Int

  /// The position of the first path.
  public var startIndex: Int { 0 }

  /// Creates a list of known entries.
  public init(_ entries: [PathEntry] = []) {
    self.init(count: entries.count) { entries[$0] }
  }

  /// Creates a list of entries that are looked up.
  ///
  /// - Parameters:
  ///   - count: The number of paths.
  ///   - entry: Returns the entry at a position from 0.
  public init(count: Int, entry: @escaping @Sendable (Int) -> PathEntry) {
    endIndex = Swift.max(0, count)
    self.entry = entry
  }

  /// The entry at a position.
  ///
  /// - Precondition: The position is in the list.
  public subscript(position: Int) -> PathEntry {
    precondition(indices.contains(position), "a position outside the list")
    return entry(position)
  }
}
