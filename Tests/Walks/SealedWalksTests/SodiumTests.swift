// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import SealedWalks

/// The seal is ChaCha20-Poly1305 as RFC 8439 defines it.
@Suite struct SodiumTests {
  private func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The vector of section 2.8.2.
  private var vector: (key: SecretBytes, head: [UInt8], sealed: [UInt8]) {
    let key = SecretBytes((0..<32).map { 0x80 + $0 })
    let sealed = bytes(
      """
      070000004041424344454647
      d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
      3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
      92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
      3ff4def08e4b7a9de576d26586cec64b6116
      1ae10b594f09e26a7e902ecbd0600691
      """)
    return (key, bytes("50515253c0c1c2c3c4c5c6c7"), sealed)
  }

  @Test func theVectorOpens() {
    let (key, head, sealed) = vector
    let text = Sodium.open(sealed, head: head, key: key).map { String(decoding: $0, as: UTF8.self) }
    expectEqual(
      text,
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        + "future, sunscreen would be it.")
  }

  @Test func everyChangedBitIsRefused() {
    let (key, head, sealed) = vector
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(Sodium.open(changed, head: head, key: key) == nil)
    }
    for bit in 0..<head.count * 8 {
      var changed = head
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(Sodium.open(sealed, head: changed, key: key) == nil)
    }
    for length in 0..<sealed.count {
      #expect(Sodium.open(Array(sealed.prefix(length)), head: head, key: key) == nil)
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 4_096])
  func whatIsSealedOpens(length: Int) {
    let key = SecretBytes(WalkKey.randomBytes())
    let content = Sodium.randomBytes(count: length)
    let sealed = Sodium.seal(content, head: [1, 2], key: key)
    expectEqual(sealed.count, length + Sodium.nonceLength + Sodium.tagLength)
    expectEqual(Sodium.open(sealed, head: [1, 2], key: key), content)
    #expect(Sodium.seal(content, head: [1, 2], key: key) != sealed)
  }
}
