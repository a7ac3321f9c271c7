// SPDX-License-Identifier: Apache-2.0

/// The reason why a text isn't an IP address or an address range.
public struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String, Hashable, Sendable {
      case syntax, zone, mapped
    }

    private let kind: Kind

    /// The text has the wrong form.
    static let syntax = Code(kind: .syntax)

    /// The address has a zone (`%eth0`).
    package static let zone = Code(kind: .zone)

    /// The address is an IPv4 address written as IPv6 (`::ffff:192.0.2.1`).
    static let mapped = Code(kind: .mapped)

    /// The name of the kind.
    package var description: String { kind.rawValue }
  }

  /// The kind of the mistake.
  package let code: Code

  /// The message: lower case, without a full stop.
  public let message: String

  /// The message.
  public var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
