// SPDX-License-Identifier: Apache-2.0

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

  @OptionGroup(title: "What the flows may do without asking") var effects: EffectOptions

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The language of walks that name none, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum number of walks of an owner at a time.")
  var maxWalks = ServiceLimits().walks

  @Option(help: "The maximum size of a message in bytes.")
  var maxMessageBytes = ServiceLimits().messages.bytes

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  init() {}

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

  /// Returns the clock, time zones, files, and effects of this machine.
  ///
  /// - Parameter zone: The time zone of walks that name none.
  /// - Returns: The environment of a service.
  func environment(in zone: ZoneRules) -> ServiceEnvironment {
    var environment = ServiceEnvironment(
      program: "stackflow", version: ProgramVersion.text,
      zone: zone, zones: { SystemHost.zone(named: $0) },
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
}
