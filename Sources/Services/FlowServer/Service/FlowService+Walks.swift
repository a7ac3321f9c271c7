// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowFiles
import FlowModel
package import FlowSessions
package import FlowWalks
package import JSONRPC
import Localization
import SavedWalks
import Synchronization

// Requests about one walk: each takes its turn, loads the walk if it isn't in memory, and saves it.
extension FlowService {
  /// How often a request is handled again because another process has changed the walk meanwhile.
  private static let attempts = 4

  // MARK: Opening

  func open(_ reader: inout ParameterReader, _ owner: String?) throws(RPCError) -> Value {
    let served = try flow(&reader)
    let opening = try WalkOpening(&reader, of: served.flow, in: environment)
    try reader.finish()
    let session: FlowSession
    do {
      session = try FlowSession(
        flow: served.flow, inputs: opening.inputs, options: opening.options)
    } catch {
      throw RPCError(error)
    }
    try reserve(owner)
    do {
      let begun = try begin(session, opening.notes, owner)
      counts.noteOpened()
      return begun.walk.value(id: begun.id, begun.notices)
    } catch {
      walks.release(owner)
      throw refusal(of: error, id: "")
    }
  }

  private func begin(
    _ session: FlowSession, _ notes: [String: Value], _ owner: String?
  ) throws -> BegunWalk {
    let id = newID(of: owner)
    guard let served = walks.walk(id, loadable: true) else { throw RPCError.unknownWalk(id) }
    try served.turn.take()
    defer { served.turn.give() }
    var content = content(
      of: session, notes, owner, served, place(of: id, owner: owner, notes: notes))
    let notices = content.walk.start()
    do {
      try save(&content)
    } catch {
      walks.forget(served)
      throw error
    }
    keep(content, in: served)
    return BegunWalk(id: id, walk: content.walk, notices: notices)
  }

  // MARK: As values

  /// A walk that was begun, and what that led to.
  package struct BegunWalk: Sendable {
    /// The id.
    package let id: String

    /// The walk, as it's stored.
    package let walk: FlowWalk

    /// The notices from its beginning.
    package let notices: [WalkNotice]
  }

  /// Begins a walk with a session, whatever number of walks its owner has.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - language: Whether the words of the program are in the session's language.
  ///   - tasks: The names of the tasks of the caller.
  ///   - owner: The owner.
  /// - Returns: The walk.
  /// - Throws: `RPCError` if the store doesn't take it.
  package func begin(
    _ session: FlowSession, speaking language: Bool, tasks: [String], owner: String?
  ) throws(RPCError) -> BegunWalk {
    var notes: [String: Value] = ["client": .texts(tasks)]
    if language { notes["language"] = true }
    do { return try begin(session, notes, owner) } catch { throw refusal(of: error, id: "") }
  }

  /// Does something at a walk in its turn, and saves it.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - owner: The owner.
  ///   - body: What's done; it's done again if another process has changed the walk meanwhile.
  /// - Returns: What was noticed while the walk was loaded, and what the function returns.
  /// - Throws: `RPCError` if there's no such walk, or the store doesn't take the change, and what the function throws.
  package func take<Result>(
    _ id: String, owner: String?, _ body: (inout FlowWalk) throws(RPCError) -> Result
  ) throws(RPCError) -> (notices: [WalkNotice], result: Result) {
    try use(id, owner, isChange: true) { content in
      let result = try body(&content.walk)
      try save(&content)
      defer { content.notices = [] }
      return (content.notices, result)
    }
  }

  /// Returns the flow that `flow` and `version` name.
  private func flow(_ reader: inout ParameterReader) throws(RPCError) -> ServedFlow {
    let name = try reader.text("flow")
    let version = try reader.number("version")
    let flows = flows
    let newest = ServedFlow.newest(of: flows).map { flows[$0] }
    func unknown(_ message: String) -> RPCError {
      RPCError(
        .unknownFlow, message, data: .object(["flows": .texts(newest.map(\.name))]))
    }
    guard let served = newest.first(where: { name == nil ? newest.count == 1 : $0.name == name })
    else {
      throw unknown(
        name.map { "there's no flow '\(Self.shortened($0))'" } ?? "say which 'flow' to open")
    }
    guard let version else { return served }
    guard let other = flows.first(where: { $0.name == served.name && $0.version == version }) else {
      throw unknown("there's no version \(version) of the flow '\(served.name)'")
    }
    return other
  }

  // MARK: Using

  /// Reads a walk.
  func read(
    _ id: String, _ owner: String?, _ body: (FlowWalk) throws(RPCError) -> Value
  ) throws(RPCError) -> Value {
    try use(id, owner) { content in
      let value = try body(content.walk)
      try save(&content)
      return Self.result(value, &content)
    }
  }

  /// Changes a walk, and returns its state.
  func change(
    _ id: String, _ owner: String?, _ body: (inout FlowWalk) throws(RPCError) -> [WalkNotice]
  ) throws(RPCError) -> Value {
    try use(id, owner, isChange: true) { content in
      let notices = try body(&content.walk)
      try save(&content)
      return Self.result(content.walk.value(id: id, notices), &content)
    }
  }

  /// Leaves a walk, and removes it.
  func close(
    _ id: String, _ owner: String?, _ reason: LeaveReason
  ) throws(RPCError) -> Value {
    try use(id, owner, isChange: true) { content in
      let result = content.walk.close(reason)
      if let store, let place = content.place {
        try BlockingStore.wait {
          do throws(WalkStoreError) {
            try await store.remove(id, after: place.revision)
          } catch {
            if case .conflict = error { throw StaleWalkError(id: id) }
            throw error
          }
        }
      }
      content.isClosed = true
      return .object([
        "walk": .string(id), "notices": .list([]), "state": "ended", "result": result.value,
      ])
    }
  }

  /// Adds the notices of restoring a walk to a result that has notices.
  private static func result(_ value: Value, _ content: inout ServedWalk.Content) -> Value {
    guard !content.notices.isEmpty, case .map(var map) = value,
      case .list(let others)? = map["notices"]
    else { return value }
    map["notices"] = .list(content.notices.map(\.value) + others)
    content.notices = []
    return .map(map)
  }

  /// Calls a function with a walk in its turn, again if another process has changed the walk.
  private func use<Result>(
    _ id: String, _ owner: String?, isChange: Bool = false,
    _ body: (inout ServedWalk.Content) throws -> Result
  ) throws(RPCError) -> Result {
    for _ in 0..<Self.attempts {
      guard let served = walks.walk(id, loadable: store != nil && WalkID.isValid(id)) else {
        throw .unknownWalk(id)
      }
      do {
        try served.turn.take()
        defer { served.turn.give() }
        return try use(served, owner, isChange: isChange, body)
      } catch is StaleWalkError {
        continue
      } catch {
        throw refusal(of: error, id: id)
      }
    }
    throw refusal(of: StaleWalkError(id: id), id: id)
  }

  /// Calls a function with a walk whose turn the caller has.
  ///
  /// - Throws: `StaleWalkError` if another process has changed the walk, and what the function throws.
  private func use<Result>(
    _ served: ServedWalk, _ owner: String?, isChange: Bool,
    _ body: (inout ServedWalk.Content) throws -> Result
  ) throws -> Result {
    let known = served.content.withLock { $0 }
    do {
      var content = if let known { known } else { try load(served, owner) }
      try checkReach(content, served, owner)
      // A change finds out by itself.
      if !isChange, let place = known?.place { try BlockingStore.wait { try await place.check() } }
      let revision = known?.place?.revision
      let value = try body(&content)
      // A call that changes nothing doesn't notice another process's change by itself.
      if isChange, !content.isClosed, let place = known?.place, place.revision == revision {
        try BlockingStore.wait { try await place.check() }
      }
      keep(content, in: served)
      return value
    } catch {
      if error is RPCError, let known {
        // It may be refused only because the walk in memory isn't the one in the store.
        if isChange, let place = known.place {
          do {
            try BlockingStore.wait { try await place.check() }
          } catch is StaleWalkError {
            drop(served)
            throw StaleWalkError(id: served.id)
          }
        }
      } else {
        drop(served)
      }
      throw error
    }
  }

  /// Throws if a walk isn't the owner's, or has expired.
  private func checkReach(
    _ content: ServedWalk.Content, _ served: ServedWalk, _ owner: String?
  ) throws(RPCError) {
    guard content.owner == owner else { throw .unknownWalk(served.id) }
    guard let expires = content.expires, expires < environment.clock() else { return }
    remove([served.id])
    walks.release(owner)
    throw .unknownWalk(served.id)
  }

  /// Forgets what's in memory of a walk.
  private func drop(_ served: ServedWalk) {
    served.content.withLock { $0 = nil }
    walks.forget(served)
  }

  /// Keeps a walk in memory until its next request.
  private func keep(_ content: ServedWalk.Content, in served: ServedWalk) {
    guard !content.isClosed else {
      drop(served)
      if !walks.forgetResult(of: served.id, content.owner) { walks.release(content.owner) }
      counts.noteEnded()
      return
    }
    served.content.withLock { $0 = content }
    if store != nil { walks.forgetIdle(keeping: limits.walksInMemory) }
    guard case .ended = content.walk.state else { return }
    remove(
      walks.noteResult(
        of: served.id, content.owner, at: environment.clock(), keeping: limits.walks))
  }
}
