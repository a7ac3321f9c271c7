// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import FlowServer
import FlowSessions
import Synchronization

/// The command `stackflow serve`.
struct ServeCommand: StoringCommand {
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

  init() {}

  var needsOtherProgram: Bool {
    serving.admin != nil || serving.store.map(StorePlace.isDatabase) == true
  }

  func run() async throws {
    let voice = ProgramOutput.voice
    let flows = try options.watchedFlows(voice)
    let status: ExitStatus
    do {
      let served = try ServedProtocol(options, serving, flows, voice)
      let place = try serving.store.map { place in
        try StorePlace(
          place, sealedWith: try serving.sealing.ringOrOwn(), walkBytes: served.walkBytes)
      }
      let makesMonitor = SharedCommands.monitor.withLock { $0 }
      let monitor = serving.admin.flatMap { makesMonitor?($0) }
      var environment = options.environment(in: .ofUser)
      if let monitor { environment.onRequest = { monitor.note($0) } }
      let service = try served.service(in: environment, place?.store)
      try monitor?.watch(service, voice)
      try await place?.prepare(waiting: voice)
      monitor?.begin()
      status = try await served.run(service, environment.cancellation) { monitor?.end() }
    } catch let failure as ProgramFailure {
      throw ProgramOutput.fail(failure)
    }
    guard status == .completed else { throw ProgramEnding(status) }
  }
}

/// Counts the requests of a service, and tells whether it takes any.
package protocol ServiceMonitor: Sendable {
  /// Counts a request.
  func note(_ request: ServedRequest)

  /// Begins to serve what monitoring asks.
  ///
  /// - Parameters:
  ///   - service: The service, which takes no requests yet.
  ///   - voice: Says where monitoring is served.
  /// - Throws: ``ProgramFailure`` if its address isn't one.
  func watch(_ service: FlowService, _ voice: ProgramVoice) throws(ProgramFailure)

  /// Notes that the service takes requests.
  func begin()

  /// Notes that it accepts nothing more.
  func end()
}
