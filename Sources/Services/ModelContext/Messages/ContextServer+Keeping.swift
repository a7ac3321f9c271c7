// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC
import SavedWalks

// Walks between two calls that name them: in memory, or in a store that processes share.
extension ContextServer {
  /// How long a walk in a store is kept after its last call, in seconds: a day, as long as a state is accepted.
  private static let lifetime: Int64 = 86_400

  /// Returns the walk of a tool that a caller names; nil if there's none.
  ///
  /// In a store, its name also says the state: once another call has gone on, it's another one. A walk that another
  /// program has begun there has the name that this one prints.
  ///
  /// - Throws: `RPCError` if the store can't be read.
  func kept(_ key: String, of name: String) throws(RPCError) -> KeptWalk? {
    guard let store else {
      return walks[key].flatMap { tools[$0.tool].flow.name == name ? $0 : nil }
    }
    guard let place = KeptPlace(key) else { return try other(key, of: name) }
    let stored: StoredWalk
    do {
      stored = try BlockingStore.wait { try await store.load(place.id) }
    } catch {
      guard !(error is WalkStoreError) || error as? WalkStoreError != .unknown(place.id) else {
        return nil
      }
      throw RPCError(storing: error, id: key)
    }
    guard stored.revision == place.revision, let notes = stored.summary?.notes,
      stored.walk.flowID == name, case .string(let id)? = notes["walk"],
      case .int(let number)? = notes["number"]
    else { return nil }
    let indices = tools.indices.filter { tools[$0].flow.name == name }
    guard let first = indices.first else { return nil }
    let zone = stored.walk.options.zone
    let restored: RestoredSession
    do throws(SavedWalkError) {
      restored = try stored.walk.restored(
        in: tools[first].flow.flow, otherVersions: indices.dropFirst().map { tools[$0].flow.flow },
        zone: environment.zone.name == zone ? environment.zone : environment.zones(zone))
    } catch {
      throw RPCError(storing: error, id: key)
    }
    let tool = indices.first { tools[$0].flow.flow === restored.session.flow } ?? first
    var walk = ToolWalk(
      restored.session, of: tools[tool].flow, at: WalkMoment(walk: id, number: number),
      in: environment, ledger, maximumFields: maximumFields, client: [])
    walk.place = place
    if case .map(let open)? = notes["open"] { walk.pending = OpenAnswers(open) }
    if case .list(let remarks)? = notes["remarks"] { walk.remarks = remarks.map(\.plainText) }
    return KeptWalk(tool: tool, walk: walk)
  }

  /// Keeps a walk for a later call, in memory instead of the oldest if there are too many; of one that another program
  /// has begun, and that's in the store, what the call has left open.
  ///
  /// - Returns: The name by which a caller continues.
  /// - Throws: `RPCError` if the store doesn't take it, or another process has gone on.
  mutating func keep(_ walk: KeptWalk) throws(RPCError) -> String {
    guard let store, walk.walk.other == nil else {
      let key = walk.walk.other?.key ?? WalkID.random()
      drop(key)
      if walkIDs.count >= limits.walks { drop(walkIDs[0]) }
      walks[key] = walk
      walkIDs.append(key)
      return key
    }
    let (kept, session) = (walk.walk, walk.walk.walk.session)
    let saved = SavedWalk(session, keepingSecrets: store.isSealed)
    var summary = WalkSummary(saved)
    summary.update(from: session, keepingSecrets: store.isSealed)
    summary.expires = (try? TimeSpan(seconds: Self.lifetime)).flatMap {
      try? environment.clock().adding($0)
    }
    summary.notes = [
      "walk": .string(kept.moment.walk), "number": .int(kept.moment.number),
      "open": kept.pending.value, "remarks": .texts(kept.remarks),
    ]
    let id = kept.place?.id ?? WalkID.random()
    do {
      let revision = try BlockingStore.wait { [summary] in
        if let place = kept.place {
          try await store.replace(
            id, with: saved, after: place.revision, holding: nil, summary: summary)
        } else {
          try await store.create(id, saved, summary: summary)
        }
      }
      return KeptPlace(id: id, revision: revision).key
    } catch {
      throw RPCError(storing: error, id: id)
    }
  }

  /// Forgets a walk that a caller has gone on with.
  mutating func drop(_ key: String) {
    walks[key] = nil
    walkIDs.removeAll { $0 == key }
  }

  /// Removes a walk that has ended from the store; what can't be removed expires.
  func removeEnded(_ walk: ToolWalk) {
    guard let store, let place = walk.storedPlace else { return }
    try? BlockingStore.wait { try await store.remove(place.id, after: place.revision) }
  }
}

/// Where a walk is in a store.
struct KeptPlace: Hashable, Sendable {
  let id: String
  let revision: WalkRevision

  init(id: String, revision: WalkRevision) { (self.id, self.revision) = (id, revision) }

  /// Reads ``key``; nil if it isn't one.
  init?(_ key: String) {
    let parts = key.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, WalkID.isValid(String(parts[0])), let revision = Int64(parts[1]) else {
      return nil
    }
    self.init(id: String(parts[0]), revision: WalkRevision(rawValue: revision))
  }

  /// The name by which a caller continues.
  var key: String { "\(id)-\(revision.rawValue)" }
}
