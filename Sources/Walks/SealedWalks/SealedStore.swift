// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
public import FlowSessions
public import SavedWalks
import Synchronization

/// A store that seals the walks of another store, so that it can keep secrets.
///
/// ```swift
/// let sealed = SealedStore(wrapping: store, keys: keys)
/// let runner = try await AsyncFlowRunner(flow: flow, in: sealed, id: "trip", clock: { now })
/// ```
///
/// The wrapped store sees the ids, the revisions, the sizes, and the times: of changes, of the beginning, and when a walk
/// may be removed. Nothing else: flows, inputs, answers, results, and the rest of each summary are sealed with ChaCha20-Poly1305. The seal of each change covers the id of the walk and
/// its revision, so changes can't be exchanged, within a walk or between two. Someone who can write to the wrapped
/// store can still put back all of an earlier revision.
///
/// It opens only what it has sealed, so begin with it. To change keys without refusing walks, add the new key
/// at the end of the ring on every machine, then move it to the front, call ``resealAll()``, and remove the old key
/// when nothing is left.
///
/// An operation takes as long as the wrapped store's, and the time to seal. The first append to a walk that
/// this store hasn't seen also loads it.
public final class SealedStore: WalkStore {
  /// The store that keeps the walks.
  package let wrapped: any WalkStore

  /// The keys; the first seals, and all open.
  package let keys: WalkKeyRing

  /// The sizes of walks before they're sealed, at a revision.
  private let sizes = Mutex<[String: (revision: WalkRevision, byteCount: Int)]>([:])

  /// The number of walks whose sizes are kept in memory.
  private static let maximumSizeCount = 10_000

  /// Creates a store over another one.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the walks.
  ///   - keys: The keys; the first seals, and all open.
  public init(wrapping store: any WalkStore, keys: WalkKeyRing) {
    wrapped = store
    self.keys = keys
  }

  /// The maximum size of a walk in bytes, before it's sealed: half of the wrapped store's.
  ///
  /// Sealing adds up to 64 bytes to each change. A walk of so many small changes that the wrapped store has no
  /// room for them is refused with that store's numbers.
  public var maximumWalkByteCount: Int { wrapped.maximumWalkByteCount / 2 }

  /// Whether what's stored is sealed: it is.
  public var isSealed: Bool { true }

  /// How long a lease of the wrapped store lasts, in seconds; nil if it ends only with its holder.
  public var leaseLifetime: Double? { wrapped.leaseLifetime }

  // MARK: Changes

  /// Adds a walk; see `WalkStore`.
  @discardableResult
  public func create(
    _ id: String, _ walk: SavedWalk, summary: WalkSummary
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    try StoreLimits.check(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    let revision = try await wrapped.create(
      id, sealed(bytes, id, .first), summary: sealed(summary, id, .first))
    note(bytes.count, id, revision)
    return revision
  }

  /// Appends events; see `WalkStore`.
  @discardableResult
  public func append(
    _ events: [LoggedEvent], to id: String, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    guard !events.isEmpty else {
      return try await wrapped.append([], to: id, after: revision, holding: lease)
    }
    let content = WalkRecord(events).bytes
    let size = try await size(of: id, at: revision, holding: lease) + content.count
    if size > maximumWalkByteCount {
      try await wrapped.append([], to: id, after: revision, holding: lease)
      throw .tooLarge(id, byteCount: size, limit: maximumWalkByteCount)
    }
    let part = seal(content, id, revision.next)
    let event = LoggedEvent(event: .effectEnded(.returned(.bytes(part))), now: .epoch)
    let next = try await wrapped.append(
      [event], to: id, after: revision, holding: lease,
      summary: summary.map { sealed($0, id, revision.next) })
    note(size, id, next)
    return next
  }

  /// Replaces a walk; see `WalkStore`.
  @discardableResult
  public func replace(
    _ id: String, with walk: SavedWalk, after revision: WalkRevision, holding lease: WalkLease?,
    summary: WalkSummary?
  ) async throws(WalkStoreError) -> WalkRevision {
    try StoreLimits.check(id)
    let bytes = walk.bytes
    if bytes.count > maximumWalkByteCount {
      try await wrapped.append([], to: id, after: revision, holding: lease)
      throw .tooLarge(id, byteCount: bytes.count, limit: maximumWalkByteCount)
    }
    let next = try await wrapped.replace(
      id, with: sealed(bytes, id, revision.next), after: revision, holding: lease,
      summary: summary.map { sealed($0, id, revision.next) })
    note(bytes.count, id, next)
    return next
  }

  /// Removes a walk; see `WalkStore`.
  public func remove(
    _ id: String, after revision: WalkRevision?, holding lease: WalkLease?
  ) async throws(WalkStoreError) {
    try await wrapped.remove(id, after: revision, holding: lease)
    sizes.withLock { $0[id] = nil }
  }

  // MARK: Walks

  /// Returns a walk; see `WalkStore`.
  ///
  /// - Throws: `WalkStoreError`; an unknown key if none of the ring has the number that the walk names.
  public func load(_ id: String) async throws(WalkStoreError) -> StoredWalk {
    try open(try await wrapped.load(id), id).stored
  }

  /// Returns a walk, or nil if it still has a revision; see `WalkStore`.
  ///
  /// - Throws: `WalkStoreError`; an unknown key if none of the ring has the number that the walk names.
  public func load(
    _ id: String, unless revision: WalkRevision
  ) async throws(WalkStoreError) -> StoredWalk? {
    guard let stored = try await wrapped.load(id, unless: revision) else { return nil }
    return try open(stored, id).stored
  }

  /// Returns the number of walks whose ids begin with a text and are longer; see `WalkStore`.
  public func count(
    beginningWith prefix: String, limit: Int
  ) async throws(WalkStoreError) -> Int {
    try await wrapped.count(beginningWith: prefix, limit: limit)
  }

  /// Returns a page of the walks; see `WalkStore`.
  public func list(
    after id: String?, limit: Int
  ) async throws(WalkStoreError) -> [StoredWalk.Entry] {
    try await wrapped.list(after: id, limit: limit).map { entry in
      StoredWalk.Entry(
        id: entry.id, revision: entry.revision, changed: entry.changed,
        summary: entry.summary.flatMap { try? open($0, entry.id) })
    }
  }

  // MARK: Leases

  /// Reserves the right to change a walk; see `WalkStore`.
  public func lease(_ id: String) async throws(WalkStoreError) -> WalkLease {
    try await wrapped.lease(id)
  }

  /// Makes a lease last longer; see `WalkStore`.
  public func renew(_ lease: WalkLease) async throws(WalkStoreError) {
    try await wrapped.renew(lease)
  }

  /// Ends a lease; see `WalkStore`.
  public func release(_ lease: WalkLease) async { await wrapped.release(lease) }

  // MARK: Keys

  /// Seals a walk with the first key, if a part of it is sealed with another one.
  ///
  /// It's a change of the walk: a runner that has it is over until it's reloaded.
  ///
  /// - Parameter id: The id of the walk.
  /// - Returns: Whether the walk was sealed anew.
  /// - Throws: `WalkStoreError`; leased if someone has leased the walk.
  @discardableResult
  package func reseal(_ id: String) async throws(WalkStoreError) -> Bool {
    while true {
      let (stored, keyIDs) = try open(try await wrapped.load(id), id)
      guard keyIDs != [keys.first.id] else { return false }
      do throws(WalkStoreError) {
        try await replace(
          id, with: stored.walk, after: stored.revision, holding: nil, summary: stored.summary)
        return true
      } catch {
        guard case .conflict = error else { throw error }
      }
    }
  }

  /// Seals every walk with the first key.
  ///
  /// - Returns: The ids of walks that aren't sealed with it, in order: someone has leased them, their key isn't known,
  ///   or they're damaged. Call it again later.
  /// - Throws: `WalkStoreError`; some walks may have been sealed anew.
  /// - Complexity: O(*n*) in the size of all walks.
  public func resealAll() async throws(WalkStoreError) -> [String] {
    var left: [String] = []
    var last: String?
    while true {
      let page = try await list(after: last, limit: StoreLimits.maximumPageLength)
      for entry in page {
        do throws(WalkStoreError) {
          try await reseal(entry.id)
        } catch {
          switch error {
          case .unknown: continue
          case .leased, .unknownKey, .damaged: left.append(entry.id)
          default: throw error
          }
        }
      }
      guard page.count == StoreLimits.maximumPageLength else { return left }
      last = page.last?.id
    }
  }

  // MARK: Parts

  private static let version: UInt8 = 1

  /// The only input of a sealed walk.
  private static let name = "sealed"

  /// The bytes before a part's seal: the version, and the number of the key, the lowest byte first.
  private static let headLength = 5

  private func sealed(_ bytes: [UInt8], _ id: String, _ revision: WalkRevision) -> SavedWalk {
    SavedWalk(
      flowID: Self.name, fingerprint: 0, inputs: [Self.name: .bytes(seal(bytes, id, revision))])
  }

  private func seal(
    _ content: [UInt8], _ id: String, _ revision: WalkRevision, _ part: Part = .walk
  ) -> [UInt8] {
    let key = keys.first
    var bytes = [Self.version]
    bytes.reserveCapacity(content.count + 64)
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: key.id >> UInt32(shift)))
    }
    bytes += key.seal(content, head: Self.covered(bytes, id, revision, part))
    return bytes
  }

  /// The kind of what's sealed, so that one isn't taken for the other.
  ///
  /// No id ends with what marks a summary.
  private enum Part: String {
    case walk = ""
    case summary = "/summary"
  }

  /// Returns a summary that shows the times only.
  ///
  /// Its seal covers the revision that brought it, which it names.
  private func sealed(
    _ summary: WalkSummary, _ id: String, _ revision: WalkRevision
  ) -> WalkSummary {
    var shown = WalkSummary(
      flow: Self.name, version: 1,
      notes: [
        Self.name: .bytes(seal(summary.bytes, id, revision, .summary)),
        "revision": .int(revision.rawValue),
      ])
    (shown.begun, shown.expires) = (summary.begun, summary.expires)
    return shown
  }

  private func open(_ shown: WalkSummary, _ id: String) throws(WalkStoreError) -> WalkSummary {
    guard case .int(let number)? = shown.notes["revision"] else {
      throw Self.damaged(id, "its summary wasn't sealed by a store")
    }
    let part = shown.notes[Self.name]?.sealedBytes
    let content = try open(part, id, WalkRevision(rawValue: number), .summary).content
    do throws(SavedWalkError) {
      return try WalkSummary(bytes: content[...])
    } catch {
      throw .damaged(id, error)
    }
  }

  /// The parts besides the content that a seal covers: the head, the revision, and the walk.
  private static func covered(
    _ head: [UInt8], _ id: String, _ revision: WalkRevision, _ part: Part
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + 8 + id.utf8.count + part.rawValue.utf8.count)
    bytes += head
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: revision.rawValue >> Int64(shift)))
    }
    bytes += id.utf8
    bytes += part.rawValue.utf8
    return bytes
  }

  /// Returns what a part has sealed, and the number of its key.
  private func open(
    _ part: [UInt8]?, _ id: String, _ revision: WalkRevision, _ kind: Part = .walk
  ) throws(WalkStoreError) -> (content: [UInt8], keyID: UInt32) {
    guard let part, part.count > Self.headLength, part.first == Self.version else {
      throw Self.damaged(id, "it wasn't sealed by a store")
    }
    let head = Array(part.prefix(Self.headLength))
    let keyID = head.dropFirst().reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard let key = keys.key(keyID) else { throw .unknownKey(id, keyID) }
    let sealed = Array(part.dropFirst(Self.headLength))
    guard let content = key.open(sealed, head: Self.covered(head, id, revision, kind)) else {
      throw Self.damaged(id, "revision \(revision) isn't what was sealed")
    }
    return (content, keyID)
  }

  /// Opens all parts of a walk.
  private func open(
    _ stored: StoredWalk, _ id: String
  ) throws(WalkStoreError) -> (stored: StoredWalk, keyIDs: Set<UInt32>) {
    // Each part but the first is a revision of its own.
    let base = WalkRevision(
      rawValue: stored.revision.rawValue &- Int64(stored.walk.events.count))
    let first = try open(stored.walk.inputs[Self.name]?.sealedBytes, id, base)
    var keyIDs: Set = [first.keyID]
    var (revision, byteCount) = (base, first.content.count)
    do {
      var walk = try SavedWalk(bytes: first.content)
      for entry in stored.walk.events {
        revision = revision.next
        let part = try open(entry.event.sealedBytes, id, revision)
        walk.events += try WalkRecord(bytes: part.content).events
        keyIDs.insert(part.keyID)
        byteCount += part.content.count
      }
      note(byteCount, id, revision)
      let summary = try stored.summary.map { (summary) throws(WalkStoreError) in
        try open(summary, id)
      }
      return (StoredWalk(walk, at: revision, summary: summary), keyIDs)
    } catch let error as SavedWalkError {
      throw .damaged(id, error)
    } catch let error as WalkStoreError {
      throw error
    } catch {
      throw Self.damaged(id, "\(error)")
    }
  }

  private static func damaged(_ id: String, _ reason: String) -> WalkStoreError {
    .damaged(id, .damaged(offset: 0, reason: reason))
  }

  // MARK: Sizes

  private func note(_ byteCount: Int, _ id: String, _ revision: WalkRevision) {
    sizes.withLock { sizes in
      if sizes.count >= Self.maximumSizeCount { sizes.removeAll() }
      sizes[id] = (revision, byteCount)
    }
  }

  /// Returns the size of a walk at a revision, before it's sealed.
  private func size(
    of id: String, at revision: WalkRevision, holding lease: WalkLease?
  ) async throws(WalkStoreError) -> Int {
    while true {
      if let size = sizes.withLock({ $0[id] }), size.revision == revision { return size.byteCount }
      // Why it can't be changed is said first; another revision is a conflict.
      try await wrapped.append([], to: id, after: revision, holding: lease)
      _ = try await load(id)
    }
  }
}

extension Value {
  fileprivate var sealedBytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }
}

extension FlowEvent {
  fileprivate var sealedBytes: [UInt8]? {
    if case .effectEnded(.returned(let value)) = self { value.sealedBytes } else { nil }
  }
}
