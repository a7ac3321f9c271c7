// SPDX-License-Identifier: Apache-2.0

import CMeasuredProgram

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A failure to run a measured program.
struct MeasuredFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A program on its own pseudo-terminal of 80 by 24 cells.
struct MeasuredProgram {
  private let terminal: Int32
  private let process: pid_t

  /// The time at which the program was started.
  let started: ContinuousClock.Instant

  /// Starts a program with the terminal as its standard input, output, and error.
  init(_ command: [String], environment: [String]) throws(MeasuredFailure) {
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var terminal: Int32 = -1
    started = ContinuousClock.now
    process = cmp_start(&arguments, &variables, &terminal)
    guard process > 0 else { throw MeasuredFailure(String(cString: strerror(-process))) }
    self.terminal = terminal
  }

  /// Reads until the program has written a text, and returns the time.
  func wait(for text: String, atMost limit: Duration) throws(MeasuredFailure)
    -> ContinuousClock.Instant
  {
    let wanted = Array(text.utf8)
    var seen: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let left = limit - (ContinuousClock.now - started)
      let milliseconds = Int32(max(0, left / .milliseconds(1)))
      let count = cmp_read(terminal, &chunk, chunk.count, milliseconds)
      let now = ContinuousClock.now
      guard count > 0 else {
        throw MeasuredFailure("'\(text)' didn't appear within \(limit); found \(visible(seen))")
      }
      let before = max(0, seen.count - wanted.count)
      seen += chunk[..<count]
      if contains(seen[before...], wanted) { return now }
    }
  }

  /// Types a key, and reads until nothing comes for a while.
  ///
  /// - Returns: The time until the last bytes of the answer, in milliseconds, and their number.
  func type(_ key: UInt8, quietFor pause: Duration) throws(MeasuredFailure)
    -> (milliseconds: Double, bytes: Int)
  {
    var key = key
    let typed = ContinuousClock.now
    guard write(terminal, &key, 1) == 1 else { throw MeasuredFailure("the terminal is closed") }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    var last = typed
    while true {
      // A slow answer is waited for, once.
      let limit: Duration = count == 0 ? .seconds(10) : pause
      let read = cmp_read(terminal, &chunk, chunk.count, Int32(limit / .milliseconds(1)))
      guard read > 0 else { break }
      count += read
      last = ContinuousClock.now
    }
    guard count > 0 else { throw MeasuredFailure("a key had no answer within 10 s") }
    return ((last - typed) / .milliseconds(1), count)
  }

  private func contains(_ bytes: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    return (bytes.startIndex...bytes.endIndex - wanted.count).contains {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.suffix(300), as: UTF8.self).debugDescription
  }

  /// Reads until nothing comes for a while.
  func settle() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while cmp_read(terminal, &chunk, chunk.count, 100) > 0 {}
  }

  /// Returns the resident memory in KiB, now or at its largest, if the system reports it.
  func residentMemory(peak: Bool = false) -> Int? {
    guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(peak ? "VmHWM:" : "VmRSS:") else { continue }
      return Int(text.filter(\.isNumber))
    }
    return nil
  }

  /// Ends the program, and closes the terminal.
  func end() { cmp_end(process, terminal) }
}
