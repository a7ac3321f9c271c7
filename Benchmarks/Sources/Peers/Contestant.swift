// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that asks, and what was measured of it.
final class Contestant {
  let name: String
  private let command: [String]
  private let variables: [String]
  private let mark: String

  /// From exec to the question, in milliseconds.
  private(set) var starts = Sample()

  /// From a key to the end of its answer, in milliseconds.
  private(set) var keys = Sample()

  /// The bytes that a key's answer has.
  private(set) var keyBytes = Sample()

  /// The resident memory at the question, in KiB.
  private(set) var memory: Int?

  /// The largest resident memory after all keys, in KiB.
  private(set) var peak: Int?

  /// Creates a contestant that has asked once a text is on its terminal.
  init(_ name: String, _ command: [String], variables: [String] = [], shows mark: String) {
    self.name = name
    self.command = command
    self.variables = variables
    self.mark = mark
  }

  /// Returns whether the program is installed and asks; otherwise says that it's left out.
  func works() -> Bool {
    do {
      let program = try start()
      defer { program.end() }
      _ = try program.wait(for: mark, atMost: .seconds(20))
      return true
    } catch {
      print("\(name) is left out: \(error)")
      return false
    }
  }

  /// Starts the program once, and types keys.
  func measure(_ typed: [UInt8]) {
    do {
      let program = try start()
      defer { program.end() }
      let asked = try program.wait(for: mark, atMost: .seconds(20))
      starts.add((asked - program.started) / .milliseconds(1))
      memory = program.residentMemory()
      guard !typed.isEmpty else { return }
      // The rest of the first picture isn't the answer of a key.
      program.settle()
      for key in typed {
        let (milliseconds, bytes) = try program.type(key, quietFor: .milliseconds(40))
        keys.add(milliseconds)
        keyBytes.add(Double(bytes))
      }
      peak = max(peak ?? 0, program.residentMemory(peak: true) ?? 0)
    } catch {
      print("\(name): \(error)")
    }
  }

  private func start() throws(MeasuredFailure) -> MeasuredProgram {
    let home = getenv("HOME").map { String(cString: $0) } ?? "/"
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return try MeasuredProgram(
      command,
      environment: ["TERM=xterm-256color", "LANG=C.UTF-8", "HOME=\(home)", "PATH=\(path)"]
        + variables)
  }
}

/// Measured values.
struct Sample {
  private var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  /// The value below which a share of the values is; not a number without values.
  func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return sorted[Int(Double(last) * share)]
  }

  var minimum: Double { quantile(0) }
  var median: Double { quantile(0.5) }
}

/// A file that a program reads.
struct ListFile {
  let path: String

  init(_ path: String, _ lines: [String]) throws(MeasuredFailure) {
    self.path = path
    guard let file = fopen(path, "w") else {
      throw MeasuredFailure("\(path): \(String(cString: strerror(errno)))")
    }
    for line in lines { fputs(line, file) }
    fclose(file)
  }
}
