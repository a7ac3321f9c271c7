// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
import Synchronization

/// A place at which other programs connect to this one.
package enum SocketAddress: Hashable, Sendable, CustomStringConvertible {
  /// A socket in the file system, which only its owner reaches.
  case path(String)

  /// A numeric address, or `localhost`, and a port; 0 for any that's free.
  case address(String, port: Int)

  /// Reads `unix:PATH` or `tcp:HOST:PORT`, where an address of IPv6 is in brackets; nil for another text.
  package init?(_ text: String) {
    if text.hasPrefix("unix:"), text.utf8.count > 5 {
      self = .path(String(text.dropFirst(5)))
      return
    }
    let rest = text.dropFirst(4)
    guard text.hasPrefix("tcp:"), let colon = rest.lastIndex(of: ":"), colon > rest.startIndex,
      let port = UInt16(rest[rest.index(after: colon)...])
    else { return nil }
    let name = rest[..<colon]
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    self = .address(String(isBracketed ? name.dropFirst().dropLast() : name), port: Int(port))
  }

  /// The address as it's read.
  package var description: String {
    switch self {
    case .path(let path): "unix:\(path)"
    case .address(let host, let port):
      host.contains(":") ? "tcp:[\(host)]:\(port)" : "tcp:\(host):\(port)"
    }
  }
}

/// The number of the system's error for which a socket can't listen.
package struct ListeningError: Error, Hashable, Sendable {
  /// The number, such as `EADDRINUSE`.
  package let number: Int32
}

/// Accepts connections, and handles each on a thread of its own, so that a connection that waits holds up no other.
package final class SocketListener: Sendable {
  /// A connection: what's read from it, and what's written to it.
  package struct Connection: Sendable {
    /// The number of the connection, from 1.
    let number: Int

    /// The user at the other end; nil if that isn't known.
    package let user: UInt32?

    let descriptor: Int32

    /// Reads what has come, and waits for it.
    ///
    /// - Parameter buffer: The bytes that are read.
    /// - Returns: The number of bytes; 0 at the end of the input, and if it failed.
    package func read(_ buffer: inout [UInt8]) -> Int {
      max(0, ct_read(descriptor, &buffer, buffer.count))
    }

    /// Writes a text, and waits until the other end has taken it; returns whether it did.
    package func write(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        bytes.baseAddress.map { ct_write_all(descriptor, $0, bytes.count) } ?? 0
      } == 0
    }
  }

  private struct State {
    var connections: [Int: Int32] = [:]
    var count = 0
    var isStopped = false
  }

  /// The address; with the port that it has.
  package let address: SocketAddress

  private let socket: Int32
  private let pipe: DescriptorPipe

  /// Has a byte for connections that have ended.
  private let ends: DescriptorPipe
  private let state = Mutex(State())

  /// Listens at an address.
  ///
  /// - Parameter address: The address. A socket in the file system that no one answers at is replaced.
  /// - Throws: ``ListeningError``: `EADDRINUSE` if another program listens there.
  package init(_ address: SocketAddress) throws(ListeningError) {
    ct_raise_descriptor_limit()
    do {
      pipe = try DescriptorPipe(readersWait: false)
      ends = try DescriptorPipe(readersWait: false)
    } catch {
      throw ListeningError(number: EMFILE)
    }
    switch address {
    case .path(let path):
      socket = ct_listen_path(path)
      self.address = address
    case .address(let host, let port):
      socket = ct_listen_address(host == "localhost" ? "127.0.0.1" : host, Int32(port))
      self.address = .address(host, port: socket < 0 ? port : Int(ct_port(socket)))
    }
    guard socket < 0 else { return }
    pipe.close()
    ends.close()
    throw ListeningError(number: -socket)
  }

  /// The number of connections that are open.
  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// Accepts connections until ``stop()`` is called.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of connections at a time.
  ///   - refusal: What a further one is told before it's closed.
  ///   - tick: Is called between connections, about once a second.
  ///   - body: Handles a connection, on a thread of its own; when it returns, the connection is closed.
  package func run(
    atMost limit: Int, refusing refusal: String, tick: () -> Void,
    _ body: @escaping @Sendable (Connection) -> Void
  ) {
    while !state.withLock({ $0.isStopped }) {
      var ready: UInt32 = 0
      _ = ct_wait_readable([pipe.read, socket], 2, 1_000, &ready)
      tick()
      guard ready & 2 != 0, ready & 1 == 0 else { continue }
      let descriptor = ct_accept(socket)
      guard descriptor >= 0 else {
        // Without descriptors or memory, the next one waits until there are some.
        _ = ct_wait_readable([pipe.read], 1, 50, &ready)
        continue
      }
      accept(descriptor, limit, refusal, body)
    }
    _ = ct_close(socket)
    if case .path(let path) = address { unlink(path) }
  }

  private func accept(
    _ descriptor: Int32, _ limit: Int, _ refusal: String,
    _ body: @escaping @Sendable (Connection) -> Void
  ) {
    let user = ct_peer_user(descriptor)
    let number: Int? = state.withLock { state in
      guard state.connections.count < limit, !state.isStopped else { return nil }
      state.count += 1
      state.connections[state.count] = descriptor
      return state.count
    }
    guard let number else {
      // A new connection has room for it.
      _ = Connection(number: 0, user: nil, descriptor: descriptor).write(refusal)
      _ = ct_close(descriptor)
      return
    }
    let connection = Connection(
      number: number, user: UInt32(exactly: user), descriptor: descriptor)
    let work = Work { [self] in
      body(connection)
      end(number)
    }
    let context = Unmanaged.passRetained(work)
    let failure = ct_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    guard failure != 0 else { return }
    context.release()
    end(number)
  }

  /// Closes a connection; with the lock, so that no one shuts another descriptor with its number.
  private func end(_ number: Int) {
    let isAwaited = state.withLock { state in
      if let descriptor = state.connections.removeValue(forKey: number) { _ = ct_close(descriptor) }
      return state.isStopped
    }
    // Only then does someone read it.
    if isAwaited { ends.send(0) }
  }

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Stops accepting connections and reading from them; what's handled is finished.
  package func stop() {
    state.withLock { state in
      state.isStopped = true
      for descriptor in state.connections.values { ct_shut(descriptor, false) }
    }
    pipe.send(0)
  }

  /// Waits until all connections have ended.
  ///
  /// - Parameter seconds: How long to wait.
  /// - Returns: Whether they have ended.
  package func wait(seconds: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var bytes = [UInt8](repeating: 0, count: 256)
    while connectionCount > 0 {
      let left = ContinuousClock.now.duration(to: deadline).components.seconds
      guard left >= 0, ContinuousClock.now < deadline else { return false }
      var ready: UInt32 = 0
      _ = ct_wait_readable([ends.read], 1, Int32(clamping: left * 1_000 + 100), &ready)
      while ct_read(ends.read, &bytes, bytes.count) == bytes.count {}
    }
    return true
  }

  /// Ends connections whose other ends don't read.
  package func cut() {
    state.withLock { for descriptor in $0.connections.values { ct_shut(descriptor, true) } }
  }
}
