// SPDX-License-Identifier: Apache-2.0

/// A secret key that seals walks.
///
/// A key seals up to 2³² tokens; use a new one before that.
public struct WalkKey: Sendable {
  /// The number that tokens name their key by; it's readable in a token.
  public let id: UInt32

  let bytes: SecretBytes

  /// Creates a key from 32 secret bytes; nil if there are more or fewer.
  ///
  /// - Parameters:
  ///   - id: The number of the key, different from those of the other keys.
  ///   - bytes: 32 bytes from a random source or a key store; not a password.
  public init?(id: UInt32, bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.id = id
    self.bytes = SecretBytes(bytes)
  }

  /// The number of bytes of a key.
  public static let byteCount = 32

  /// Returns 32 random bytes for a new key.
  public static func randomBytes() -> [UInt8] { Sodium.randomBytes(count: byteCount) }
}

/// The keys of a service: the first seals, and every one opens.
///
/// To change keys without refusing tokens, add the new key at the end on every machine, then move it to
/// the front, and remove the old one when its tokens have expired.
public struct WalkKeyRing: Sendable {
  /// The key that seals.
  public let first: WalkKey

  private let keys: [UInt32: WalkKey]

  /// Creates a ring; nil if two keys have the same id.
  ///
  /// - Parameters:
  ///   - first: The key that seals.
  ///   - others: The other keys that open.
  public init?(_ first: WalkKey, _ others: [WalkKey] = []) {
    self.first = first
    var keys = [first.id: first]
    for key in others where keys.updateValue(key, forKey: key.id) != nil { return nil }
    self.keys = keys
  }

  /// The number of keys.
  public var count: Int { keys.count }

  func key(_ id: UInt32) -> WalkKey? { keys[id] }
}
