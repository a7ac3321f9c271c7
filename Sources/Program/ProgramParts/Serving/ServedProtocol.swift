// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions
import JSONRPC
import SavedWalks

/// `stackflow serve`: the protocol over standard input and output, or for many connections.
///
/// Both programs run it: `stackflow` with walks in memory or in a folder, and `stackflow-web` with those in a database.
struct ServedProtocol {
  private let options: ServingOptions
  private let serving: ServiceOptions
  private let flows: WatchedFlows
  private let voice: ProgramVoice
  private let log: EventLog?

  /// Creates a service that doesn't run yet.
  ///
  /// - Parameters:
  ///   - options: What's served.
  ///   - serving: Where, and to whom.
  ///   - flows: The flows.
  ///   - voice: How the program speaks.
  /// - Throws: ``ProgramFailure`` if the log can't be opened.
  init(
    _ options: ServingOptions, _ serving: ServiceOptions, _ flows: WatchedFlows,
    _ voice: ProgramVoice
  ) throws(ProgramFailure) {
    self.options = options
    self.serving = serving
    self.flows = flows
    self.voice = voice
    log = try serving.log.map { (path) throws(ProgramFailure) in try EventLog.opened(path) }
  }

  /// The maximum size of a walk in bytes, before it's sealed.
  var walkBytes: Int { options.limits.walkBytes }

  /// Returns the service that ``run(_:_:whenEnding:)`` serves.
  ///
  /// - Parameters:
  ///   - environment: What it knows of the machine.
  ///   - store: The store of the walks; nil to keep them in memory.
  /// - Returns: The service.
  /// - Throws: What the flows throw.
  func service(
    in environment: ServiceEnvironment, _ store: (any WalkStore)?
  ) throws -> FlowService {
    var environment = environment
    var limits = options.limits
    serving.apply(to: &limits)
    if let log {
      let told = environment.onRequest
      environment.onRequest = { request in
        log.write(request)
        told?(request)
      }
    }
    environment.onStoreError = { [voice] in voice.say($0.message) }
    if serving.listen != nil { environment.makeID = { WalkID.random() } }
    return FlowService(try flows.flows(), in: environment, limits: limits, store: store)
  }

  /// Runs until the input ends, or a signal comes.
  ///
  /// - Parameters:
  ///   - service: The service.
  ///   - cancellation: Cancels its effects.
  ///   - end: Is called at a signal, when nothing more is accepted.
  /// - Returns: The status that the program ends with.
  /// - Throws: ``ProgramFailure`` if it can't listen or read.
  func run(
    _ service: FlowService, _ cancellation: EffectCancellation,
    whenEnding end: @escaping @Sendable () -> Void = {}
  ) async throws(ProgramFailure) -> ExitStatus {
    if let address = serving.address {
      try await ConnectionServer(
        service, at: address, serving, cancellation, flows, log, voice
      ).run(whenEnding: end)
      return .completed
    }
    // Those who connect to the same folder with --listen unix: are users, too.
    let connection =
      serving.source == .hello
      ? FlowConnection(namingOwnersTo: service)
      : FlowConnection(to: service, owner: service.store == nil ? nil : ConnectionServer.ownOwner)
    return try await ServerLoop(
      (server: RPCServer(connection), flows: flows), limit: options.maxMessageBytes, cancellation,
      voice
    ) { state, line in
      if let changed = state.flows.changed(after: .seconds(1)) { service.replaceFlows(changed) }
      return state.server.handle(line).map { [$0] } ?? []
    }.run()
  }
}
