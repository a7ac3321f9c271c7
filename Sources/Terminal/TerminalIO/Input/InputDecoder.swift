// SPDX-License-Identifier: Apache-2.0

/// Decodes a terminal's input into keys, pastes, mouse reports and replies.
///
/// It has no clock. The reader of the terminal feeds it bytes. While ``isWaiting`` is true, they may be
/// the start of something longer; the reader then waits a moment, and calls ``flush()`` if nothing
/// arrives. So a lone Escape is a key and never swallows the next one.
///
///     var decoder = InputDecoder()
///     decoder.feed([0x1B])         // []: Escape, or the start of an arrow
///     decoder.flush()              // [.key(escape)]
///
/// Unknown sequences are dropped whole. A sequence has at most 64 bytes (4,096 for strings), so that
/// no input is swallowed without limit. Bytes that aren't UTF-8 become U+FFFD.
package struct InputDecoder: Sendable {
  /// An event and the number of its bytes.
  package struct Decoded: Hashable, Sendable {
    /// The event; `nil` for a sequence that was dropped.
    package var event: TerminalEvent?

    /// The number of bytes.
    package var byteCount: Int
  }

  /// The maximum size of a pasted text in bytes.
  static let longestPaste = 1 << 20

  private var pending: [UInt8] = []
  private var paste: PasteBuffer?

  /// Creates a decoder that has no bytes.
  package init() {}

  /// Whether the bytes so far may be the start of something longer.
  var isWaiting: Bool { !pending.isEmpty && paste == nil }

  /// Takes bytes and returns the events that they complete.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Decoded] {
    pending.append(contentsOf: bytes)
    return decodePending(isFinal: false)
  }

  /// Decodes the bytes so far as complete, because no others arrived in time.
  package mutating func flush() -> [Decoded] {
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
