// SPDX-License-Identifier: Apache-2.0

import FlowModel
import Synchronization

/// The last output of an effect that is performed, which another thread can read meanwhile.
///
/// A host appends what a command writes; a face shows the last lines of it. Only the last
/// 16 KiB are kept.
public final class EffectOutput: Sendable {
  /// The number of bytes that are kept: 16 KiB.
  static let byteLimit = 16 << 10

  /// The maximum number of Characters of a line; of a longer one, the end is shown.
  static let lineLimit = 500

  private struct Tail {
    var bytes: [UInt8] = []

    /// Whether bytes before the first one were dropped.
    var isCut = false
  }

  private let tail = Mutex(Tail())

  /// Creates an output without bytes.
  public init() {}

  /// Appends what was written.
  ///
  /// - Complexity: O(1), amortized, if there are more bytes than are kept; otherwise O(*n*).
  public func append(_ bytes: some BidirectionalCollection<UInt8>) {
    tail.withLock { tail in
      tail.bytes += bytes.suffix(Self.byteLimit)
      if bytes.count > Self.byteLimit { tail.isCut = true }
      // Twice as many are held, so that few appends move bytes.
      if tail.bytes.count > 2 * Self.byteLimit {
        tail.bytes.removeFirst(tail.bytes.count - Self.byteLimit)
        tail.isCut = true
      }
    }
  }

  /// Returns the last lines, without line breaks.
  ///
  /// A carriage return begins the line anew, as on a terminal, and a tab becomes spaces. Other control
  /// characters remain. Bytes that aren't UTF-8 become U+FFFD.
  ///
  /// - Parameters:
  ///   - count: The maximum number of lines. Empty ones at the end don't count.
  ///   - secrets: Texts to mask with `••••`. At the end of an unfinished line, their beginnings are left
  ///     out.
  /// - Returns: The lines, the newest last.
  /// - Complexity: O(*m*) in the number of bytes that are kept, for each secret.
  public func lines(last count: Int, masking secrets: some Collection<String> = []) -> [String] {
    let (bytes, isCut) = tail.withLock { tail in
      (Array(tail.bytes.suffix(Self.byteLimit)), tail.isCut || tail.bytes.count > Self.byteLimit)
    }
    guard count > 0, !bytes.isEmpty else { return [] }
    var start = bytes.startIndex
    if isCut {
      // A line that begins in the middle could show the end of a secret.
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
      start = end + 1
    }
    let text = Self.masked(String(decoding: bytes[start...], as: UTF8.self), secrets)
    // A carriage return alone is a newline to Swift, but not to a terminal.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
    return lines.suffix(count).map { Self.shown($0) }
  }

  /// Replaces secrets, the longest first, because one can contain another.
  private static func masked(_ text: String, _ secrets: some Collection<String>) -> String {
    // Blanks hide nothing, and masking each would hide everything else.
    let secrets = secrets.filter { !$0.allSatisfy(\.isWhitespace) }.sorted {
      $0.utf8.count > $1.utf8.count
    }
    guard !secrets.isEmpty else { return text }
    var rest = Array(text.utf8)[...]
    var result: [UInt8] = []
    let wanted = secrets.map { Array($0.utf8) }
    while let byte = rest.first {
      if let secret = wanted.first(where: { rest.starts(with: $0) }) {
        result += AnswerText.mask.utf8
        rest.removeFirst(secret.count)
      } else if wanted.contains(where: { $0.starts(with: rest) }) {
        // The bytes that come next can complete it.
        break
      } else {
        result.append(byte)
        rest.removeFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A line as a terminal would leave it.
  private static func shown(_ line: Substring) -> String {
    var shown = ""
    var column = 0
    let last = line.split(separator: "\r").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    for character in last.suffix(lineLimit) {
      guard character == "\t" else {
        shown.append(character)
        column += 1
        continue
      }
      let width = 8 - column % 8
      shown += String(repeating: " ", count: width)
      column += width
    }
    return shown
  }
}
