// SPDX-License-Identifier: Apache-2.0

import CTerminal
import Expectations
import Testing

/// A run of the built program without a terminal.
struct ProgramCall {
  /// The exit status, or 128 plus the number of the signal that ended it.
  let exit: Int32
  let output: String
  let messages: String

  /// Runs a shell command, in which `stackflow` is the program.
  init(shell line: String, directory: String = ProgramFixtures.folder) throws {
    let path = try ProgramFixtures.program()
    let function = "stackflow() { \"$PROGRAM\" \"$@\"; }; "
    try self.init(
      program: "/bin/sh", ["-c", function + line], environment: ["PROGRAM": path],
      directory: directory)
  }

  /// Runs the program to its end in a session of its own, with pipes as its streams.
  init(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    directory: String = ProgramFixtures.folder
  ) throws {
    try self.init(
      program: try ProgramFixtures.program(), arguments, input: input, environment: environment,
      directory: directory)
  }

  private init(
    program path: String, _ arguments: [String], input: String = "",
    environment: [String: String], directory: String
  ) throws {
    var (inputEnds, outputEnds, messageEnds) = (Self.noEnds, Self.noEnds, Self.noEnds)
    try #require(
      ct_pipe(&inputEnds) == 0 && ct_pipe(&outputEnds) == 0 && ct_pipe(&messageEnds) == 0)
    let variables = ProgramFixtures.environment(environment).map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    let failure = Self.withCStrings([path] + arguments) { arguments in
      Self.withCStrings(variables.sorted()) { variables in
        directory.withCString { directory in
          path.withCString { path in
            let sources = [inputEnds[0], outputEnds[1], messageEnds[1]]
            return sources.withUnsafeBufferPointer { sources in
              let targets: [Int32] = [0, 1, 2]
              return targets.withUnsafeBufferPointer { targets in
                var child = ct_child(
                  path: path, arguments: arguments, environment: variables, directory: directory,
                  terminal: -1, sources: sources.baseAddress, targets: targets.baseAddress,
                  descriptors: 3)
                return ct_spawn(&child, &process)
              }
            }
          }
        }
      }
    }
    for end in [inputEnds[0], outputEnds[1], messageEnds[1]] { _ = ct_close(end) }
    try #require(failure == 0, "error \(failure)")
    // A pipe holds these few bytes, so neither side waits for the other.
    let bytes = Array(input.utf8)
    try #require(bytes.count < 60_000)
    _ = ct_write_all(inputEnds[1], bytes, bytes.count)
    _ = ct_close(inputEnds[1])
    (output, messages) = Self.read(outputEnds[0], messageEnds[0], of: process)
    var status: Int32 = 0
    var signal: Int32 = 0
    _ = ct_wait(process, &status, &signal)
    exit = status
  }

  private static let noEnds: [Int32] = [-1, -1]

  /// Reads two pipes to their ends; a process that never comes to its end is killed.
  private static func read(
    _ one: Int32, _ other: Int32, of process: pid_t
  ) -> (String, String) {
    var open = [one, other]
    var texts: [[UInt8]] = [[], []]
    // clock: a program that hangs would hold up all tests.
    let deadline = ct_monotonic_nanoseconds() + Int64(patience) * 1_000_000_000
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while open.contains(where: { $0 >= 0 }) {
      var ready: UInt32 = 0
      _ = ct_wait_readable(open, 2, 1000, &ready)
      // clock: the same.
      if ct_monotonic_nanoseconds() > deadline { _ = ct_kill(process, 9) }
      for index in 0..<2 where ready & (1 << UInt32(index)) != 0 {
        let count = ct_read(open[index], &buffer, buffer.count)
        if count > 0 {
          texts[index] += buffer[..<count]
        } else {
          _ = ct_close(open[index])
          open[index] = -1
        }
      }
    }
    return (String(decoding: texts[0], as: UTF8.self), String(decoding: texts[1], as: UTF8.self))
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var block = strings.flatMap { Array($0.utf8CString) }
    return block.withUnsafeMutableBufferPointer { block in
      var pointers: [UnsafeMutablePointer<CChar>?] = []
      var offset = 0
      for string in strings {
        pointers.append(block.baseAddress.map { $0 + offset })
        offset += string.utf8.count + 1
      }
      pointers.append(nil)
      return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else {
          preconditionFailure("an array with a null in it has a first element")
        }
        return body(start)
      }
    }
  }
}

/// Several runs without a terminal, and the golden of their texts.
struct ProgramCalls {
  private var frames: [String] = []
  private let name: String
  private let place: SourceLocation

  init(name: String = #function, place: SourceLocation = #_sourceLocation) {
    self.name = String(name.prefix { $0 != "(" })
    self.place = place
  }

  /// Runs the program once.
  @discardableResult
  mutating func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    directory: String = ProgramFixtures.folder
  ) throws -> ProgramCall {
    try run(arguments, input: input, environment: environment, directory: directory)
  }

  /// Runs the program once.
  @discardableResult
  mutating func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    directory: String = ProgramFixtures.folder
  ) throws -> ProgramCall {
    let call = try ProgramCall(
      arguments, input: input, environment: environment, directory: directory)
    let given = environment.map { "\($0.key)=\($0.value) " }.sorted().joined()
    let words = arguments.map { $0.contains(" ") || $0.isEmpty ? "'\($0)'" : $0 }
    var frame = "$ \(given)stackflow \(words.joined(separator: " "))\n"
    if !input.isEmpty {
      let lines = input.split(separator: "\n", omittingEmptySubsequences: true)
      frame += lines.map { "< \($0)\n" }.joined()
    }
    if !call.messages.isEmpty { frame += "standard error:\n" + call.messages }
    if !call.output.isEmpty { frame += "standard output:\n" + call.output }
    if frame.last != "\n" { frame += "\n(no line break at the end)\n" }
    frame += "exit: \(call.exit)\n"
    let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
    frames.append(lines.map { Golden.visible(String($0)) }.joined(separator: "\n"))
    return call
  }

  /// Compares all runs with the golden of this test.
  func end() {
    Golden.compare(frames.joined(separator: Golden.separator + "\n"), with: name, at: place)
  }
}
