// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions
import ProgramParts
import SavedWalks
import SealedWalks

/// Lets other programs walk flows, with walks in a database: `stackflow serve` becomes this command.
struct ServeRequests: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rpc",
    abstract:
      "Do what 'stackflow serve' does, also with walks in a database; it starts this command.",
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
    let service = ServedProtocol(options, serving, flows, voice)
    var store: (any WalkStore)?
    if let place = serving.store {
      let site = try SiteStore(
        at: place, sealedWith: try serving.sealing.ringOrOwn(), walkBytes: service.walkBytes)
      try await site.prepare()
      store = site.store
    }
    return try await service.run(in: options.environment(in: zone), store)
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
