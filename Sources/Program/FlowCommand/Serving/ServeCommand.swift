// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowEffects
import FlowHosts
import FlowServer
import JSONRPC
import SavedWalks
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command `stackflow serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Let other programs walk flows, with JSON-RPC over lines.",
    discussion: """
      Each line of standard input is a JSON-RPC 2.0 message, and each line of standard output the \
      response. The method 'hello' lists the flows, and 'open' begins a walk; a client can walk many at \
      a time. With --listen, many clients connect; with --store, walks outlast the process. \
      Without flows on the command line, those of ./Flows are served. What a flow would run or \
      write is asked for, unless an option allows it or the client does it by itself. Answers that are paths are looked up in \
      the folders of --allow-read only. \
      Documentation/Server.md describes the messages.

      Example: stackflow serve Flows/hello.flow.yaml
      """)

  @OptionGroup var options: ServingOptions

  @OptionGroup(title: "As a service") var serving: ServiceOptions

  func run() async throws {
    let flows = WatchedFlows(options)
    var environment = options.environment
    var limits = options.limits
    serving.apply(to: &limits)
    let store = try serving.walkStore(walkBytes: limits.walkBytes)
    let log = try serving.log.map { (path) throws(ProgramEnding) in try EventLog.opened(path) }
    if let log { environment.onRequest = { log.write($0) } }
    if serving.listen != nil { environment.makeID = { WalkID.random() } }
    let service = FlowService(try flows.flows(), in: environment, limits: limits, store: store)
    if let address = serving.address {
      try await ConnectionServer(
        service, at: address, serving, environment.cancellation, flows, log
      ).run()
      return
    }
    // Those who connect to the same folder with --listen unix: are users, too.
    let connection =
      serving.source == .hello
      ? FlowConnection(namingOwnersTo: service)
      : FlowConnection(to: service, owner: store == nil ? nil : ConnectionServer.ownOwner)
    try await ServerLoop(
      (server: RPCServer(connection), flows: flows), limit: options.maxMessageBytes,
      environment.cancellation
    ) { state, line in
      if let changed = state.flows.changed(after: .seconds(1)) { service.replaceFlows(changed) }
      return state.server.handle(line).map { [$0] } ?? []
    }.run()
  }
}
