// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The names for the current time, which all expressions of a flow can use.
package enum TimeNames {
  /// The declarations of `now`, and of `today`, its date in a time zone.
  package static let declarations = [
    VariableDeclaration("now", .timestamp),
    VariableDeclaration("today", .string, knownValues: .written(.date)),
  ]

  /// Returns the value of one of these names at a time, or nil for any other name.
  package static func value(
    of name: String, at now: Timestamp, in zone: ZoneRules
  ) -> Value? {
    switch name {
    case "now": .timestamp(now)
    case "today": .string(String(now.text(in: zone).prefix(10)))
    default: nil
    }
  }
}
