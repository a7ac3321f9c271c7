// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import FlowExpressions
import FlowForms
import FlowHosts
import FlowServer
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

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
    // A client that's gone is a failure to write, status 74, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let flows = try served()
    var limits = ServiceLimits()
    limits.walks = maxWalks
    limits.messageBytes = maxMessageBytes
    let environment = environment
    let server = RPCServer(FlowService(flows, in: environment, limits: limits))
    try await ServerLoop(server, cancellation: environment.cancellation).run()
  }

  private func served() throws(ProgramEnding) -> [ServedFlow] {
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
        path, limit: maxBytes.count, readable: fileOptions.allowRead,
        language: .some(lang ?? SystemHost.language))
      let served = ServedFlow(flow)
      guard !flows.contains(where: { $0.name == served.name }) else {
        throw Output.fail(.usage, "two flows have the id '\(served.name)'")
      }
      flows.append(served)
    }
    return flows
  }

  private var environment: ServiceEnvironment {
    var environment = ServiceEnvironment(
      program: "stackflow", version: ProgramVersion.text,
      zone: SystemHost.zone, zones: { try? ZoneFolder.system.zone(named: $0) },
      clock: { SystemHost.now })
    let permissions = effects.permissions
    environment.effects = { flow, options in
      SystemEffects(permissions: permissions, catalog: options.catalog(for: flow))
    }
    environment.paths = SystemPaths()
    environment.language = lang ?? SystemHost.language
    return environment
  }
}

/// Answers the lines of standard input until it ends.
///
/// Unchecked because only one thread at a time uses it: the loop waits while a request is handled.
private final class ServerLoop: @unchecked Sendable {
  private var server: RPCServer
  private let cancellation: EffectCancellation

  init(_ server: RPCServer, cancellation: EffectCancellation) {
    self.server = server
    self.cancellation = cancellation
  }

  func run() async throws {
    var lines = MessageLines(limit: server.service.limits.messageBytes)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Output.fail(.inputOutput, "standard input: \(String(cString: strerror(errno)))")
      }
      for line in count == 0 ? [lines.finish()].compactMap({ $0 }) : lines.add(buffer[..<count]) {
        try await answer(line)
      }
      if count == 0 { return }
    }
  }

  /// Answers a line; a signal cancels its effects, and ends the program after the response.
  private func answer(_ line: MessageLine) async throws {
    let (response, interruption) = await InterruptibleWork.run(
      until: nil, interrupt: { [cancellation] in cancellation.cancel() },
      { self.server.handle(line) })
    if let response { Output.result(response) }
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
  }
}
