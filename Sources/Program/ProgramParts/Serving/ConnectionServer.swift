// SPDX-License-Identifier: Apache-2.0

import CLibrary
import FlowEffects
import FlowExpressions
import FlowHosts
import FlowServer
import FlowSessions
import JSONRPC
import Synchronization
import TerminalIO

/// Serves many connections: each in order, on a thread of its own, which also waits for its client and for its effects.
final class ConnectionServer: Sendable {
  private let service: FlowService
  private let address: SocketAddress
  private let source: ServiceOptions.OwnerSource
  private let voice: ProgramVoice
  private let limit: Int
  private let room: MessageRoom
  private let cancellation: EffectCancellation
  private let flows: Mutex<WatchedFlows>
  private let log: EventLog?

  /// How long requests that are handled may take after a signal before their effects are canceled, in seconds.
  private static let grace = 10

  /// How long they may take after that before clients that don't read are cut off, in seconds.
  private static let graceAfterCanceling = 5

  /// The maximum size of the messages that clients have begun to send, together, in bytes, if none may be longer.
  private static let leastRoom = 64 << 20

  init(
    _ service: FlowService, at address: SocketAddress, _ options: ServiceOptions,
    _ cancellation: EffectCancellation, _ flows: WatchedFlows, _ log: EventLog?,
    _ voice: ProgramVoice
  ) {
    self.service = service
    self.address = address
    source = options.source
    limit = options.maxConnections
    room = MessageRoom(byteCount: max(Self.leastRoom, 4 * service.messageLimits.bytes))
    self.cancellation = cancellation
    self.flows = Mutex(flows)
    self.log = log
    self.voice = voice
  }

  /// The owner of a user's walks.
  static func owner(_ user: uid_t) -> String { "uid:\(user)" }

  /// The owner of the walks of this process's user.
  static var ownOwner: String { owner(getuid()) }

  /// Runs until a signal: then it accepts nothing more, and finishes what it's handling.
  ///
  /// - Parameter end: Is called at the signal.
  /// - Throws: ``ProgramFailure`` if it can't listen.
  func run(whenEnding end: @escaping @Sendable () -> Void) async throws(ProgramFailure) {
    // A client that's gone is a failure to write, not a signal.
    signal(SIGPIPE, SIG_IGN)
    let listener: SocketListener
    do throws(ListeningError) { listener = try SocketListener(address) } catch {
      throw ProgramFailure(.inputOutput, "\(address): \(Self.reason(error.number))")
    }
    voice.say("listening at \(listener.address)")
    log?.write("listening", [("address", .string("\(listener.address)"))])
    let (_, interruption) = await BlockingWork.run(
      until: nil,
      interrupt: {
        listener.stop()
        end()
      },
      { [self] in
        listener.run(
          atMost: limit, refusing: Self.refusal(limit), tick: { reload() },
          { connection in self.serve(connection) })
        finish(listener)
      })
    log?.write("stopped")
    if interruption == nil {
      throw ProgramFailure(.inputOutput, "\(address): it can't listen anymore")
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case EADDRINUSE: "another program listens there"
    case EEXIST: "there's something else than a socket"
    case EINVAL: "it isn't a numeric address, nor localhost"
    default: String(cString: strerror(code)).lowercased()
    }
  }

  private static func refusal(_ limit: Int) -> String {
    let error = RPCError(.tooManyConnections, "\(limit) connections are open; try again later")
    return (JSONWriter().text(of: error.response(to: .null)) ?? "null") + "\n"
  }

  /// Waits until what was being handled at a signal has ended.
  private func finish(_ listener: SocketListener) {
    guard !listener.wait(seconds: Self.grace) else { return }
    cancellation.cancel()
    guard !listener.wait(seconds: Self.graceAfterCanceling) else { return }
    listener.cut()
    _ = listener.wait(seconds: Self.graceAfterCanceling)
  }

  private func reload() {
    guard let changed = flows.withLock({ $0.changed(after: .seconds(1)) }) else { return }
    service.replaceFlows(changed)
    log?.write("flows")
  }

  private func serve(_ connection: SocketListener.Connection) {
    let owner = source == .peer ? connection.user.map { Self.owner($0) } : nil
    // A user who isn't known would share walks with others like that.
    guard source != .peer || owner != nil else { return }
    var server = RPCServer(
      source == .hello
        ? FlowConnection(namingOwnersTo: service) : FlowConnection(to: service, owner: owner))
    var lines = MessageLines(limit: service.messageLimits.bytes, in: room)
    defer { _ = lines.finish() }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = connection.read(&buffer)
      let complete = count > 0 ? lines.add(buffer[..<count]) : [lines.finish()].compactMap { $0 }
      for line in complete {
        if let response = server.handle(line), !connection.write(response) { return }
      }
      guard count > 0 else { return }
    }
  }
}
