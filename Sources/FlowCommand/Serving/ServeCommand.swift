// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowServer

/// The command `stackflow serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Let another program walk flows, with JSON-RPC over lines.",
    discussion: """
      Each line of standard input is a JSON-RPC 2.0 message, and each line of standard output the \
      response. The method 'hello' lists the flows, and 'open' begins a walk; a client can walk many at \
      a time. Without flows on the command line, those of ./Flows are served. What a flow would run or \
      write is asked for, unless an option allows it or the client does it by itself. \
      Documentation/Server.md describes the messages.
      """)

  @Argument(help: "The flow files.", completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @OptionGroup(title: "What the flows may do") var effects: EffectOptions

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Option(help: "The language of walks that name none, such as de or de-AT.")
  var lang: String?

  @Option(help: "The maximum number of walks at a time.")
  var maxWalks = ServiceLimits().walks

  @Option(help: "The maximum size of a message in bytes.")
  var maxMessageBytes = ServiceLimits().messageBytes

  @Option(help: "The maximum size of a flow file in bytes.")
  var maxBytes = ByteLimit.default

  func validate() throws {
    if maxWalks < 1 { throw ValidationError("--max-walks must be at least 1") }
    if maxMessageBytes < 1 { throw ValidationError("--max-message-bytes must be at least 1") }
  }

  func run() async throws {
    let flows = try ServedFiles(files, lang: lang, maxBytes, fileOptions).flows()
    var limits = ServiceLimits()
    limits.walks = maxWalks
    limits.messageBytes = maxMessageBytes
    let environment = ServiceEnvironment.ofProgram(lang: lang, effects.permissions)
    let server = RPCServer(FlowService(flows, in: environment, limits: limits))
    try await ServerLoop(server, limit: maxMessageBytes, environment.cancellation) { server, line in
      server.handle(line).map { [$0] } ?? []
    }.run()
  }
}
