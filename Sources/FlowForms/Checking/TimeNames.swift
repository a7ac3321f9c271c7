// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions

/// The names of the time, which every expression of a flow may use.
package enum TimeNames {
  /// `now`, and `today`, its date in a zone.
  package static let declarations = [
    VariableDeclaration("now", .timestamp),
    VariableDeclaration("today", .string, knownValues: .written(.date)),
  ]

  /// The value of one of the names at a time; nil for any other name.
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
