// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExpressions
import FlowForms
import FlowHosts
import FlowServer

/// The flow files that a server serves.
struct ServedFiles {
  private let files: [String]
  private let lang: String?
  private let limit: ByteLimit
  private let options: FileOptions

  /// Creates a value for files; without any, those of `./Flows` are served.
  init(_ files: [String], lang: String?, _ limit: ByteLimit, _ options: FileOptions) {
    self.files = files
    self.lang = lang
    self.limit = limit
    self.options = options
  }

  /// Returns the flows.
  ///
  /// - Throws: ``ProgramEnding`` if there's none, one has mistakes, or two have the same id.
  func flows() throws(ProgramEnding) -> [ServedFlow] {
    var paths = files
    if paths.isEmpty {
      paths = (SystemFiles.names(inFolder: "Flows") ?? []).filter { $0.hasSuffix(".flow.yaml") }
        .sorted().map { "Flows/\($0)" }
    }
    guard !paths.isEmpty else {
      throw Output.fail(.usage, "there are no flows to serve: name a file, or put one in ./Flows")
    }
    var flows: [ServedFlow] = []
    for path in paths {
      let flow = try FlowLoading.flow(
        path, limit: limit.count, readable: options.allowRead,
        language: .some(lang ?? SystemHost.language))
      let served = ServedFlow(flow)
      guard !flows.contains(where: { $0.name == served.name }) else {
        throw Output.fail(.usage, "two flows have the id '\(served.name)'")
      }
      flows.append(served)
    }
    return flows
  }
}

extension ServiceEnvironment {
  /// What a server of this program knows of the machine.
  static func ofProgram(
    lang: String?, _ permissions: SystemEffects.Permissions
  ) -> ServiceEnvironment {
    var environment = ServiceEnvironment(
      program: "stackflow", version: ProgramVersion.text,
      zone: SystemHost.zone, zones: { try? ZoneFolder.system.zone(named: $0) },
      clock: { SystemHost.now })
    environment.effects = { flow, options in
      SystemEffects(permissions: permissions, catalog: options.catalog(for: flow))
    }
    environment.paths = SystemPaths()
    environment.language = lang ?? SystemHost.language
    return environment
  }
}
