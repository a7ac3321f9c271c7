// SPDX-License-Identifier: Apache-2.0

import CLibrary
internal import CTerminal
import FlowEffects
import FlowExpressions
import FlowSessions
import Localization

extension SystemCommands {
  /// A child process with its pipes.
  struct RunningCommand {
    let process: pid_t
    private var output: Int32
    private var errors: Int32
    private let ended: Int32
    private let woken: Pipe
    private var kept: [UInt8] = []
    private var tail: [UInt8] = []
    private var isTooLong = false
    private let outputLimit: Int
    private let catalog: MessageCatalog

    init(
      _ command: CommandRequest, path: String, folder: String, _ outputLimit: Int,
      _ catalog: MessageCatalog
    ) throws(StartFailure) {
      self.outputLimit = outputLimit
      self.catalog = catalog
      var pipes: [Pipe] = []
      var isStarted = false
      defer { if !isStarted { for pipe in pipes { pipe.close() } } }
      for _ in 0..<4 { pipes.append(try Pipe()) }
      let input = try Self.input(command.input)
      defer { _ = ct_close(input) }
      let (out, err, end) = (pipes[0], pipes[1], pipes[2])
      var environment = command.passed.compactMap { name in
        SystemHost.environment(name).map { "\(name)=\($0)" }
      }
      environment += command.environment.map { "\($0.name)=\($0.value)" }
      var process: pid_t = 0
      let failure = command.arguments.withCStrings { arguments in
        environment.withCStrings { environment in
          folder.withCString { folder in
            path.withCString { path in
              let sources = [input, out.write, err.write]
              let targets: [Int32] = [0, 1, 2]
              return sources.withUnsafeBufferPointer { sources in
                targets.withUnsafeBufferPointer { targets in
                  var child = ct_child(
                    path: path, arguments: arguments, environment: environment, directory: folder,
                    terminal: -1, sources: sources.baseAddress, targets: targets.baseAddress,
                    descriptors: 3)
                  return ct_spawn(&child, &process)
                }
              }
            }
          }
        }
      }
      guard failure == 0 else { throw StartFailure(code: failure) }
      isStarted = true
      self.process = process
      _ = ct_close(out.write)
      _ = ct_close(err.write)
      _ = ct_set_nonblocking(out.read)
      _ = ct_set_nonblocking(err.read)
      _ = ct_set_nonblocking(pipes[3].write)
      output = out.read
      errors = err.read
      ended = end.read
      woken = pipes[3]
      Watcher.start(process, announcingOn: end.write)
    }

    mutating func close() {
      for end in [output, errors, ended] where end >= 0 { _ = ct_close(end) }
      woken.close()
    }

    /// Returns a descriptor for a command's input.
    ///
    /// It's a file in memory, so that neither side has to wait for the other.
    private static func input(_ text: String) throws(StartFailure) -> Int32 {
      if text.isEmpty {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StartFailure(code: errno) }
        return descriptor
      }
      let descriptor = ct_nameless_file()
      guard descriptor >= 0 else { throw StartFailure(code: -descriptor) }
      let bytes = Array(text.utf8)
      let failure = ct_write_all(descriptor, bytes, bytes.count)
      guard failure == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        _ = ct_close(descriptor)
        throw StartFailure(code: failure == 0 ? errno : failure)
      }
      return descriptor
    }

    /// Reads the child's output until it ends or must be ended.
    mutating func watch(
      _ command: CommandRequest, until cancellation: EffectCancellation
    ) -> EffectResult {
      let wake = woken.write
      cancellation.whenCancelled {
        var byte: UInt8 = 0
        _ = ct_write_all(wake, &byte, 1)
      }
      let clock = CommandClock { ct_monotonic_nanoseconds() }
      let process = process
      cancellation.whenSuspended { isSuspended in
        clock.suspend(isSuspended)
        _ = ct_kill(-process, isSuspended ? SIGSTOP : SIGCONT)
        var byte: UInt8 = 1
        if !isSuspended { _ = ct_write_all(wake, &byte, 1) }
      }
      defer {
        cancellation.whenCancelled(nil)
        cancellation.whenSuspended(nil)
      }
      let allowed = command.timeout.nanosecondCount
      var deadline = clock.time.addingWithLimit(allowed)
      var reason: String?
      var isKilled = false
      func end(because words: String) {
        guard reason == nil else { return }
        reason = words
        _ = ct_kill(-process, SIGTERM)
        _ = ct_kill(-process, SIGCONT)
        deadline = clock.time + SystemCommands.grace
      }
      while true {
        let rest = deadline.subtractingWithLimit(clock.time)
        let milliseconds =
          clock.isSuspended ? -1 : rest <= 0 ? 0 : Int32(clamping: rest / 1_000_000 + 1)
        var ready: UInt32 = 0
        let all = [output, errors, ended, reason == nil ? woken.read : -1]
        _ = ct_wait_readable(all, 4, isKilled ? -1 : milliseconds, &ready)
        if ready & 1 != 0 { readOutput(keeps: command.keepsOutput, cancellation.output) }
        if ready & 2 != 0 { readErrors(cancellation.output) }
        if ready & 4 != 0 { break }
        if isTooLong { end(because: tooMuch) }
        if ready & 8 != 0, isWokenToEnd() { end(because: catalog.text(.wasInterrupted)) }
        guard clock.time >= deadline, !clock.isSuspended, !isKilled else { continue }
        if reason == nil {
          end(
            because: catalog.text(.tookTooLong, ["time": .text(command.timeout.shortText)]))
        } else {
          isKilled = true
          _ = ct_kill(-process, SIGKILL)
        }
      }
      return conclude(command, cancellation, endedBecause: reason)
    }

    /// Takes the result of the child, which has ended; its last output can still be in the pipes.
    private mutating func conclude(
      _ command: CommandRequest, _ cancellation: EffectCancellation, endedBecause words: String?
    ) -> EffectResult {
      var reason = words
      if reason != nil { _ = ct_kill(-process, SIGKILL) }
      readOutput(keeps: command.keepsOutput, cancellation.output)
      readErrors(cancellation.output)
      if isTooLong, reason == nil {
        reason = tooMuch
      }
      // From now on, its process id can be reused.
      cancellation.whenSuspended(nil)
      var status: Int32 = 0
      var signal: Int32 = 0
      _ = ct_wait(process, &status, &signal)
      if let reason { return .failed(message: reason) }
      if signal != 0 {
        return .failed(
          message: catalog.text(.endedBySignal, ["signal": .count(Int(signal))]))
      }
      return .ended(
        CommandResult(
          status: Int(status), output: kept, errors: String(decoding: tail, as: UTF8.self)))
    }

    private var tooMuch: String {
      catalog.text(.wroteTooMuch, ["count": .count(outputLimit)])
    }

    /// Reads what ended the wait; returns false if the command was only resumed.
    private func isWokenToEnd() -> Bool {
      var bytes = [UInt8](repeating: 1, count: 16)
      let count = ct_read(woken.read, &bytes, bytes.count)
      return bytes.prefix(max(count, 0)).contains(0)
    }

    private mutating func readOutput(keeps: Bool, _ shown: EffectOutput) {
      Self.drain(&output) { bytes in
        shown.append(bytes)
        guard keeps, !isTooLong else { return }
        kept += bytes
        if kept.count > outputLimit {
          isTooLong = true
          kept = []
        }
      }
    }

    private mutating func readErrors(_ shown: EffectOutput) {
      Self.drain(&errors) { bytes in
        shown.append(bytes)
        tail += bytes
        if tail.count > 2 * SystemCommands.errorLimit {
          tail.removeFirst(tail.count - SystemCommands.errorLimit)
        }
      }
    }

    /// Reads what's available, but not so much that other pipes have to wait; closes a pipe at its
    /// end.
    private static func drain(_ end: inout Int32, _ take: (ArraySlice<UInt8>) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      for _ in 0..<64 where end >= 0 {
        let count = ct_read(end, &buffer, buffer.count)
        guard count > 0 else {
          if count == 0 || count != -Int(EAGAIN) {
            _ = ct_close(end)
            end = -1
          }
          return
        }
        take(buffer[..<count])
      }
    }
  }
}

extension TimeSpan {
  /// The length in nanoseconds, clamped to 64 bits.
  fileprivate var nanosecondCount: Int64 {
    let (whole, overflow) = wholeSeconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max / 2 : whole.addingWithLimit(nanosecondPart)
  }

  /// The length for messages.
  fileprivate var shortText: String {
    nanosecondPart == 0 ? "\(wholeSeconds)s" : "\(nanosecondCount / 1_000_000)ms"
  }
}

extension Int64 {
  fileprivate func addingWithLimit(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func subtractingWithLimit(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
