// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CLibrary
import FlowFiles
import FlowHosts
import FlowSessions
import JSONRPC
import LanguageServer
import ProgramParts
import Synchronization
import TerminalIO

/// The command `stackflow lsp`.
struct LanguageServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Help editors with flows, with the Language Server Protocol.",
    discussion: """
      The server reads messages from standard input and writes them to standard output. It knows flows, \
      scripts, translations, declarations of extensions, and templates, as 'check' does. Nothing in a file is \
      run, and nothing is fetched. Documentation/LanguageServer.md describes it, and how editors start it.

      Example: stackflow lsp
      """)

  @Option(help: "The maximum size of a file in bytes.")
  var maxBytes = ByteLimit.default

  @OptionGroup(title: "Files") var fileOptions: FileOptions

  @Flag(help: "Does nothing: standard input and output are always used.")
  var stdio = false

  func run() async throws {
    BlockingWork.shareMemory()
    var server = EditorServer(
      version: ProgramVersion.text, limit: maxBytes.count, readable: fileOptions.allowRead)
    if let path = CommandLine.arguments.first, path.contains("/") {
      server.program = SystemFiles.absolutePath(path)
    }
    try await EditorLoop(server).run()
  }
}

/// Reads messages on one thread, performs them on another, and checks what has changed on a third one.
private final class EditorLoop: Sendable {
  /// The maximum size of the messages that wait in bytes, and their number.
  ///
  /// Beyond them, those that wait are performed before more is read.
  private static let most = (bytes: 64 << 20, count: 10_000)

  private struct Inbox {
    var frames = MessageFrames(limit: EditorServer.messageLimits.bytes)
    var messages: [MessageLine] = []
    var byteCount = 0

    /// The number of times that something has come in.
    var arrivalCount = 0

    /// The number of messages that the server has taken and not yet performed.
    var takenCount = 0

    var isFull: Bool { byteCount > most.bytes || takenCount > most.count }
  }

  /// How long nothing may come in before flows are checked as a whole.
  private static let pause = Duration.milliseconds(500)

  private let inbox = Mutex(Inbox())
  private let server: Mutex<EditorServer>

  init(_ server: EditorServer) { self.server = Mutex(server) }

  /// Runs until the input ends or the client asks for the end.
  ///
  /// - Throws: ``ProgramEnding`` if the input can't be read, or after a signal.
  func run() async throws {
    // A client that's gone is a failure to write, status 74, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let (arrivals, arrival) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    async let worked: Void = work(after: arrivals)
    let (failure, interruption) = await BlockingWork.read(STDIN_FILENO, interrupt: {}) {
      bytes in
      self.add(bytes)
      arrival.yield()
      while self.inbox.withLock({ $0.isFull }) { self.perform() }
    }
    arrival.finish()
    if case .signal(let signal)? = interruption { throw ProgramEnding(signal) }
    await worked
    guard failure == 0 else {
      throw ProgramOutput.fail(
        .inputOutput, "standard input: \(String(cString: strerror(failure)))")
    }
  }

  private func work(after arrivals: AsyncStream<Void>) async {
    let (changes, change) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    async let checked: Void = check(after: changes)
    for await _ in arrivals {
      await BlockingWork.run { while self.perform() {} }
      change.yield()
    }
    change.finish()
    await checked
    await BlockingWork.run {
      while self.perform() {}
      self.check { $0.settle(while: $1) }
    }
  }

  /// Checks what has changed, and flows as a whole after a pause.
  private func check(after changes: AsyncStream<Void>) async {
    var resting: Task<Void, Never>?
    for await _ in changes {
      resting?.cancel()
      let isTired = await BlockingWork.run {
        self.check { $0.settle(while: $1) }
        return self.server.withLock { $0.isTired }
      }
      guard isTired else { continue }
      resting = Task {
        guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
        await BlockingWork.run { self.check { $0.rest(while: $1) } }
      }
    }
    resting?.cancel()
  }

  /// Has a copy of the server check something beside what comes in, which isn't kept waiting: if it's a change, the check
  /// was in vain.
  private func check(_ work: (inout EditorServer, () -> Bool) -> [String]) {
    let count = inbox.withLock { $0.arrivalCount }
    var copy = server.withLock { $0 }
    let messages = work(&copy) { inbox.withLock { $0.arrivalCount == count } }
    server.withLock { server in
      guard server.takeUp(copy) else { return }
      for message in messages { ProgramOutput.result(MessageFrames.framed(message)) }
    }
  }

  private func add(_ bytes: ArraySlice<UInt8>) {
    inbox.withLock { inbox in
      inbox.arrivalCount += 1
      for message in inbox.frames.add(bytes) {
        if case .bytes(let bytes) = message { inbox.byteCount += bytes.count }
        inbox.messages.append(message)
      }
    }
  }

  /// Performs the next message.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  private func perform() -> Bool {
    server.withLock { server in
      let taken = inbox.withLock { inbox in
        defer { (inbox.messages, inbox.byteCount) = ([], 0) }
        return inbox.messages
      }
      var messages = taken.flatMap { server.receive($0) }
      let stepped = server.step()
      messages += stepped ?? []
      inbox.withLock { $0.takenCount = server.waitingCount }
      for message in messages { ProgramOutput.result(MessageFrames.framed(message)) }
      if let status = server.exitStatus { ProgramEnding(status == 0 ? .completed : .left).leave() }
      return stepped != nil
    }
  }
}
