// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
package import SavedWalks

/// The content of a token, and its form.
///
/// The head is readable, and the seal covers it: the version (1 byte), the number of the key (4), the
/// flow's fingerprint (8), and the last second in which the token is accepted (8), each with the lowest
/// byte first. A random nonce (12), the sealed content, and the tag of ChaCha20-Poly1305 (16) follow.
/// The content is the revision in a store (8, or 0 without one), the length of the walk's id (1), the
/// id, and the walk in the binary form of `SavedWalk`.
package struct TokenContent {
  static let version: UInt8 = 1

  var expiry: Int64
  package var id: String
  package var revision: Int64
  package var walk: SavedWalk

  private static let headLength = 21

  func sealed(with key: WalkKey) -> [UInt8] {
    var head = [Self.version]
    head += Self.bytes(of: UInt64(key.id), count: 4)
    head += Self.bytes(of: walk.fingerprint, count: 8)
    head += Self.bytes(of: UInt64(bitPattern: expiry), count: 8)
    var content = Self.bytes(of: UInt64(bitPattern: revision), count: 8)
    content.append(UInt8(clamping: id.utf8.count))
    content += Array(id.utf8)
    content += walk.bytes
    return head + key.seal(content, head: head)
  }

  /// Opens a token.
  ///
  /// Before the seal is checked, nothing but the head is looked at; the work up to then depends only on
  /// the length.
  init(_ bytes: [UInt8], keys: WalkKeyRing) throws(WalkTokenError) {
    guard let version = bytes.first else { throw .malformed }
    guard version == Self.version else {
      throw version == 0 ? .malformed : .laterFormat(Int(version))
    }
    guard bytes.count >= Self.headLength + Sodium.nonceLength + Sodium.tagLength else {
      throw .malformed
    }
    let head = bytes.prefix(Self.headLength)
    let keyID = UInt32(truncatingIfNeeded: Self.number(in: head[1..<5]))
    guard let key = keys.key(keyID) else { throw .unknownKey(keyID) }
    let sealed = Array(bytes.dropFirst(Self.headLength))
    guard let content = key.open(sealed, head: Array(head)) else {
      throw .forged
    }
    expiry = Int64(bitPattern: Self.number(in: head[13..<21]))
    guard content.count >= 9 else { throw .malformed }
    revision = Int64(bitPattern: Self.number(in: content[0..<8]))
    let length = Int(content[8])
    guard content.count >= 9 + length,
      let id = String(validating: content[9..<9 + length], as: UTF8.self)
    else { throw .malformed }
    self.id = id
    do throws(SavedWalkError) {
      walk = try SavedWalk(bytes: content.dropFirst(9 + length))
    } catch {
      throw .walk(error)
    }
    guard walk.fingerprint == Self.number(in: head[5..<13]) else { throw .malformed }
  }

  init(expiry: Int64, id: String, revision: Int64, walk: SavedWalk) {
    self.expiry = expiry
    self.id = id
    self.revision = revision
    self.walk = walk
  }

  private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { ($0 << 8) | UInt64($1) }
  }
}
