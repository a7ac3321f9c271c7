// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Dispatch
import FlowExpressions
import FlowHosts
import FlowSessions
import Synchronization

/// The operations of a ``FileWalkStore``, which wait for locks and for the disk.
///
/// A walk is the file `ID.session`, with at least its beginning. A writer holds its lock, and readers share it. A
/// lease is the lock of the file `ID.lease`. A lease is taken and looked at only with the walk's lock,
/// so neither is ever seen halfway.
final class SessionFiles: Sendable {
  private let folder: String
  private let limit: Int

  /// The leases that this store holds, and what it knows of walks that it has changed.
  private let held = Mutex<[WalkLease: JournalFile]>([:])
  private let known = Mutex<[String: SessionFileState]>([:])
  private let hasTidied = Mutex(false)

  /// The files that are open, and how long the disk takes.
  private let openFiles = OpenWalkFiles()
  private let pace = SyncPace()

  init(folder: String, limit: Int) {
    self.folder = folder
    self.limit = limit
  }

  deinit {
    held.withLock { for file in $0.values { file.close() } }
  }

  // MARK: Operations

  func create(
    _ id: String, _ walk: SavedWalk, _ summary: WalkSummary
  ) throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    try StoreLimits.check(id, byteCount: bytes.count, limit: limit)
    let summary = try self.bytes(of: summary, id)
    removeLeftovers()
    let temporary = "\(folder)/.\(id).\(UInt64.random(in: .min ... .max))\(Self.newEnding)"
    var (state, content) = SessionFileState.beginning(bytes, .first, summary: summary)
    let isNamed: Bool
    do throws(JournalFile.Refusal) {
      let file = try JournalFile.created(temporary)
      defer { file.close() }
      do throws(JournalFile.Refusal) {
        // Until it's on disk, no one reads or changes it.
        try file.waitForLock()
        try file.add(content, at: 0)
        state.number = file.number
        isNamed = try name(file, id)
      } catch {
        unlink(temporary)
        throw error
      }
    } catch {
      throw .system(error)
    }
    guard isNamed else { throw .exists(id) }
    remember(state, id)
    return .first
  }

  /// Gives a walk's file that's whole its name, and returns when both are on disk.
  ///
  /// They're waited for at once: a file system with a journal writes them together, and others side by side.
  ///
  /// - Returns: Whether it has the name; false if there's a walk of the name.
  private func name(_ file: JournalFile, _ id: String) throws(JournalFile.Refusal) -> Bool {
    let isNamed = try takeName(file, id)
    unlink(file.path)
    guard isNamed else { return false }
    let refusal = Mutex<JournalFile.Refusal?>(nil)
    DispatchQueue.concurrentPerform(iterations: 2) { part in
      if part > 0 { return JournalFile.synchronize(folder: folder) }
      do throws(JournalFile.Refusal) {
        try file.synchronize()
      } catch {
        refusal.withLock { $0 = error }
      }
    }
    if let refusal = refusal.withLock({ $0 }) {
      unlink(path(of: id))
      throw refusal
    }
    return true
  }

  private func takeName(_ file: JournalFile, _ id: String) throws(JournalFile.Refusal) -> Bool {
    let path = path(of: id)
    do throws(JournalFile.Refusal) {
      try JournalFile.name(file.path, as: path)
    } catch {
      guard error.code == EEXIST else { throw error }
      guard let other = try? locked(id) else { return false }
      defer { other.close() }
      // Of a walk that wasn't acknowledged, a power failure can leave less than its beginning.
      guard let bytes = try? other.bytes(), JournalRecords.isCutInFirst(bytes) else { return false }
      try JournalFile.rename(file.path, to: path)
    }
    return true
  }

  /// Whether changes are on disk in so little time that they're better waited for at once.
  var isQuick: Bool { pace.isQuick }

  func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    _ summary: WalkSummary?
  ) throws(WalkStoreError) -> WalkRevision {
    try append(events, to: id, after: revision, holding: lease, summary, in: locked(id))
  }

  /// Appends events, unless another operation has the walk's lock.
  ///
  /// - Returns: The new revision; nil if nothing was done.
  func appendUnlessLocked(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    _ summary: WalkSummary?
  ) throws(WalkStoreError) -> WalkRevision? {
    guard let file = try lockedAtOnce(id) else { return nil }
    return try append(events, to: id, after: revision, holding: lease, summary, in: file)
  }

  private func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    _ summary: WalkSummary?, in file: JournalFile
  ) throws(WalkStoreError) -> WalkRevision {
    defer { giveBack(file, id) }
    var state = try changeable(id, file, after: revision, holding: lease)
    guard !events.isEmpty else { return revision }
    let content = WalkRecord(events).bytes
    try StoreLimits.check(id, byteCount: state.walkByteCount + content.count, limit: limit)
    let (length, isTorn) = (state.length, state.room == nil)
    let bytes = state.add(content, revision.next, summary: try bytes(of: summary, id))
    let begun = ContinuousClock.now
    do throws(JournalFile.Refusal) {
      if isTorn { try file.cut(to: length) }
      try file.append(bytes, at: length)
    } catch {
      throw .system(error)
    }
    pace.note(.now - begun)
    remember(state, id)
    return revision.next
  }

  func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    _ summary: WalkSummary?
  ) throws(WalkStoreError) -> WalkRevision {
    let file = try locked(id)
    defer { file.close() }
    _ = try changeable(id, file, after: revision, holding: lease)
    let bytes = walk.bytes
    try StoreLimits.check(id, byteCount: bytes.count, limit: limit)
    let kept = if let summary { summary } else { try content(of: file, id).stored.summary }
    let summary = try self.bytes(of: kept, id)
    let temporary = "\(folder)/.\(id).replacing\(Self.newEnding)"
    unlink(temporary)
    let new = try written(
      SessionFileState.beginning(bytes, revision.next, summary: summary).bytes, to: temporary)
    defer { new.close() }
    do throws(JournalFile.Refusal) {
      try JournalFile.rename(temporary, to: path(of: id))
    } catch {
      unlink(temporary)
      throw .system(error)
    }
    JournalFile.synchronize(folder: folder)
    remember(nil, id)
    return revision.next
  }

  func load(_ id: String) throws(WalkStoreError) -> StoredWalk {
    let file = try locked(id, isShared: true)
    defer { file.close() }
    let (stored, state) = try content(of: file, id)
    remember(state, id)
    return stored
  }

  /// Whether a walk's file is as this store has read or written it last, at a revision; waits for no lock.
  ///
  /// - Throws: ``WalkStoreError``; unknown if there's no file.
  func isUnchanged(
    _ id: String, at revision: WalkRevision
  ) throws(WalkStoreError) -> Bool {
    try StoreLimits.check(id)
    let state = known.withLock { $0[id] }
    guard let state, state.revision == revision else { return false }
    if let file = openFiles.take(id) {
      if file.isCurrent {
        defer { openFiles.keep(file, id) }
        return has(state, file)
      }
      file.closeUnlocked()
    }
    do throws(JournalFile.Refusal) {
      let file = try JournalFile(path(of: id), O_RDONLY)
      defer { file.closeUnlocked() }
      return has(state, file)
    } catch {
      throw error.code == ENOENT ? .unknown(id) : .system(error)
    }
  }

  /// Throws if there's no file of a walk; waits for no lock.
  func find(_ id: String) throws(WalkStoreError) {
    try StoreLimits.check(id)
    guard access(path(of: id), F_OK) == 0 || errno != ENOENT else { throw .unknown(id) }
  }

  func count(beginningWith prefix: String, limit: Int) throws(WalkStoreError) -> Int {
    do throws(JournalFile.Refusal) {
      return try JournalFile.countNames(
        in: folder, beginningWith: prefix, endingWith: Self.ending, limit: max(limit, 1))
    } catch {
      throw .system(error)
    }
  }

  private func entry(_ id: String) throws(WalkStoreError) -> StoredWalk.Entry {
    let file = try locked(id, isShared: true)
    defer { file.close() }
    let stored = try? content(of: file, id).stored
    return StoredWalk.Entry(
      id: id, revision: stored?.revision, changed: file.changed, summary: stored?.summary)
  }

  func list(after id: String?, limit: Int) throws(WalkStoreError) -> [StoredWalk.Entry] {
    let names: [String]
    do throws(JournalFile.Refusal) {
      names = try JournalFile.names(in: folder)
    } catch {
      throw .system(error)
    }
    var ids: [String] = []
    for name in names where name.hasSuffix(Self.ending) {
      let found = String(name.dropLast(Self.ending.count))
      guard WalkID.isValid(found) else { continue }
      if let id, !id.utf8.lexicographicallyPrecedes(found.utf8) { continue }
      ids.append(found)
    }
    ids.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var entries: [StoredWalk.Entry] = []
    let length = StoreLimits.pageLength(limit)
    for id in ids where entries.count < length {
      do throws(WalkStoreError) {
        entries.append(try entry(id))
      } catch {
        switch error {
        case .unknown: continue
        default: entries.append(StoredWalk.Entry(id: id, revision: nil))
        }
      }
    }
    return entries
  }

  func lease(_ id: String) throws(WalkStoreError) -> WalkLease {
    let walk = try locked(id)
    defer { walk.close() }
    do throws(JournalFile.Refusal) {
      if let file = try JournalFile.locked(leasePath(of: id), O_RDWR | O_CREAT) {
        let lease = WalkLease(id)
        held.withLock { $0[lease] = file }
        return lease
      }
    } catch {
      throw .system(error)
    }
    throw .leased(id)
  }

  func renew(_ lease: WalkLease) throws(WalkStoreError) {
    guard held.withLock({ $0[lease] != nil }) else { throw .leaseLost(lease.id) }
  }

  func release(_ lease: WalkLease) {
    held.withLock { $0.removeValue(forKey: lease) }?.close()
  }

  func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) throws(WalkStoreError) {
    let file = try locked(id)
    defer { file.close() }
    // A damaged walk has no revision, and can be removed without one.
    if revision == nil {
      try checkLease(id, lease)
    } else {
      _ = try changeable(id, file, after: revision, holding: lease)
    }
    do throws(JournalFile.Refusal) {
      try JournalFile.remove(path(of: id))
    } catch {
      throw .system(error)
    }
    unlink(leasePath(of: id))
    JournalFile.synchronize(folder: folder)
    remember(nil, id)
    openFiles.close(id)
    if let lease { release(lease) }
  }

  // MARK: Files

  private static let ending = ".session"

  /// The end of a file's name until the file is complete.
  private static let newEnding = ".new"

  /// Removes, once, what crashes have left more than an hour ago.
  private func removeLeftovers() {
    let isFirst = hasTidied.withLock { hasTidied in
      defer { hasTidied = true }
      return !hasTidied
    }
    guard isFirst, let time = try? SystemHost.now.subtracting(TimeSpan(seconds: 3_600)) else {
      return
    }
    JournalFile.removeLeftovers(in: folder, changedBefore: time) {
      $0.hasPrefix(".") && $0.hasSuffix(Self.newEnding)
    }
  }

  private func path(of id: String) -> String { "\(folder)/\(id)\(Self.ending)" }

  private func leasePath(of id: String) -> String { "\(folder)/\(id).lease" }

  /// Opens a walk's file with its lock, also if it's replaced meanwhile.
  private func locked(
    _ id: String, isShared: Bool = false
  ) throws(WalkStoreError) -> JournalFile {
    let file = try opened(id, isShared: isShared) { file throws(JournalFile.Refusal) in
      try file.waitForLock(isShared: isShared)
      return true
    }
    guard let file else { throw .unknown(id) }
    return file
  }

  /// Opens a walk's file with its lock; nil if another operation has it.
  private func lockedAtOnce(_ id: String) throws(WalkStoreError) -> JournalFile? {
    try opened(id, isShared: false) { file throws(JournalFile.Refusal) in try file.takesLock() }
  }

  private func opened(
    _ id: String, isShared: Bool, by lock: (JournalFile) throws(JournalFile.Refusal) -> Bool
  ) throws(WalkStoreError) -> JournalFile? {
    try StoreLimits.check(id)
    do throws(JournalFile.Refusal) {
      return try JournalFile.locked(
        path(of: id), isShared ? O_RDONLY : O_RDWR, open: openFiles.take(id), by: lock)
    } catch {
      guard error.code == ENOENT else { throw .system(error) }
      // Without its folder, a walk may be there; and a folder that can't be changed refuses to change any.
      if access(folder, isShared ? F_OK : W_OK) != 0 { throw .system(.init(folder, errno)) }
    }
    throw .unknown(id)
  }

  /// Gives back the lock of a walk's file, which stays open for the next operation.
  private func giveBack(_ file: JournalFile, _ id: String) {
    file.unlock()
    openFiles.keep(file, id)
  }

  /// Writes a new file, which is closed if that fails.
  private func written(
    _ content: [UInt8], to path: String
  ) throws(WalkStoreError) -> JournalFile {
    do throws(JournalFile.Refusal) {
      let file = try JournalFile.created(path)
      do throws(JournalFile.Refusal) {
        try file.append(content, at: 0)
        return file
      } catch {
        file.close()
        unlink(path)
        throw error
      }
    } catch {
      throw .system(error)
    }
  }

  /// The bytes of a summary; none if there's none.
  private func bytes(
    of summary: WalkSummary?, _ id: String
  ) throws(WalkStoreError) -> [UInt8] {
    let bytes = summary?.bytes ?? []
    try StoreLimits.check(id, byteCount: bytes.count, limit: limit)
    return bytes
  }

  // MARK: States

  /// Returns the state of a walk that the caller may change, and whose lock this store has.
  private func changeable(
    _ id: String, _ file: JournalFile, after revision: WalkRevision?, holding lease: WalkLease?
  ) throws(WalkStoreError) -> SessionFileState {
    try checkLease(id, lease)
    let state = try state(of: file, id)
    if let revision, revision != state.revision { throw .conflict(id, current: state.revision) }
    return state
  }

  /// Throws if someone else has leased a walk whose lock this store has.
  private func checkLease(_ id: String, _ lease: WalkLease?) throws(WalkStoreError) {
    if let lease {
      guard lease.id == id, held.withLock({ $0[lease] != nil }) else { throw .leaseLost(id) }
    } else if let other = try? JournalFile(leasePath(of: id), O_RDONLY) {
      defer { other.close() }
      do throws(JournalFile.Refusal) {
        if try other.takesLock() { return }
      } catch {
        throw .system(error)
      }
      throw .leased(id)
    }
  }

  /// Returns the state of a file, without reading all of it if no one has changed it since.
  private func state(
    of file: JournalFile, _ id: String
  ) throws(WalkStoreError) -> SessionFileState {
    if let state = known.withLock({ $0[id] }), has(state, file) { return state }
    let state = try content(of: file, id).state
    remember(state, id)
    return state
  }

  /// Whether a file is as it was in a state: nothing was appended, and it wasn't replaced.
  private func has(_ state: SessionFileState, _ file: JournalFile) -> Bool {
    guard let room = state.room else { return false }
    return state.number == file.number
      && file.ends(with: state.ending, at: state.length, room: room)
  }

  private func content(
    of file: JournalFile, _ id: String
  ) throws(WalkStoreError) -> (stored: StoredWalk, state: SessionFileState) {
    let bytes: [UInt8]
    do throws(JournalFile.Refusal) {
      bytes = try file.bytes()
    } catch {
      throw .system(error)
    }
    do throws(SavedWalkError) {
      return try SessionFileState.read(bytes, number: file.number)
    } catch {
      throw JournalRecords.isCutInFirst(bytes) ? .unknown(id) : .damaged(id, error)
    }
  }

  private func remember(_ state: SessionFileState?, _ id: String) {
    known.withLock { known in
      if known.count >= Self.maximumKnownCount { known.removeAll() }
      known[id] = state
    }
  }

  /// The number of walks whose states are kept in memory.
  private static let maximumKnownCount = 10_000
}

extension WalkStoreError {
  /// A refusal of the system: for ever, if it's a right or something that's missing, and otherwise for now.
  fileprivate static func system(_ refusal: JournalFile.Refusal) -> WalkStoreError {
    switch refusal.code {
    case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG:
      .refused(reason: refusal.reason)
    default: .unavailable(reason: refusal.reason)
    }
  }
}
