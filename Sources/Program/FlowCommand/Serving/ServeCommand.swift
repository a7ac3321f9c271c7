// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowServer
import JSONRPC

/// The command `stackflow serve`.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Let another program walk flows, with JSON-RPC over lines.",
    discussion: """
      Each line of standard input is a JSON-RPC 2.0 message, and each line of standard output the \
      response. The method 'hello' lists the flows, and 'open' begins a walk; a client can walk many at \
      a time. Without flows on the command line, those of ./Flows are served. What a flow would run or \
      write is asked for, unless an option allows it or the client does it by itself. Answers that are paths are looked up in \
      the folders of --allow-read only. \
      Documentation/Server.md describes the messages.

      Example: stackflow serve Flows/hello.flow.yaml
      """)

  @OptionGroup var options: ServingOptions

  func run() async throws {
    let environment = options.environment
    let server = RPCServer(
      FlowService(try options.flows(), in: environment, limits: options.limits))
    try await ServerLoop(
      server, limit: options.maxMessageBytes, environment.cancellation
    ) { server, line in
      server.handle(line).map { [$0] } ?? []
    }.run()
  }
}
