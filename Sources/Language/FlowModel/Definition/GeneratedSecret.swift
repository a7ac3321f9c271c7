// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A random text that's offered for a secret, and taken by Enter alone.
///
/// A session knows only its form: the walk draws the text from `WalkServices.random` and gives it as if it
/// was typed, so it's in no log, and a restored walk asks for it again.
public struct GeneratedSecret: Hashable, Sendable {
  /// The number of characters, from 1 to 1,024.
  public var length: Int

  /// The characters that it consists of, at least two, each once.
  public var alphabet: String

  /// The place of the length.
  package var place: SourcePlace

  /// The greatest length.
  package static let maximumLength = 1_024

  /// The letters from A to Z, large and small, and the digits.
  package static let lettersAndDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// Creates the form of a random text.
  ///
  /// - Parameters:
  ///   - length: The number of characters.
  ///   - alphabet: The characters that it consists of.
  ///   - place: The place of the length.
  package init(
    length: Int, from alphabet: String = Self.lettersAndDigits, place: SourcePlace = .code
  ) {
    self.length = length
    self.alphabet = alphabet
    self.place = place
  }

  /// A text of this form that isn't random, in place of one that's drawn later.
  package var example: String {
    let characters = Array(alphabet)
    guard !characters.isEmpty, length > 0 else { return "" }
    let length = min(length, Self.maximumLength)
    return String((0..<length).map { characters[$0 * characters.count / length] })
  }

  /// Returns a text in which each character is as likely as every other one.
  ///
  /// - Complexity: O(*n*) in the length, on average.
  package func text(using numbers: inout some RandomNumberGenerator) -> String {
    let characters = Array(alphabet)
    guard !characters.isEmpty, length > 0 else { return "" }
    return String(
      (0..<min(length, Self.maximumLength)).map { _ in
        // It draws again rather than favoring the first characters.
        characters[Int.random(in: 0..<characters.count, using: &numbers)]
      })
  }
}
