// SPDX-License-Identifier: GPL-3.0-or-later

import CLibrary
import FlowExpressions
import FlowHosts
import Synchronization
import TerminalIO

/// A recording of a terminal, each event of which is written at once.
final class CastFile: Sendable {
  private struct State {
    var start = ContinuousClock.now
    var failure: String?
  }

  private let path: String
  private let descriptor: Int32
  private let state = Mutex(State())

  /// Makes the file.
  ///
  /// - Throws: When it can't be made.
  init(_ path: String) throws(SystemFiles.Failure) {
    self.path = path
    descriptor = try SystemFiles.openPrivately(path)
  }

  deinit { close(descriptor) }

  /// Why something couldn't be written; nil if everything was.
  var failure: String? { state.withLock { $0.failure } }

  /// Writes the header.
  func begin(size: WindowSize, type: String) {
    state.withLock { $0.start = .now }
    write(Self.header(size: size, type: type, time: Int64(time(nil))))
  }

  /// Writes an event with the seconds since the beginning.
  func add(_ event: RecordedTerminal.Event) {
    let passed = state.withLock { ContinuousClock.now - $0.start }
    let (seconds, fraction) = passed.components
    let microseconds = Double(seconds * 1_000_000 + fraction / 1_000_000_000_000)
    write(Self.event(event, at: microseconds / 1_000_000))
  }

  private func write(_ line: Value) {
    guard let text = JSONWriter().text(of: line), failure == nil else { return }
    do throws(SystemFiles.Failure) {
      try SystemFiles.writeAll(text + "\n", to: descriptor, name: path)
    } catch {
      state.withLock { $0.failure = error.message }
    }
  }
}

extension CastFile {
  /// The first line of a recording in the format of asciinema, version 2, which all of its players read.
  ///
  /// - Parameters:
  ///   - size: The size of the window at the beginning.
  ///   - type: The type of the terminal.
  ///   - time: When it was recorded, in seconds since 1970; nil to leave it out.
  ///   - title: What it shows; nil to leave it out.
  /// - Returns: The header, a JSON object.
  static func header(
    size: WindowSize, type: String, time: Int64? = nil, title: String? = nil
  ) -> Value {
    var header = ValueMap()
    header[.string("version")] = .int(2)
    header[.string("width")] = .int(Int64(size.columns))
    header[.string("height")] = .int(Int64(size.rows))
    if let time { header[.string("timestamp")] = .int(time) }
    if let title { header[.string("title")] = .string(title) }
    var environment = ValueMap()
    environment[.string("TERM")] = .string(type)
    header[.string("env")] = .map(environment)
    return .map(header)
  }

  /// The line of an event, at a number of seconds since the beginning.
  static func event(_ event: RecordedTerminal.Event, at seconds: Double) -> Value {
    switch event {
    case .output(let bytes):
      .list([.double(seconds), .string("o"), .string(String(decoding: bytes, as: UTF8.self))])
    case .resized(let size):
      .list([.double(seconds), .string("r"), .string("\(size.columns)x\(size.rows)")])
    }
  }
}
