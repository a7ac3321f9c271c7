// SPDX-License-Identifier: Apache-2.0

/// The reason why a text isn't an IP address or an address range.
package struct NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of a mistake.
  package enum Code: Hashable, Sendable {
    /// The text has the wrong form.
    case syntax

    /// The address has a zone (`%eth0`).
    case zone

    /// The address is an IPv4 address written as IPv6 (`::ffff:192.0.2.1`).
    case mapped
  }

  /// The kind of the mistake.
  let code: Code

  /// The message: lower case, without a full stop.
  let message: String

  /// The message.
  package var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
