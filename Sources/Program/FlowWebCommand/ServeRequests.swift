// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowServer
import FlowSessions
import FlowWeb
import Hummingbird
import ProgramParts
import SavedWalks
import SealedWalks

/// Lets other programs walk flows, with a database or with monitoring: `stackflow serve` becomes this command.
struct ServeRequests: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rpc",
    abstract:
      "Do what 'stackflow serve' does, with a database or monitoring; it starts this command.",
    shouldDisplay: false)

  @OptionGroup var options: ServingOptions

  @OptionGroup(title: "As a service") var serving: ServiceOptions

  func run() async throws {
    // Those who have started it know the other program.
    let voice = ProgramVoice(say: { complain("stackflow: \($0)") }, write: Self.write)
    do {
      let status = try await serve(voice)
      guard status == .completed else { throw ExitCode(status.rawValue) }
    } catch let failure as ProgramFailure {
      voice.say(failure.description)
      throw ExitCode(failure.status.rawValue)
    }
  }

  private func serve(_ voice: ProgramVoice) async throws -> ExitStatus {
    let zone = SystemHost.zone { voice.say($0) }
    let flows = WatchedFlows(options.files, voice) { [options] in try Self.flows(options) }
    let served = try ServedProtocol(options, serving, flows, voice)
    let site = try serving.store.map { place in
      try SiteStore(
        at: place, sealedWith: try serving.sealing.ringOrOwn(), walkBytes: served.walkBytes)
    }
    let measures = ServiceMeasures()
    var environment = options.environment(in: zone)
    if serving.admin != nil { environment.onRequest = { measures.note($0) } }
    let service = try served.service(in: environment, site?.store)
    let state = SiteState(site?.store, flows: Set(service.flows.map(\.flow.id.name)))
    try monitor(state, voice) { measures.text(service.status, $0, isReady: $1) }
    try await site?.prepare()
    state.begin()
    return try await served.run(service, environment.cancellation) { state.end() }
  }

  /// Begins to serve what monitoring asks, if there's an address for it.
  private func monitor(
    _ state: SiteState, _ voice: ProgramVoice,
    _ measures: @escaping @Sendable (WalkCounts?, Bool) -> String
  ) throws {
    guard let admin = serving.admin else { return }
    guard let address = ServerAddress(argument: admin) else {
      throw ProgramFailure(.usage, "--admin takes HOST:PORT")
    }
    let application = AdminPages(state: state, measures: measures).application(at: address) {
      voice.say("monitoring at \($0)")
    }
    Task {
      do { try await ListeningService(service: application, address: address).run() } catch {
        voice.say("\(error)")
        Self.exit(withError: ExitCode(ExitStatus.inputOutput.rawValue))
      }
    }
  }

  /// Reads the flows of files and folders.
  private static func flows(_ options: ServingOptions) throws -> [ServedFlow] {
    let paths = options.files.flatMap { path in
      SystemFiles.isFolder(path)
        ? (SystemFiles.names(inFolder: path) ?? []).filter { $0.hasSuffix(".flow.yaml") }
          .map { "\(path)/\($0)" }
        : [path]
    }
    return try FlowFilesOfSite.load(
      paths, options.fileOptions.allowRead, limit: options.maxBytes.count
    ).map { ServedFlow($0) }
  }

  /// Writes to standard output; a client that's gone ends the program.
  private static func write(_ text: String) {
    do { try SystemFiles.writeAll(text, to: 1, name: "standard output") } catch {
      complain("stackflow: \(error.message)")
      exit(withError: ExitCode(ExitStatus.inputOutput.rawValue))
    }
  }
}

#endif
