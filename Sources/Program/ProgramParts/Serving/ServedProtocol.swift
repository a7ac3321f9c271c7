// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowHosts
package import FlowServer
package import FlowSessions
import JSONRPC
package import SavedWalks

/// `stackflow serve`: the protocol over standard input and output, or for many connections.
///
/// Both programs run it: `stackflow` with walks in memory or in a folder, and `stackflow-web` with those in a database.
package struct ServedProtocol {
  private let options: ServingOptions
  private let serving: ServiceOptions
  private let flows: WatchedFlows
  private let voice: ProgramVoice

  /// Creates a service that doesn't run yet.
  ///
  /// - Parameters:
  ///   - options: What's served.
  ///   - serving: Where, and to whom.
  ///   - flows: The flows.
  ///   - voice: How the program speaks.
  package init(
    _ options: ServingOptions, _ serving: ServiceOptions, _ flows: WatchedFlows,
    _ voice: ProgramVoice
  ) {
    self.options = options
    self.serving = serving
    self.flows = flows
    self.voice = voice
  }

  /// The maximum size of a walk in bytes, before it's sealed.
  package var walkBytes: Int { options.limits.walkBytes }

  /// Runs until the input ends, or a signal comes.
  ///
  /// - Parameters:
  ///   - environment: What the service knows of the machine.
  ///   - store: The store of the walks; nil to keep them in memory.
  /// - Returns: The status that the program ends with.
  /// - Throws: ``ProgramFailure`` if it can't listen or read, and what the flows throw.
  package func run(
    in environment: ServiceEnvironment, _ store: (any WalkStore)?
  ) async throws -> ExitStatus {
    var environment = environment
    var limits = options.limits
    serving.apply(to: &limits)
    let log = try serving.log.map { (path) throws(ProgramFailure) in try EventLog.opened(path) }
    if let log { environment.onRequest = { log.write($0) } }
    if serving.listen != nil { environment.makeID = { WalkID.random() } }
    let service = FlowService(try flows.flows(), in: environment, limits: limits, store: store)
    if let address = serving.address {
      try await ConnectionServer(
        service, at: address, serving, environment.cancellation, flows, log, voice
      ).run()
      return .completed
    }
    // Those who connect to the same folder with --listen unix: are users, too.
    let connection =
      serving.source == .hello
      ? FlowConnection(namingOwnersTo: service)
      : FlowConnection(to: service, owner: store == nil ? nil : ConnectionServer.ownOwner)
    return try await ServerLoop(
      (server: RPCServer(connection), flows: flows), limit: options.maxMessageBytes,
      environment.cancellation, voice
    ) { state, line in
      if let changed = state.flows.changed(after: .seconds(1)) { service.replaceFlows(changed) }
      return state.server.handle(line).map { [$0] } ?? []
    }.run()
  }
}
