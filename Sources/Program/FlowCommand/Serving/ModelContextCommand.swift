// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowHosts
import FlowServer
import FlowSessions
import ModelContext
import SealedWalks

/// The command `stackflow mcp`.
struct ModelContextCommand: AsyncParsableCommand {
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

  @Flag(
    help:
      "Let the agent confirm, permit, and approve instead of the user, also if the client shows forms."
  )
  var trustAgent = false

  /// How long a form can be answered, in seconds: a day.
  private static let lifetime: Int64 = 86_400

  func run() async throws {
    let flows = WatchedFlows(options)
    let tools = try flows.tools()
    let environment = options.environment
    let key = try sealing.key() ?? OwnKey.key()
    guard let keys = WalkKeyRing(key) else {
      throw ProgramOutput.fail(.usage, "the key can't be used")
    }
    let tokens = WalkTokens(
      keys: keys, lifetime: Self.lifetime, maximumByteCount: options.maxMessageBytes / 2)
    var server = ContextServer(
      tools, in: environment, tokens: tokens, ledger: try FolderLedger(keptFor: Self.lifetime),
      limits: options.limits)
    server.trustsAgent = trustAgent
    try await ServerLoop(
      (server: server, flows: flows), limit: options.maxMessageBytes, environment.cancellation
    ) { state, line in
      let changed = state.flows.changedTools().map { state.server.replaceTools($0) } ?? []
      return changed + state.server.handle(line)
    }.run()
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

/// The flows of the command line as tools, read again when a file next to them has changed.
private struct WatchedFlows: Sendable {
  private let options: ServingOptions

  /// The files as they were when they were last read.
  private var state: [String: [Int]]

  init(_ options: ServingOptions) {
    self.options = options
    state = Self.state(options)
  }

  private static func state(_ options: ServingOptions) -> [String: [Int]] {
    FileWatch.state(of: options.files.isEmpty ? [FlowFolder.name] : options.files)
  }

  /// Reads the flows.
  ///
  /// - Throws: ``ProgramEnding`` if one can't be read or has mistakes, which are written to standard error.
  func tools() throws(ProgramEnding) -> [ContextTool] {
    try options.flows().map { (flow) throws(ProgramEnding) in try ModelContextCommand.tool(flow) }
  }

  /// Reads the flows again if a file has changed; nil if none has, or one has mistakes now.
  mutating func changedTools() -> [ContextTool]? {
    let now = Self.state(options)
    guard now != state else { return nil }
    state = now
    guard let tools = try? tools() else {
      ProgramOutput.message("stackflow: the flows stay as they were until the mistakes are gone")
      return nil
    }
    return tools
  }
}
