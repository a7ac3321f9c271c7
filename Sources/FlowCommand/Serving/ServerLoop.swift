// SPDX-License-Identifier: GPL-3.0-or-later

import FlowForms
import FlowServer
import TerminalIO

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Gives the lines of standard input to a server until it ends, and writes its messages.
///
/// Unchecked because only one thread at a time uses it: the loop waits while a line is handled.
final class ServerLoop<Server: Sendable>: @unchecked Sendable {
  private var server: Server
  private let limit: Int
  private let cancellation: EffectCancellation
  private let handle: @Sendable (inout Server, MessageLine) -> [String]

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - limit: The maximum size of a line in bytes.
  ///   - cancellation: Cancels the effects of the server.
  ///   - handle: Has the server handle a line, and returns its messages.
  init(
    _ server: Server, limit: Int, _ cancellation: EffectCancellation,
    _ handle: @escaping @Sendable (inout Server, MessageLine) -> [String]
  ) {
    self.server = server
    self.limit = limit
    self.cancellation = cancellation
    self.handle = handle
  }

  /// Runs until the input ends.
  ///
  /// - Throws: ``ProgramEnding`` if it can't be read, or after a signal.
  func run() async throws {
    // A client that's gone is a failure to write, status 74, not a signal.
    signal(SIGPIPE, SIG_IGN)
    var lines = MessageLines(limit: limit)
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

  /// Answers a line; a signal cancels its effects, and ends the program after the messages.
  private func answer(_ line: MessageLine) async throws {
    let (messages, interruption) = await InterruptibleWork.run(
      until: nil, interrupt: { [cancellation] in cancellation.cancel() },
      { self.handle(&self.server, line) })
    for message in messages { Output.result(message) }
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
  }
}
