// SPDX-License-Identifier: Apache-2.0

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

  /// Returns the content of what one of the keys has sealed; nil if none has.
  package func open(_ sealed: [UInt8], head: [UInt8]) -> [UInt8]? {
    for key in keys.values { if let content = key.open(sealed, head: head) { return content } }
    return nil
  }
}
