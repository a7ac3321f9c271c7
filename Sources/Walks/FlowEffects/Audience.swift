// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// Who reads the value of an effect, a result, or an event, which chooses the names of its parts and how they look.
package enum Audience: Sendable {
  /// A saved walk, which is read again: everything, so that equal things have equal values.
  case walk

  /// A person who reads a saved walk as JSON: values say their types.
  case reader

  /// A client that performs effects and gives their results, in JSON.
  case client

  /// A client that decides about effects, in JSON: no contents, and no secrets.
  case decider

  /// Whether it's a client.
  var isClient: Bool { self == .client || self == .decider }

  /// Returns an answer or a result, which can be any value.
  package func answer(_ value: Value) -> Value { self == .reader ? value.tagged : value }

  /// Returns a content.
  func content(_ bytes: [UInt8]) -> Value {
    self == .walk ? .bytes(bytes) : .string(Base64.encode(bytes))
  }
}
