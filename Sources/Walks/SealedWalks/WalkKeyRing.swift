// SPDX-License-Identifier: Apache-2.0

public import SavedWalks

/// The keys of a service: the first seals, and every one opens.
///
/// To change keys without refusing tokens, add the new key at the end on every machine, then move it to
/// the front, and remove the old one when its tokens have expired.
public struct WalkKeyRing: Sendable {
  /// The key that seals.
  public let first: WalkKey

  /// The keys that only open.
  package let others: [WalkKey]

  private let keys: [UInt32: WalkKey]

  /// Creates a ring; nil if two keys have the same id.
  ///
  /// - Parameters:
  ///   - first: The key that seals.
  ///   - others: The other keys that open.
  public init?(_ first: WalkKey, _ others: [WalkKey] = []) {
    self.first = first
    self.others = others
    var keys = [first.id: first]
    for key in others where keys.updateValue(key, forKey: key.id) != nil { return nil }
    self.keys = keys
  }

  /// The maximum number of keys in a file.
  package static let maximumFileCount = 16

  /// The maximum number of bytes in a file of keys.
  package static let maximumFileByteCount = 2_048

  /// Creates a ring from the content of a file; nil if it has something else, a key twice, or too many keys.
  ///
  /// - Parameter content: 32 bytes, or a line with 64 hexadecimal digits for each of up to 16 keys, of which the first
  ///   seals. Empty lines are skipped.
  /// - Complexity: O(*n*) in the length of the content.
  public init?(fileContent content: [UInt8]) {
    let isOne = content.count == WalkKey.byteCount
    let lines =
      isOne
      ? [content[...]]
      : content.split(separator: UInt8(ascii: "\n")).filter { $0 != [UInt8(ascii: "\r")] }
    guard (1...Self.maximumFileCount).contains(lines.count) else { return nil }
    let keys = lines.compactMap { WalkKey(fileContent: Array($0)) }
    guard keys.count == lines.count else { return nil }
    self.init(keys[0], Array(keys.dropFirst()))
  }

  /// The number of keys.
  package var count: Int { keys.count }

  func key(_ id: UInt32) -> WalkKey? { keys[id] }

  /// Returns the content of what one of the keys has sealed; nil if none has.
  ///
  /// - Complexity: O(*n*) in the length of both, times the number of keys.
  public func open(_ sealed: [UInt8], head: [UInt8]) -> [UInt8]? {
    if let content = first.open(sealed, head: head) { return content }
    for key in keys.values where key.id != first.id {
      if let content = key.open(sealed, head: head) { return content }
    }
    return nil
  }
}

extension WalkKeyRing: RecordSeal {
  /// Encrypts content with the first key; see ``WalkKey/seal(_:head:)``.
  public func seal(_ content: [UInt8], head: [UInt8]) -> [UInt8] {
    first.seal(content, head: head)
  }
}
