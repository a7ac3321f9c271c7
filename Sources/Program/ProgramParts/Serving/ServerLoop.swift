// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowEffects
import FlowSessions
import JSONRPC
import TerminalIO

/// Gives the lines of standard input to a server until it ends, and writes its messages.
///
/// Unchecked because only one thread at a time uses it: the one that reads, then the one that called.
final class ServerLoop<Server: Sendable>: @unchecked Sendable {
  private var server: Server
  private var lines: MessageLines
  private let cancellation: EffectCancellation
  private let voice: ProgramVoice
  private let handle: @Sendable (inout Server, MessageLine) -> [String]

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - limit: The maximum size of a line in bytes.
  ///   - cancellation: Cancels the effects of the server.
  ///   - voice: Writes the messages.
  ///   - handle: Has the server handle a line, and returns its messages.
  init(
    _ server: Server, limit: Int, _ cancellation: EffectCancellation, _ voice: ProgramVoice,
    _ handle: @escaping @Sendable (inout Server, MessageLine) -> [String]
  ) {
    self.server = server
    lines = MessageLines(limit: limit)
    self.cancellation = cancellation
    self.voice = voice
    self.handle = handle
  }

  /// Runs until the input ends.
  ///
  /// A signal cancels the effects of the request that's being handled, and ends the loop after its
  /// messages.
  ///
  /// - Returns: The status that the program ends with: completed, or that of a signal.
  /// - Throws: ``ProgramFailure`` if the input can't be read.
  func run() async throws(ProgramFailure) -> ExitStatus {
    // A client that's gone is a failure to write, status 74, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let (failure, interruption) = await BlockingWork.read(
      STDIN_FILENO, interrupt: { [cancellation] in cancellation.cancel() }
    ) { bytes in
      for line in self.lines.add(bytes) { self.answer(line) }
    }
    guard failure == 0 else {
      throw ProgramFailure(.inputOutput, "standard input: \(String(cString: strerror(failure)))")
    }
    if case .signal(let signal)? = interruption { return ExitStatus(signal) }
    guard let line = lines.finish() else { return .completed }
    return await answerLast(line)
  }

  private func answer(_ line: MessageLine) {
    guard !cancellation.isCancelled else { return }
    for message in handle(&server, line) { voice.write(message) }
  }

  /// Answers a line without a line feed, after which nothing is read.
  private func answerLast(_ line: MessageLine) async -> ExitStatus {
    let (_, interruption) = await BlockingWork.run(
      until: nil, interrupt: { [cancellation] in cancellation.cancel() }, { self.answer(line) })
    if case .signal(let signal)? = interruption { return ExitStatus(signal) }
    return .completed
  }
}
