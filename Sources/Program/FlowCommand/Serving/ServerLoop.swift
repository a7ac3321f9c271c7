// SPDX-License-Identifier: GPL-3.0-or-later

import FlowEffects
import FlowServer
import FlowSessions
import JSONRPC
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
/// Unchecked because only one thread at a time uses it: the one that reads, then the one that called.
final class ServerLoop<Server: Sendable>: @unchecked Sendable {
  private var server: Server
  private var lines: MessageLines
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
    lines = MessageLines(limit: limit)
    self.cancellation = cancellation
    self.handle = handle
  }

  /// Runs until the input ends.
  ///
  /// A signal cancels the effects of the request that's being handled, and ends the program after its
  /// messages.
  ///
  /// - Throws: ``ProgramEnding`` if the input can't be read, or after a signal.
  func run() async throws {
    // A client that's gone is a failure to write, status 74, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let (failure, interruption) = await InterruptibleWork.read(
      STDIN_FILENO, interrupt: { [cancellation] in cancellation.cancel() }
    ) { bytes in
      for line in self.lines.add(bytes) { self.answer(line) }
    }
    guard failure == 0 else {
      throw ProgramOutput.fail(
        .inputOutput, "standard input: \(String(cString: strerror(failure)))")
    }
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
    if let line = lines.finish() { try await answerLast(line) }
  }

  private func answer(_ line: MessageLine) {
    guard !cancellation.isCancelled else { return }
    for message in handle(&server, line) { ProgramOutput.result(message) }
  }

  /// Answers a line without a line feed, after which nothing is read.
  private func answerLast(_ line: MessageLine) async throws {
    let (_, interruption) = await InterruptibleWork.run(
      until: nil, interrupt: { [cancellation] in cancellation.cancel() }, { self.answer(line) })
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
  }
}
