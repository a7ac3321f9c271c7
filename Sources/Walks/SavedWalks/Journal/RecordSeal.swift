// SPDX-License-Identifier: Apache-2.0

/// Encrypts the records of a journal, so that it can keep secrets.
///
/// `WalkKey` in `SealedWalks` is one.
public protocol RecordSeal: Sendable {
  /// Encrypts content.
  ///
  /// - Parameters:
  ///   - content: What only a holder of the key can read.
  ///   - head: What the seal covers as well; it isn't part of the result.
  /// - Returns: The sealed content.
  func seal(_ content: [UInt8], head: [UInt8]) -> [UInt8]

  /// Decrypts content.
  ///
  /// - Parameters:
  ///   - sealed: The sealed content.
  ///   - head: What was sealed with it.
  /// - Returns: The content, or nil if the key is another one or anything was changed.
  func open(_ sealed: [UInt8], head: [UInt8]) -> [UInt8]?
}

/// The seal of one journal.
///
/// The first record of a sealed journal says which flow it's of and contains a random number. The
/// seal of each other record covers the first one and the record's position, so records can't be
/// exchanged, within a journal or between two.
struct JournalSeal {
  private let seal: any RecordSeal
  private var head: [UInt8]

  /// The number of random bytes in the first record.
  static let saltLength = 16

  /// Creates the seal of a journal, whose first record has this content.
  init(_ seal: any RecordSeal, first: some Sequence<UInt8>) {
    self.seal = seal
    head = Array(first)
  }

  /// Returns the content of a record in the file.
  func sealed(_ content: [UInt8], position: Int) -> [UInt8] {
    seal.seal(content, head: head(of: position))
  }

  /// Returns what was sealed, or nil if the key is another one or anything was changed.
  func opened(_ content: ArraySlice<UInt8>, position: Int) -> [UInt8]? {
    seal.open(Array(content), head: head(of: position))
  }

  private func head(of position: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * $0)) } + head
  }

  /// Returns the random bytes of a new journal.
  static func newSalt() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<saltLength).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }
}
