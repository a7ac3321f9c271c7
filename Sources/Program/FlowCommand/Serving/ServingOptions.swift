// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions
import JSONRPC

/// The options of the commands that serve flows to other programs.
struct ServingOptions: ParsableArguments {
  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @OptionGroup(title: "What the flows may do") var effects: EffectOptions

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The language of walks that name none, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum number of walks of an owner at a time.")
  var maxWalks = ServiceLimits().walks

  @Option(help: "The maximum size of a message in bytes.")
  var maxMessageBytes = ServiceLimits().messages.bytes

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  func validate() throws {
    if maxWalks < 1 { throw ValidationError("--max-walks must be at least 1") }
    if maxMessageBytes < 1 { throw ValidationError("--max-message-bytes must be at least 1") }
  }

  /// How much the server takes.
  var limits: ServiceLimits {
    var limits = ServiceLimits()
    limits.walks = maxWalks
    limits.messages.bytes = maxMessageBytes
    return limits
  }

  /// The clock, time zones, files, and effects of this machine.
  var environment: ServiceEnvironment {
    var environment = ServiceEnvironment(
      program: "stackflow", version: ProgramVersion.text,
      zone: ProgramZone.rules, zones: { SystemHost.zone(named: $0) },
      clock: { SystemHost.now })
    let permissions = effects.permissions
    environment.effects = { flow, options in
      SystemEffects(permissions: permissions, catalog: options.catalog(for: flow))
    }
    // A client isn't told what files this machine has.
    environment.paths = SystemPaths(inside: fileOptions.allowRead)
    environment.language = lang ?? SystemHost.language
    return environment
  }

  /// Returns the flows of the files, or those of `./Flows` if there are none.
  ///
  /// - Throws: ``ProgramEnding`` if there's none, one has mistakes or needs another program, or two have
  ///   the same id and version.
  func flows() throws(ProgramEnding) -> [ServedFlow] {
    var paths = try FlowFolder.paths(named: files)
    if paths.isEmpty { paths = FlowFolder.files.map { "\(FlowFolder.name)/\($0)" } }
    guard !paths.isEmpty else {
      throw ProgramOutput.fail(
        .usage, "there are no flows to serve: name a file, or put one in ./Flows")
    }
    var flows: [ServedFlow] = []
    for path in paths {
      let flow = try FlowLoading.flow(
        path, limit: maxBytes.count, readable: fileOptions.allowRead,
        language: .some(lang ?? SystemHost.language))
      try FlowLoading.checkExtensions(of: flow, path)
      let served = ServedFlow(flow)
      guard !flows.contains(where: { ($0.name, $0.version) == (served.name, served.version) })
      else {
        throw ProgramOutput.fail(
          .usage, "two flows have the id '\(served.name)' and the version \(served.version)")
      }
      flows.append(served)
    }
    return flows
  }
}
