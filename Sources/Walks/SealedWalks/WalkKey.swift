// SPDX-License-Identifier: Apache-2.0

public import SavedWalks

/// A secret key that seals walks: tokens, and journals with secrets.
///
/// A key seals up to 2³² tokens and records; use a new one before that.
public struct WalkKey: Sendable {
  /// The number that tokens name their key by; it's readable in a token.
  public let id: UInt32

  let bytes: SecretBytes

  /// Creates a key from 32 secret bytes; nil if there are more or fewer.
  ///
  /// - Parameters:
  ///   - id: The number of the key, different from those of the other keys; nil for one that follows
  ///     from the bytes.
  ///   - bytes: 32 bytes from a random source or a key store; not a password.
  public init?(id: UInt32? = nil, bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.id = id ?? Sodium.fingerprint(of: bytes)
    self.bytes = SecretBytes(bytes)
  }

  /// Creates a key from the content of a file; nil if it's none.
  ///
  /// - Parameter content: 32 bytes, or 64 hexadecimal digits and an optional line break.
  public init?(fileContent content: [UInt8]) {
    guard content.count != Self.byteCount else {
      self.init(bytes: content)
      return
    }
    var digits = content[...]
    if digits.last == UInt8(ascii: "\n") { digits.removeLast() }
    if digits.last == UInt8(ascii: "\r") { digits.removeLast() }
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == 2 * Self.byteCount, values.count == digits.count else { return nil }
    let bytes = stride(from: 0, to: values.count, by: 2).map { index -> UInt8 in
      UInt8(values[index] << 4 | values[index + 1])
    }
    self.init(bytes: bytes)
  }

  /// Returns a code of a text that only a holder of the key can make: 32 hexadecimal digits.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package func code(of text: String) -> String {
    let code = Sodium.code(of: Array(text.utf8), key: bytes)
    return String(unsafeUninitializedCapacity: 2 * code.count) { digits in
      for index in code.indices {
        digits[2 * index] = Self.digit(code[index] >> 4)
        digits[2 * index + 1] = Self.digit(code[index] & 15)
      }
      return 2 * code.count
    }
  }

  private static func digit(_ number: UInt8) -> UInt8 {
    number < 10 ? UInt8(ascii: "0") + number : UInt8(ascii: "a") + number - 10
  }

  /// The number of bytes of a key.
  package static let byteCount = 32

  /// Returns 32 random bytes for a new key.
  public static func randomBytes() -> [UInt8] { Sodium.randomBytes(count: byteCount) }
}

extension WalkKey: RecordSeal {
  /// Encrypts content with ChaCha20-Poly1305.
  ///
  /// - Parameters:
  ///   - content: What only a holder of the key can read.
  ///   - head: What the seal covers as well; it isn't part of the result.
  /// - Returns: A random nonce, the encrypted content, and the tag.
  /// - Complexity: O(*n*) in the length of both.
  public func seal(_ content: [UInt8], head: [UInt8]) -> [UInt8] {
    Sodium.seal(content, head: head, key: bytes)
  }

  /// Decrypts content.
  ///
  /// - Parameters:
  ///   - sealed: What ``seal(_:head:)`` returned.
  ///   - head: What was sealed with it.
  /// - Returns: The content, or nil if the key is another one or anything was changed.
  /// - Complexity: O(*n*) in the length of both.
  public func open(_ sealed: [UInt8], head: [UInt8]) -> [UInt8]? {
    Sodium.open(sealed, head: head, key: bytes)
  }
}
