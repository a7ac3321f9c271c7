// SPDX-License-Identifier: Apache-2.0

import FlowSessions
import TerminalIO

/// The picture that a user of a face sees after a key.
struct FaceShot: Sendable {
  /// A key, as a user types it.
  struct Key: Sendable {
    /// The purpose of a key, which says how long it takes.
    enum Kind: Sendable {
      /// A character of a text.
      case character

      /// Enter, which says that the answer is complete.
      case enter

      /// A key that moves to a choice.
      case move

      /// Anything else, such as what empties the line.
      case other
    }

    let bytes: [UInt8]
    let kind: Kind

    /// Returns the keys that a terminal sends as some bytes; a pasted text is one.
    static func keys(of bytes: [UInt8]) -> [Key] {
      var decoder = InputDecoder()
      var start = 0
      return (decoder.feed(bytes) + decoder.flush()).map { decoded in
        defer { start += decoded.byteCount }
        return Key(
          bytes: Array(bytes[start..<start + decoded.byteCount]),
          kind: decoded.event.map { Kind($0) } ?? .other)
      }
    }

    /// Divides the bytes of keys after each key that isn't a character, which can lead to a decision.
    static func pieces(of bytes: [UInt8]) -> [[UInt8]] {
      var pieces: [[UInt8]] = [[]]
      for key in keys(of: bytes) {
        pieces[pieces.count - 1] += key.bytes
        if key.kind != .character { pieces.append([]) }
      }
      return pieces.filter { !$0.isEmpty }
    }
  }

  /// The moves of the session.
  enum Reaction: Sendable {
    case none
    case moved
    case refused
  }

  let screen: TerminalScreen

  /// The key; nil for the beginning, and what isn't a key.
  let key: Key?
  let reaction: Reaction
}

extension FaceShot.Key.Kind {
  fileprivate init(_ event: TerminalEvent) {
    guard case .key(let key) = event else {
      if case .paste = event { self = .character } else { self = .other }
      return
    }
    switch key.code {
    case .character where key.modifiers.isDisjoint(with: [.control, .alt]): self = .character
    case .enter: self = .enter
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab: self = .move
    default: self = .other
    }
  }
}

extension FaceShot.Reaction {
  /// Says what announcements are about.
  init(_ announcements: some Collection<FlowAnnouncement>) {
    let isRefusal = announcements.contains { if case .refused = $0 { true } else { false } }
    self = isRefusal ? .refused : announcements.isEmpty ? .none : .moved
  }
}
