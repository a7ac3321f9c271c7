// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowHosts
import FlowModel
import FlowServer
import FlowSessions
import ModelContext
import SavedWalks
import SealedWalks

/// The command `stackflow mcp`.
struct ModelContextCommand: StoringCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Offer flows to agents as tools, with the Model Context Protocol.",
    discussion: """
      The server reads messages from standard input and writes them to standard output, one in a line. \
      Each flow is a tool: its arguments are answers in advance, and the user is asked the rest in forms \
      that the client shows. A client without forms gets each question as the result of its call. Without \
      flows on the command line, those of ./Flows are offered. What a flow would run or write is asked for, \
      unless an option allows it. Answers that are paths are looked up in the folders of --allow-read only. \
      Secrets are never asked for in a form: set STACKFLOW_SET_NAME in the \
      environment of the server. Documentation/ModelContext.md describes what clients see.

      Example: stackflow mcp Flows/hello.flow.yaml
      """)

  @OptionGroup var options: ServingOptions

  @OptionGroup var sealing: KeyFileOption

  @Option(
    help: ArgumentHelp(
      "Keep walks that calls go on with in a folder, or in a database such as postgresql://db/walks, sealed, so that any process with the same key continues them.",
      discussion: "The folder is created if it's missing. A database needs stackflow-web.",
      valueName: "place"),
    completion: .directory)
  var store: String?

  @Flag(
    help:
      "Let the agent confirm, permit, and approve instead of the user, also if the client shows forms."
  )
  var trustAgent = false

  @Option(help: "Skip questions of a lower priority.")
  var priority = FieldPriority.low

  init() {}

  var needsOtherProgram: Bool { store.map(StorePlace.isDatabase) ?? false }

  /// How long a form can be answered, in seconds: a day.
  private static let lifetime: Int64 = 86_400

  func run() async throws {
    let voice = ProgramOutput.voice
    let flows = try options.watchedFlows(voice)
    let tools = try Self.tools(flows.flows())
    let environment = options.environment(in: .ofUser)
    let keys = try sealing.keysOrOwn()
    let tokens = WalkTokens(
      keys: keys, lifetime: Self.lifetime, maximumByteCount: options.maxMessageBytes / 2)
    var server = ContextServer(
      tools, in: environment, tokens: tokens, ledger: try FolderLedger(keptFor: Self.lifetime),
      limits: options.limits)
    (server.trustsAgent, server.priority) = (trustAgent, priority)
    server.store = try await openStore(voice)
    server.owner = ConnectionServer.ownOwner
    let status: ExitStatus
    do throws(ProgramFailure) {
      status = try await ServerLoop(
        (server: server, flows: flows), limit: options.maxMessageBytes, environment.cancellation,
        voice
      ) { state, line in
        let tools = state.flows.changed().flatMap { try? Self.tools($0) }
        let changed = tools.map { state.server.replaceTools($0) } ?? []
        return changed + state.server.handle(line)
      }.run()
    } catch {
      throw ProgramOutput.fail(error)
    }
    guard status == .completed else { throw ProgramEnding(status) }
  }

  /// Opens the store, without walks that were left long ago; nil if walks are kept in memory.
  private func openStore(_ voice: ProgramVoice) async throws -> (any WalkStore)? {
    guard let store else { return nil }
    let place = try sealing.place(store)
    do { try await place.prepare(waiting: voice) } catch let failure as ProgramFailure {
      throw ProgramOutput.fail(failure)
    }
    do throws(WalkStoreError) { try await place.store.removeExpired(at: SystemHost.now) } catch {
      throw ProgramOutput.fail(.inputOutput, error.message)
    }
    return place.store
  }

  private static func tools(_ flows: [ServedFlow]) throws(ProgramEnding) -> [ContextTool] {
    try flows.map { (flow) throws(ProgramEnding) in try tool(flow) }
  }

  /// Returns a flow as a tool, with what the environment of this process gives.
  fileprivate static func tool(_ flow: ServedFlow) throws(ProgramEnding) -> ContextTool {
    var given = GivenAnswers()
    // A variable can be for another of the flows.
    given.ignoresUnused = true
    let answers = try given.read(for: flow.flow)
    var tool = ContextTool(flow)
    tool.answers = answers.fields
    tool.inputs = answers.inputs
    tool.variable = { GivenAnswers.variablePrefix + VariableNames.spelling(of: $0) }
    return tool
  }
}
