// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowServer
import FlowSessions
import FlowWalks
import JSONRPC
import SavedWalks

// Walks in the store that other programs have begun: the service of those changes them, so that each continues.
extension ContextServer {
  private var service: FlowService {
    FlowService(tools.map(\.flow), in: environment, limits: limits, store: store)
  }

  /// Returns a walk of a tool that another program has begun; nil if there's none.
  ///
  /// - Parameters:
  ///   - key: The id; `@` and the revision may follow.
  ///   - name: The name of the tool.
  /// - Returns: The walk.
  /// - Throws: `RPCError` if the store can't be read, or the walk has another revision.
  func other(_ key: String, of name: String) throws(RPCError) -> KeptWalk? {
    guard let place = OtherPlace(key) else { return nil }
    let found: (notices: [WalkNotice], result: FlowWalk)
    do throws(RPCError) {
      found = try service.take(place.id, owner: owner) { (walk) throws(RPCError) in
        try place.check(walk)
        return walk
      }
    } catch {
      guard error.code != .unknownWalk else { return nil }
      throw error
    }
    let session = found.result.session
    guard session.flow.id.name == name,
      let tool = tools.indices.first(where: { tools[$0].flow.flow === session.flow })
    else { return nil }
    var walk = ToolWalk(
      session, of: tools[tool].flow, at: WalkMoment(walk: place.id, number: 0), in: environment,
      ledger, maximumFields: maximumFields, client: [])
    let current = OtherPlace(id: place.id, revision: session.eventCount)
    walk.other = current
    walk.pending = walks[current.key]?.walk.pending ?? OpenAnswers()
    walk.remarks = found.notices.compactMap {
      if case .restored(let notice) = $0 { session.words(of: notice) } else { nil }
    }
    return KeptWalk(tool: tool, walk: walk)
  }

  /// Changes a walk that another program has begun; it's in the store afterwards.
  ///
  /// - Throws: `RPCError` if it can't be changed so, another process has gone on, or the store doesn't take it.
  func change(
    _ walk: inout ToolWalk, at place: OtherPlace,
    _ body: (inout ToolWalk) throws(WalkError) -> Void
  ) throws(RPCError) {
    let client = walk.walk.services.client
    _ = try service.take(place.id, owner: owner) { (stored) throws(RPCError) in
      try place.check(stored)
      let tasks = stored.services.client
      walk.walk = stored
      walk.walk.services.client = client
      walk.resume(walk.pending)
      do throws(WalkError) { try body(&walk) } catch {
        throw RPCError(error, state: walk.state)
      }
      stored = walk.walk
      stored.services.client = tasks
    }
    walk.other = OtherPlace(id: place.id, revision: walk.walk.revision)
  }
}

/// Where a walk is that another program has begun, as that one prints it.
struct OtherPlace: Hashable, Sendable {
  let id: String

  /// The number of events of the walk; nil if only the id is known.
  let revision: Int?

  init(id: String, revision: Int) { (self.id, self.revision) = (id, revision) }

  /// Reads ``key``, an id alone, or what `stackflow next` prints; nil if it's none of them.
  init?(_ key: String) {
    let parts = key.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard WalkID.isValid(String(parts[0])) else { return nil }
    id = String(parts[0])
    revision = parts.count > 1 ? Int(parts[1].prefix { $0 != "-" }) : nil
    guard parts.count == 1 || revision != nil else { return nil }
  }

  /// The name by which a caller continues.
  var key: String { id + (revision.map { "@\($0)" } ?? "") }

  /// Throws if a walk has gone on since.
  func check(_ walk: FlowWalk) throws(RPCError) {
    guard let revision else { return }
    do throws(WalkError) { try walk.check(revision: revision) } catch {
      throw RPCError(error, state: walk.state)
    }
  }
}
