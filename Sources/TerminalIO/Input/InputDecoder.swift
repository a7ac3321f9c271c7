// SPDX-License-Identifier: Apache-2.0

/// Turns what a terminal sends into keys, pastes, mouse reports and answers.
///
/// A value without a clock: whoever reads the terminal feeds it, and when ``isWaiting`` says that
/// the bytes so far may be the start of something longer, waits a moment and calls ``flush()`` if
/// nothing came. So a lone Escape is a key of its own and never eats the next one.
///
///     var decoder = InputDecoder()
///     decoder.feed([0x1B])         // []: Escape, or the start of an arrow
///     decoder.flush()              // [.key(escape)]
///
/// Sequences that it does not know are dropped whole; none is longer than 64 bytes (4,096 for
/// strings), so that no input can make it swallow more. Bytes that are not UTF-8 become U+FFFD.
public struct InputDecoder: Sendable {
  /// An event and the number of bytes that it was made of.
  public struct Decoded: Hashable, Sendable {
    /// What the bytes mean; `nil` for a sequence that was dropped.
    public var event: TerminalEvent?

    /// How many bytes these were.
    public var byteCount: Int
  }

  /// The longest pasted text that is kept, in bytes.
  public static let longestPaste = 1 << 20

  private var pending: [UInt8] = []
  private var paste: PasteBuffer?

  /// Creates a decoder between two keys.
  public init() {}

  /// Whether the bytes so far may be the start of something longer.
  public var isWaiting: Bool { !pending.isEmpty && paste == nil }

  /// Takes bytes and returns what they complete.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [Decoded] {
    pending.append(contentsOf: bytes)
    return decodePending(isFinal: false)
  }

  /// Takes the bytes so far as complete, because no others came in time.
  public mutating func flush() -> [Decoded] {
    guard isWaiting else { return [] }
    return decodePending(isFinal: true)
  }

  private mutating func decodePending(isFinal: Bool) -> [Decoded] {
    var result: [Decoded] = []
    var start = 0
    while start < pending.count {
      if paste != nil {
        let (used, decoded) = continuePaste(from: start)
        start += used
        if let decoded { result.append(decoded) }
        if used == 0 { break }
        continue
      }
      let parsed = InputSequence.parse(pending[start...], isFinal: isFinal)
      switch parsed {
      case .incomplete:
        pending.removeFirst(start)
        return result
      case .event(let event, let count):
        result.append(Decoded(event: event, byteCount: count))
        start += count
      case .dropped(let count):
        result.append(Decoded(event: nil, byteCount: count))
        start += count
      case .pasteStart(let count):
        paste = PasteBuffer(byteCount: count)
        start += count
      }
    }
    pending.removeFirst(min(start, pending.count))
    return result
  }

  private mutating func continuePaste(from start: Int) -> (used: Int, decoded: Decoded?) {
    guard var buffer = paste else { return (0, nil) }
    paste = nil
    defer { paste = buffer.isEnded ? nil : buffer }
    let used = buffer.take(pending[start...])
    guard buffer.isEnded else { return (used, nil) }
    let event = TerminalEvent.paste(buffer.text, isCut: buffer.isCut)
    return (used, Decoded(event: event, byteCount: buffer.byteCount))
  }
}
