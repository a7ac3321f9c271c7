// SPDX-License-Identifier: Apache-2.0

#if Web

import ArgumentParser
import FlowExpressions
import FlowHosts
import FlowModel
import FlowSessions
import FlowWeb
import Hummingbird
import Localization
import Logging
import NIOCore
import ProgramParts
import SavedWalks
import SealedWalks
import ServiceLifecycle
import UnixSignals

/// Serves flows to browsers.
struct ServeWeb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve flows to browsers; this is what the program does without a command.")

  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String]

  @OptionGroup(title: "Where") var address: AddressOptions

  @OptionGroup(title: "Where") var place: PlaceOptions

  @OptionGroup(title: "What the flows may do if the visitor says yes") var effects: EffectOptions

  @OptionGroup(title: "Files") var readable: FileOptions

  @OptionGroup(title: "Limits") var limits: LimitOptions

  @OptionGroup(title: "Looks") var looks: LookOptions

  @OptionGroup(title: "Operation") var operation: OperationOptions

  @Option(
    help: ArgumentHelp(
      "The number and the file of the script whose world the flow is walked in.",
      visibility: .hidden))
  var scripted: String?

  func run() async throws {
    let keys = try place.sealing.ringOrOwn()
    let site = try place.store(keys)
    let flows = try FlowLoading.flows(
      files, readable: readable.allowRead, language: looks.lang)
    let options = try self.options(for: flows)
    var service = WebService(
      flows, in: site.store, keys: keys, options: options, clock: { SystemHost.now })
    let permissions = effects.permissions(others: .refused)
    let spoken = SessionOptions(language: options.language)
    let catalogs = Dictionary(flows.map { (ObjectIdentifier($0), spoken.catalog(for: $0)) }) { $1 }
    service.effects = { flow in
      SystemEffects(
        permissions: permissions,
        catalog: catalogs[ObjectIdentifier(flow)] ?? spoken.catalog(for: flow))
    }
    service.paths = SystemPaths(inside: readable.allowRead)
    service.log = { complain("stackflow-web: \($0)") }
    if let onEnd = address.onEnd {
      service.onEnd = { await EndCommand(line: onEnd).run($0, $1, $2) }
    }
    if let scripted { try ScriptedWorld(scripted, flows).enter(&service) }
    try await run(service, in: site)
  }

  /// Runs the service until SIGTERM or SIGINT, finishes what runs, and hands over the rest.
  private func run(_ service: WebService, in site: StorePlace) async throws {
    var service = service
    let log = try operation.openLog()
    let measures = WebMeasures()
    let state = SiteState(site.store, flows: Set(service.flows.map(\.id.name)))
    service.observer = SiteObserver(measures: measures, log: log)
    var logger = Logger(label: "stackflow-web")
    logger.logLevel = .error
    let (listen, opens, base) = (address.listen, address.open, service.options.basePath)
    // A thread waits itself while a change goes to a quick disk, so there are more threads than cores.
    NIOSingletons.groupLoopCountSuggestion = 2 * System.coreCount
    // The channels of the server answer, so there are no routes.
    var pages = Application(
      router: Router(), server: limits.server(of: service),
      configuration: .init(address: .hostname(listen.host, port: listen.port), serverName: nil),
      onServerRunning: { channel in
        state.begin()
        let address = listen.url(port: channel.localAddress?.port) + base + "/"
        log?.write("listening", [("address", .string(address))])
        print(address)
        Browser.flushOutput()
        if opens { Browser.open(address) }
      }, logger: logger)
    pages.beforeServerStarts {
      try await cancelWhenGracefulShutdown { try await site.prepare(waiting: ProgramOutput.voice) }
    }
    // The last one ends first, and the others when it has.
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = [
      .init(service: WorkService(work: service.work)),
      .init(service: ListeningService(service: pages, address: listen)),
      .init(
        service: EndingService(
          signals: await UnixSignalsSequence(trapping: .sigterm, .sigint), state: state,
          work: service.work, log: log),
        successTerminationBehavior: .gracefullyShutdownGroup),
    ]
    if let admin = operation.admin {
      let application = AdminPages(state: state) { measures.text($0, isReady: $1) }
        .application(at: admin) { log?.write("listening", [("admin", .string($0))]) }
      services.insert(
        .init(service: ListeningService(service: application, address: admin)), at: 0)
    }
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    do { try await group.run() } catch {
      // Work that was waiting for the database is canceled.
      guard state.isEnding else { throw error }
    }
    log?.write("stopped")
  }

  private func options(for flows: [CheckedFlow]) throws -> WebOptions {
    var options = WebOptions()
    options.title = looks.title
    options.basePath = looks.path
    options.style = try looks.stylesheet()
    options.done = looks.done
    options.frameAncestors = looks.frameAncestors
    options.userHeader = address.userHeader?.lowercased()
    options.isLocal = address.listen.isLocal && address.userHeader == nil && !address.behindProxy
    options.queryInputs = Set(looks.allowQuery)
    options.language = looks.lang
    options.zone = SystemHost.zone { complain("stackflow-web: \($0)") }
    // The world of a script has its own files.
    if scripted == nil { limits.apply(to: &options, store: place.store) }
    options.inputs = try looks.inputs(of: flows, options.zone)
    if let name = looks.allowQuery.first(where: { name in
      !flows.contains { $0.inputs.contains { $0.name == name } }
    }) {
      throw ProgramFailure(.usage, "no flow has an input '\(name)'")
    }
    if let name = looks.allowQuery.first(where: { name in
      flows.contains { flow in
        flow.inputs.contains { $0.name == name && $0.definition.type.holdsSecrets }
      }
    }) {
      throw ProgramFailure(
        .usage, "the input '\(name)' is a secret, which an address would show; give it with --set")
    }
    if let folder = limits.uploads, let uploads = options.uploads,
      !SystemFiles.makePrivateFolder(uploads.folder)
    {
      throw ProgramFailure(.inputOutput, "\(folder): the folder can't be created")
    }
    // A script has its own inputs.
    for flow in flows where scripted == nil {
      let inputs = options.inputs.filter { given in flow.inputs.contains { $0.name == given.key } }
      do {
        _ = try FlowSession(flow: flow, inputs: inputs, options: SessionOptions(zone: options.zone))
      } catch {
        guard options.queryInputs.contains(error.input) else {
          let isSecret = flow.inputs.contains {
            $0.name == error.input && $0.definition.type.holdsSecrets
          }
          throw ProgramFailure(
            .usage,
            "the flow '\(flow.id.name)' isn't served: \(error.message); give it with --set \(error.input)=…"
              + (isSecret ? "" : ", or let its address give it with --allow-query \(error.input)"))
        }
      }
    }
    return options
  }
}

#endif
