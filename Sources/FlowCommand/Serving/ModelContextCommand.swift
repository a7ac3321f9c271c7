// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowForms
import FlowHosts
import FlowServer
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
      unless an option allows it. Secrets are never asked for in a form: set STACKFLOW_SET_NAME in the \
      environment of the server. Documentation/ModelContext.md describes what clients see.
      """)

  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @OptionGroup(title: "What the flows may do") var effects: EffectOptions

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The language of walks that name none, such as de or de-AT.")
  var lang: String?

  @OptionGroup var sealing: KeyFileOption

  @Option(help: "The maximum number of walks that wait for a call at a time.")
  var maxWalks = ServiceLimits().walks

  @Option(help: "The maximum size of a message in bytes.")
  var maxMessageBytes = ServiceLimits().messageBytes

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  /// How long a form can be answered, in seconds: a day.
  private static let lifetime: Int64 = 86_400

  func validate() throws {
    if maxWalks < 1 { throw ValidationError("--max-walks must be at least 1") }
    if maxMessageBytes < 1 { throw ValidationError("--max-message-bytes must be at least 1") }
  }

  func run() async throws {
    let flows = try ServedFiles(files, lang: lang, maxBytes, fileOptions).flows()
    var tools: [ContextTool] = []
    for flow in flows {
      try FlowLoading.checkExtensions(of: flow.flow, flow.name)
      tools.append(try Self.tool(flow))
    }
    var limits = ServiceLimits()
    limits.walks = maxWalks
    limits.messageBytes = maxMessageBytes
    let environment = ServiceEnvironment.ofProgram(lang: lang, effects.permissions)
    let key = try sealing.key() ?? OwnKey.key()
    guard let keys = WalkKeyRing(key) else {
      throw Output.fail(.usage, "the key can't be used")
    }
    let tokens = WalkTokens(
      keys: keys, lifetime: Self.lifetime, maximumByteCount: maxMessageBytes / 2)
    let server = ContextServer(
      tools, in: environment, tokens: tokens, ledger: try FolderLedger(keptFor: Self.lifetime),
      limits: limits)
    try await ServerLoop(server, limit: maxMessageBytes, environment.cancellation) { server, line in
      server.handle(line)
    }.run()
  }

  /// Returns a flow as a tool, with what the environment of this process gives.
  private static func tool(_ flow: ServedFlow) throws(ProgramEnding) -> ContextTool {
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
