// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import FlowSessions
import Synchronization

/// A store that keeps each walk in a file of a folder, for the processes of one machine.
///
/// A change is appended as a record with a checksum, and is on disk when the operation returns. A record
/// that a power failure has cut is removed before the next change, and a file that ends before its first record does
/// is no walk. Files are locked with `flock`, so the
/// folder must be on a local disk. Each file can be read only by the user who runs the program.
///
/// An operation takes O(*n*) in the size of the walk. Appending takes O(1) as long as no one else
/// changes the walk. The files of at most 64 walks stay open between operations.
public final class FileWalkStore: WalkStore {
  /// The path of the folder.
  package let folder: String

  /// The maximum size of a walk in bytes.
  public let maximumWalkByteCount: Int

  /// The files wait for locks and for the disk, so they're not used on the tasks' threads; see `SyncPace` for the exception.
  private let queue = DispatchQueue(label: "FileWalkStore", attributes: .concurrent)

  private let files: SessionFiles

  /// Creates a store for a folder that exists.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - maximumWalkByteCount: The maximum size of a walk in bytes; by default 16 MiB.
  public init(_ folder: String, maximumWalkByteCount: Int = 16 << 20) {
    self.folder = folder
    self.maximumWalkByteCount = maximumWalkByteCount
    files = SessionFiles(folder: folder, limit: maximumWalkByteCount)
  }

  /// Adds a walk; see ``WalkStore``.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision {
    try await perform { files throws(WalkStoreError) in try files.create(id, walk, summary) }
  }

  /// Appends events; see ``WalkStore``.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    if files.isQuick,
      let next = try files.appendUnlessLocked(
        events, to: id, after: revision, holding: lease, summary)
    {
      return next
    }
    return try await perform { files throws(WalkStoreError) in
      try files.append(events, to: id, after: revision, holding: lease, summary)
    }
  }

  /// Replaces a walk; see ``WalkStore``.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try await perform { files throws(WalkStoreError) in
      try files.replace(id, with: walk, after: revision, holding: lease, summary)
    }
  }

  /// Returns a walk; see ``WalkStore``.
  public func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    try files.find(id)
    return try await perform { files throws(WalkStoreError) in try files.load(id) }
  }

  /// Returns a walk, or nil if it still has a revision; see ``WalkStore``.
  ///
  /// - Complexity: O(1) if no one has changed its file since this store has read or written it.
  public func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk? {
    if try files.isUnchanged(id, at: revision) { return nil }
    let stored = try await perform { files throws(WalkStoreError) in try files.load(id) }
    return stored.revision == revision ? nil : stored
  }

  /// Returns a page of the walks; see ``WalkStore``.
  ///
  /// - Complexity: O(*n* log *n*) in the number of walks, and the size of those on the page.
  public func list(
    after id: String?, limit: Int
  ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    try await perform { files throws(WalkStoreError) in try files.list(after: id, limit: limit) }
  }

  /// Returns the number of walks whose ids begin with a text and are longer; see ``WalkStore``.
  ///
  /// - Complexity: O(*n*) in the number of walks, of which only the names are read.
  public func count(
    beginningWith prefix: String, limit: Int
  ) async throws(WalkStoreError) -> Int {
    try await perform { files throws(WalkStoreError) in
      try files.count(beginningWith: prefix, limit: limit)
    }
  }

  /// Reserves the right to change a walk; see ``WalkStore``.
  public func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
    try await perform { files throws(WalkStoreError) in try files.lease(id) }
  }

  /// Makes sure that a lease hasn't ended; see ``WalkStore``.
  public func renew(_ lease: WalkLease) async throws(WalkStoreError) { try files.renew(lease) }

  /// Ends a lease; see ``WalkStore``.
  public func release(_ lease: WalkLease) async { files.release(lease) }

  /// Removes a walk; see ``WalkStore``.
  public func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) {
    try await perform { files throws(WalkStoreError) in
      try files.remove(id, after: revision, holding: lease)
    }
  }

  private func perform<Answer: Sendable>(
    _ operation: @escaping @Sendable (SessionFiles) throws(WalkStoreError) -> Answer
  ) async throws(WalkStoreError) -> Answer {
    let result: Result<Answer, WalkStoreError> = await withCheckedContinuation { waiting in
      queue.async { [files] in
        do throws(WalkStoreError) {
          waiting.resume(returning: .success(try operation(files)))
        } catch {
          waiting.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }
}
