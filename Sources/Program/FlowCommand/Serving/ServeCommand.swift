// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowServer
import FlowSessions
import ProgramParts
import SavedWalks
import SealedWalks

/// The command `stackflow serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Let other programs walk flows, with JSON-RPC over lines.",
    discussion: """
      Each line of standard input is a JSON-RPC 2.0 message, and each line of standard output the \
      response. The method 'hello' lists the flows, and 'open' begins a walk; a client can walk many at \
      a time. With --listen, many clients connect; with --store, walks outlast the process; those in PostgreSQL are served by 'stackflow-web', which this command becomes. \
      Without flows on the command line, those of ./Flows are served. What a flow would run or \
      write is asked for, unless an option allows it or the client does it by itself. Answers that are paths are looked up in \
      the folders of --allow-read only. \
      Documentation/Server.md describes the messages.

      Example: stackflow serve Flows/hello.flow.yaml
      """)

  @OptionGroup var options: ServingOptions

  @OptionGroup(title: "As a service") var serving: ServiceOptions

  func run() async throws {
    let voice = ProgramOutput.voice
    let flows = try options.watchedFlows(voice)
    if serving.admin != nil || serving.store.map(StorePlace.isDatabase) == true {
      try becomeOther(flows)
    }
    let status: ExitStatus
    do {
      let served = try ServedProtocol(options, serving, flows, voice)
      let store = try serving.store.map { place in
        try StorePlace.store(
          inFolder: place, sealedWith: try serving.sealing.ringOrOwn(), walkBytes: served.walkBytes)
      }
      let environment = options.environment(in: ProgramZone.rules)
      status = try await served.run(
        served.service(in: environment, store), environment.cancellation)
    } catch let failure as ProgramFailure {
      throw ProgramOutput.fail(failure)
    }
    guard status == .completed else { throw ProgramEnding(status) }
  }

  /// Becomes `stackflow-web`, which has a database's client and an HTTP server, and runs the same service.
  ///
  /// - Throws: ``ProgramEnding`` if it isn't there, or a flow has mistakes.
  private func becomeOther(_ flows: WatchedFlows) throws {
    _ = try flows.flows()
    try WebCommand.start(
      ["rpc"] + options.words(with: serving, for: try options.paths()),
      traits: "default,Web,PostgreSQL")
  }
}
