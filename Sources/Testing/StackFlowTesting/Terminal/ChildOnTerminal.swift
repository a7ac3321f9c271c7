// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
internal import FlowHosts
internal import Synchronization
internal import TerminalIO

/// The file descriptors and the process of a ``PseudoTerminal``.
final class ChildOnTerminal: Sendable {
  struct Sources: OptionSet {
    let rawValue: UInt32
    static let terminal = Sources(rawValue: 1)
    static let beacon = Sources(rawValue: 2)
    static let output = Sources(rawValue: 4)
    static let error = Sources(rawValue: 8)
    static let exit = Sources(rawValue: 16)
  }

  private struct Descriptors {
    var master: Int32 = -1
    /// Kept open so that the output and the modes can be read after the program has ended.
    var slave: Int32 = -1
    /// The same terminal, nonblocking.
    var marks: Int32 = -1
    var beacon: Int32 = -1
    var output: Int32 = -1
    var error: Int32 = -1
    var input: Int32 = -1
    var exit: Int32 = -1
    var hasEnded = false
  }

  private let descriptors: Mutex<Descriptors>
  private let process: pid_t

  private init(_ descriptors: Descriptors, process: pid_t) {
    self.descriptors = Mutex(descriptors)
    self.process = process
  }

  var master: Int32 { descriptors.withLock { $0.master } }
  var slave: Int32 { descriptors.withLock { $0.slave } }

  // MARK: Start

  static func start(
    path: String, arguments: [String], size: WindowSize, environment: [String: String],
    directory: String?, streams: ChildStreams
  ) throws(PseudoTerminalError) -> (ChildOnTerminal, ct_modes) {
    var own = Descriptors()
    var childEnds: [Int32] = []
    var failure = ct_pseudo_terminal(
      Int32(size.columns), Int32(size.rows), &own.master, &own.slave)
    var modes = ct_modes()
    if failure == 0 { failure = ct_modes_read(own.slave, &modes) }
    if failure == 0 {
      own.marks = ct_open_slave(own.master)
      if own.marks < 0 { failure = -own.marks }
    }

    var sources = [own.slave, own.slave, own.slave]
    var targets: [Int32] = [0, 1, 2, 3]
    func pipe(_ parent: inout Int32, isInput: Bool = false) -> Int32 {
      var ends: (Int32, Int32) = (-1, -1)
      let result = withUnsafeMutableBytes(of: &ends) { raw in
        raw.assumingMemoryBound(to: Int32.self).baseAddress.map { ct_pipe($0) } ?? -1
      }
      if result != 0 { failure = result }
      parent = isInput ? ends.1 : ends.0
      let child = isInput ? ends.0 : ends.1
      childEnds.append(child)
      return child
    }
    if failure == 0, streams.input == .pipe { sources[0] = pipe(&own.input, isInput: true) }
    if failure == 0, streams.output == .pipe { sources[1] = pipe(&own.output) }
    if failure == 0, streams.error == .pipe { sources[2] = pipe(&own.error) }
    if failure == 0 { sources.append(pipe(&own.beacon)) } else { targets.removeLast() }

    var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "STACKFLOW_TEST_FD": "3"]
    variables.merge(environment) { $1 }
    var process: pid_t = 0
    if failure == 0 {
      failure = spawn(
        path: path, arguments: arguments,
        environment: variables.map { "\($0.key)=\($0.value)" }.sorted(), directory: directory,
        terminal: streams.isControllingTerminal ? own.slave : -1, sources: sources,
        targets: targets, process: &process)
    }
    for end in childEnds { _ = ct_close(end) }
    var exitEnds: (Int32, Int32) = (-1, -1)
    if failure == 0 {
      failure = withUnsafeMutableBytes(of: &exitEnds) { raw in
        raw.assumingMemoryBound(to: Int32.self).baseAddress.map { ct_pipe($0) } ?? -1
      }
      own.exit = exitEnds.0
    }
    let child = ChildOnTerminal(own, process: process)
    guard failure == 0 else {
      child.close()
      throw PseudoTerminalError(kind: .system(failure), picture: "")
    }
    ExitWaiter.start(process: process, report: exitEnds.1)
    return (child, modes)
  }

  private static func spawn(
    path: String, arguments: [String], environment: [String], directory: String?,
    terminal: Int32, sources: [Int32], targets: [Int32], process: inout pid_t
  ) -> Int32 {
    ([path] + arguments).withCStrings { arguments in
      environment.withCStrings { environment in
        withOptionalCString(directory) { directory in
          path.withCString { path in
            sources.withUnsafeBufferPointer { sources in
              targets.withUnsafeBufferPointer { targets in
                var child = ct_child(
                  path: path, arguments: arguments, environment: environment,
                  directory: directory, terminal: terminal, sources: sources.baseAddress,
                  targets: targets.baseAddress, descriptors: Int32(sources.count))
                return ct_spawn(&child, &process)
              }
            }
          }
        }
      }
    }
  }

  private static func withOptionalCString<Result>(
    _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
  ) -> Result {
    guard let string else { return body(nil) }
    return string.withCString { body($0) }
  }

  // MARK: Running

  /// Waits until something can be read, from the terminal only if it's asked for.
  func wait(milliseconds: Int32, forTerminal readsTerminal: Bool) -> Sources {
    let now = descriptors.withLock { $0 }
    let all = [readsTerminal ? now.master : -1, now.beacon, now.output, now.error, now.exit]
    var ready: UInt32 = 0
    _ = ct_wait_readable(all, Int32(all.count), milliseconds, &ready)
    return Sources(rawValue: ready)
  }

  /// Reads once; returns `nil` at the end, after which `wait(milliseconds:)` ignores the source.
  func read(_ source: Sources) -> [UInt8]? {
    let path: WritableKeyPath<Descriptors, Int32>? =
      switch source {
      case .terminal: \.master
      case .beacon: \.beacon
      case .output: \.output
      case .error: \.error
      default: nil
      }
    guard let path else { return nil }
    let descriptor = descriptors.withLock { $0[keyPath: path] }
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = ct_read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer.prefix(count)) }
    if source != .terminal {
      _ = ct_close(descriptor)
      descriptors.withLock { $0[keyPath: path] = -1 }
    }
    return nil
  }

  func readExit<Screen>() -> PseudoTerminal<Screen>.Exit? {
    let descriptor = descriptors.withLock { $0.exit }
    var bytes: [UInt8] = [0, 0]
    guard ct_read(descriptor, &bytes, 2) == 2 else { return nil }
    _ = ct_close(descriptor)
    descriptors.withLock {
      $0.exit = -1
      $0.hasEnded = true
    }
    return bytes[1] == 0 ? .exited(Int32(bytes[0])) : .signalled(Int32(bytes[1]))
  }

  /// Sends a signal to the program, or to all processes of its group, which it leads.
  func send(signal: Int32, toGroup: Bool) { _ = ct_kill(toGroup ? -process : process, signal) }

  func hangUp() {
    let ends = descriptors.withLock { now in
      defer { (now.master, now.slave, now.marks) = (-1, -1, -1) }
      return [now.master, now.slave, now.marks]
    }
    for end in ends where end >= 0 { _ = ct_close(end) }
  }

  /// Appends bytes to the output so far; nil if there's no terminal.
  ///
  /// - Returns: The number of bytes written, 0 where the terminal takes none now.
  func writeMark(_ bytes: ArraySlice<UInt8>) -> Int? {
    let descriptor = descriptors.withLock { $0.marks }
    guard descriptor >= 0 else { return nil }
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  func writeStandardInput(_ bytes: [UInt8]) {
    let descriptor = descriptors.withLock { now in
      defer { now.input = -1 }
      return now.input
    }
    guard descriptor >= 0 else { return }
    _ = ct_write_all(descriptor, bytes, bytes.count)
    _ = ct_close(descriptor)
  }

  func close() {
    let now = descriptors.withLock { now in
      defer { now = Descriptors(hasEnded: now.hasEnded) }
      return now
    }
    if process > 0, !now.hasEnded { _ = ct_kill(process, 9) }
    for end in [
      now.master, now.slave, now.marks, now.beacon, now.output, now.error, now.input, now.exit,
    ]
    where end >= 0 {
      _ = ct_close(end)
    }
  }
}

/// A thread that waits for one process to end and writes its status and its signal to a pipe.
private final class ExitWaiter: Sendable {
  private let process: pid_t
  private let report: Int32

  private init(process: pid_t, report: Int32) {
    self.process = process
    self.report = report
  }

  static func start(process: pid_t, report: Int32) {
    let waiter = Unmanaged.passRetained(ExitWaiter(process: process, report: report))
    let failure = ct_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<ExitWaiter>.fromOpaque(context).takeRetainedValue().run()
      }, waiter.toOpaque())
    if failure != 0 { waiter.release() }
  }

  private func run() {
    var status: Int32 = 0
    var signal: Int32 = 0
    if ct_wait(process, &status, &signal) == 0 {
      let bytes = [UInt8(truncatingIfNeeded: status), UInt8(truncatingIfNeeded: signal)]
      _ = ct_write_all(report, bytes, bytes.count)
    }
    _ = ct_close(report)
  }
}
