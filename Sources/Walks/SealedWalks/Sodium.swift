// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Authenticated encryption with ChaCha20-Poly1305 (RFC 8439), by libsodium.
enum Sodium {
  static let keyLength = Int(crypto_aead_chacha20poly1305_ietf_KEYBYTES)
  static let nonceLength = Int(crypto_aead_chacha20poly1305_ietf_NPUBBYTES)
  static let tagLength = Int(crypto_aead_chacha20poly1305_ietf_ABYTES)

  /// Chooses the fastest implementation for this processor, once.
  static let isReady = sodium_init() >= 0

  /// Encrypts content.
  ///
  /// - Parameters:
  ///   - content: What only a holder of the key can read.
  ///   - head: What anyone can read, and only a holder of the key can change.
  ///   - key: The key.
  /// - Returns: A random nonce, the encrypted content, and the tag.
  /// - Complexity: O(*n*) in the length of both.
  static func seal(_ content: [UInt8], head: [UInt8], key: SecretBytes) -> [UInt8] {
    precondition(isReady, "libsodium has no source of random bytes")
    let length = nonceLength + content.count + tagLength
    return [UInt8](unsafeUninitializedCapacity: length) { sealed, count in
      guard let nonce = sealed.baseAddress else { return }
      randombytes_buf(nonce, nonceLength)
      // Fails for no input: the lengths are those of the algorithm.
      crypto_aead_chacha20poly1305_ietf_encrypt(
        nonce + nonceLength, nil, content, UInt64(content.count), head, UInt64(head.count), nil,
        nonce, key.start)
      count = length
    }
  }

  /// Decrypts content.
  ///
  /// - Parameters:
  ///   - sealed: A nonce, the encrypted content, and the tag.
  ///   - head: What was sealed with it.
  ///   - key: The key.
  /// - Returns: The content, or nil if the key is another one or anything was changed.
  /// - Complexity: O(*n*) in the length of both.
  static func open(_ sealed: [UInt8], head: [UInt8], key: SecretBytes) -> [UInt8]? {
    let length = sealed.count - nonceLength - tagLength
    guard isReady, length >= 0 else { return nil }
    let nonce = Array(sealed.prefix(nonceLength))
    let rest = Array(sealed.dropFirst(nonceLength))
    var content = [UInt8](repeating: 0, count: length)
    let result = crypto_aead_chacha20poly1305_ietf_decrypt(
      &content, nil, nil, rest, UInt64(rest.count), head, UInt64(head.count), nonce, key.start)
    return result == 0 ? content : nil
  }

  /// Returns a number that identifies a key and tells nothing else about it.
  static func fingerprint(of key: [UInt8]) -> UInt32 {
    precondition(isReady, "libsodium has no source of random bytes")
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
    crypto_generichash(&hash, hash.count, key, UInt64(key.count), nil, 0)
    return hash.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Returns a code of content that only a holder of the key can make: a keyed hash of 16 bytes.
  ///
  /// - Complexity: O(*n*) in the length.
  static func code(of content: [UInt8], key: SecretBytes) -> [UInt8] {
    precondition(isReady, "libsodium has no source of random bytes")
    var hash = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES_MIN))
    crypto_generichash(
      &hash, hash.count, content, UInt64(content.count), key.start, keyLength)
    return hash
  }

  /// Returns random bytes from the system's source.
  static func randomBytes(count: Int) -> [UInt8] {
    precondition(isReady, "libsodium has no source of random bytes")
    var bytes = [UInt8](repeating: 0, count: count)
    randombytes_buf(&bytes, count)
    return bytes
  }
}

/// Secret bytes in memory that isn't swapped or dumped where the system allows it, and that's cleared
/// when the last owner is gone.
///
/// It's sendable because nothing writes the bytes after they're created.
final class SecretBytes: @unchecked Sendable {
  let start: UnsafePointer<UInt8>

  init(_ bytes: [UInt8]) {
    precondition(Sodium.isReady, "libsodium has no source of random bytes")
    guard let memory = sodium_malloc(bytes.count) else { fatalError("no memory for a key") }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    sodium_mprotect_readonly(memory)
    start = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
  }

  deinit { sodium_free(UnsafeMutableRawPointer(mutating: start)) }
}
