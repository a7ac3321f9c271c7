// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A terminal that also tells what it's sent, for recordings.
///
/// Everything else is the other terminal's. What another program sends while the terminal is lent
/// isn't told.
///
/// ```swift
/// let recorded = RecordedTerminal(MemoryTerminal()) { event in print(event) }
/// ```
public final class RecordedTerminal: Terminal {
  /// An event at a terminal.
  public enum Event: Hashable, Sendable {
    /// It was sent these bytes.
    case output([UInt8])

    /// Its window has another size.
    case resized(WindowSize)
  }

  private struct State {
    var modes: TerminalModes = []
    var size: WindowSize
  }

  private let terminal: any Terminal
  private let record: @Sendable (Event) -> Void
  private let state: Mutex<State>

  /// Creates a terminal that sends everything on.
  ///
  /// - Parameters:
  ///   - terminal: The terminal that's used.
  ///   - record: Called with each event, after it happened and in order.
  public init(_ terminal: any Terminal, record: @escaping @Sendable (Event) -> Void) {
    self.terminal = terminal
    self.record = record
    state = Mutex(State(size: terminal.size))
  }

  /// The size of the window now, in cells.
  public var size: WindowSize { terminal.size }

  /// The capabilities of the terminal.
  public var traits: TerminalTraits { terminal.traits }

  /// The events of the terminal.
  public var events: TerminalEvents { terminal.events }

  /// Writes all bytes, and tells them.
  public func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    terminal.write(bytes)
    tell(bytes)
  }

  /// Switches modes, and tells the sequences that do so.
  public func use(_ modes: TerminalModes) {
    terminal.use(modes)
    guard traits.understandsEscapes else { return }
    let before = state.withLock { state in
      defer { state.modes = modes }
      return state.modes
    }
    let sequence =
      before.subtracting(modes).offSequence + modes.subtracting(before).onSequence
    if !sequence.isEmpty { tell(Array(sequence.utf8)) }
  }

  /// Asks the terminal, and tells what is shown along with that; a recording asks no one.
  public func query(_ sequence: String) {
    terminal.query(sequence)
    let shown = Self.withoutQueries(Array(sequence.utf8))
    if !shown.isEmpty { tell(shown) }
  }

  /// The bytes without the sequences that a terminal answers.
  private static func withoutQueries(_ bytes: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: 0x1B) {
      shown += rest[..<start]
      rest = rest[start...]
      let end = endOfSequence(rest)
      if !isQuery(rest[..<end]) { shown += rest[..<end] }
      rest = rest[end...]
    }
    return shown + rest
  }

  /// The index after the sequence with which the bytes begin.
  private static func endOfSequence(_ bytes: ArraySlice<UInt8>) -> Int {
    let content = bytes.dropFirst(2)
    switch bytes.dropFirst().first.map(Unicode.Scalar.init) {
    case "["?:
      return content.firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 } ?? bytes.endIndex
    case "]"?, "P"?:
      // It ends with BEL, or with ESC and a backslash.
      guard let end = content.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else {
        return bytes.endIndex
      }
      return min(bytes[end] == 0x07 ? end + 1 : end + 2, bytes.endIndex)
    default: return min(bytes.startIndex + 2, bytes.endIndex)
    }
  }

  /// Whether a terminal answers a sequence: about itself, its modes, its cursor, or a color.
  private static func isQuery(_ sequence: ArraySlice<UInt8>) -> Bool {
    let asks = sequence.contains(UInt8(ascii: "?"))
    switch sequence.dropFirst().first.map(Unicode.Scalar.init) {
    case "["?:
      switch sequence.last.map(Unicode.Scalar.init) {
      case "c"?, "n"?: return true
      case "p"?: return sequence.contains(UInt8(ascii: "$"))
      case "u"?: return asks
      default: return false
      }
    case "]"?: return asks
    case "P"?: return true
    default: return false
    }
  }

  /// Stops the process, as Ctrl-Z does.
  public func stop() { terminal.stop() }

  /// Lends the terminal to another program.
  public func lend<Result, Failure: Error>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result { try await terminal.lend(body) }

  /// Restores the terminal and ends the events.
  public func close() {
    use([])
    terminal.close()
  }

  private func tell(_ bytes: [UInt8]) {
    let size = terminal.size
    let isResized = state.withLock { state in
      defer { state.size = size }
      return state.size != size
    }
    if isResized { record(.resized(size)) }
    record(.output(bytes))
  }
}
