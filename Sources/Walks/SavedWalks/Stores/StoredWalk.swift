// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

/// A walk as it's in a store.
public struct StoredWalk: Hashable, Sendable {
  /// The walk, with all events that were appended.
  public var walk: SavedWalk

  /// The revision that it has; the next change names it.
  public var revision: WalkRevision

  /// The summary of the last change that brought one.
  public var summary: WalkSummary?

  /// Creates a value.
  public init(_ walk: SavedWalk, at revision: WalkRevision, summary: WalkSummary? = nil) {
    self.walk = walk
    self.revision = revision
    self.summary = summary
  }

  /// An entry for a walk in a list.
  public struct Entry: Hashable, Sendable {
    /// The id of the walk.
    public let id: String

    /// The revision, or nil if the walk is damaged.
    public let revision: WalkRevision?

    /// The time of the last change by the store's clock, or nil if the store doesn't know it.
    public let changed: Timestamp?

    /// The state, the flow, the owner, the times, and the output of the walk, as of the last change that brought
    /// them; nil if the walk is damaged, or its key isn't known.
    public let summary: WalkSummary?

    /// Creates a value.
    public init(
      id: String, revision: WalkRevision?, changed: Timestamp? = nil, summary: WalkSummary? = nil
    ) {
      self.id = id
      self.revision = revision
      self.changed = changed
      self.summary = summary
    }
  }
}

/// The right to change a walk alone, until it's released.
///
/// It ends with ``WalkStore/release(_:)``, with the removal of the walk, with the process or connection that holds it,
/// and if it isn't renewed for ``WalkStore/leaseLifetime`` seconds.
public struct WalkLease: Hashable, Sendable {
  /// The id of the walk.
  public let id: String

  /// A number that no other lease has.
  public let token: UInt64

  /// Creates a lease; for implementations of ``WalkStore``.
  ///
  /// - Parameters:
  ///   - id: The id of the walk.
  ///   - token: A number that no other lease has; by default a random one.
  public init(_ id: String, token: UInt64 = .random(in: .min ... .max)) {
    self.id = id
    self.token = token
  }
}

/// The rules for the ids of stored walks, which are texts.
public enum WalkID {
  /// The maximum length in bytes.
  static let maximumByteCount = 100

  /// Whether a text can be an id: 1 to 100 ASCII letters, digits, `-`, `_`, and `.`, of which the first
  /// isn't `.`.
  public static func isValid(_ text: String) -> Bool {
    var text = text
    // The bytes lie side by side, which takes a fifth of the instructions of the text's own view of them.
    return text.withUTF8 { bytes in
      guard (1...maximumByteCount).contains(bytes.count), bytes[0] != UInt8(ascii: ".") else {
        return false
      }
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
    }
  }

  /// Returns a new id with 130 random bits, so that no one can guess it and none occurs twice.
  public static func random() -> String { random(letters: 26) }

  /// Returns a text of so many random letters and digits, with 5 bits each.
  package static func random(letters count: Int) -> String {
    var random = SystemRandomNumberGenerator()
    var bits: UInt64 = 0
    return String(unsafeUninitializedCapacity: count) { letters in
      for index in 0..<count {
        // A number of the system has 64 bits, and a letter takes 5.
        if index % 12 == 0 { bits = random.next() }
        let digit = UInt8(bits & 31)
        letters[index] = digit < 26 ? UInt8(ascii: "a") + digit : UInt8(ascii: "2") + digit - 26
        bits >>= 5
      }
      return count
    }
  }
}
