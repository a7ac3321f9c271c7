// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import FlowExpressions

/// A duration on the command line: `90s`, `5m`, or a number of seconds; more than none.
package struct TimeLimit: ExpressibleByArgument, CustomStringConvertible {
  /// The duration.
  package let span: TimeSpan

  /// The duration as it's written.
  package let description: String

  /// The duration as clocks take it.
  package var duration: Duration {
    .seconds(span.wholeSeconds) + .nanoseconds(span.nanosecondPart)
  }

  /// Creates a duration that's the default of an option.
  package init(seconds: Int64) {
    span = (try? TimeSpan(seconds: seconds)) ?? .zero
    description = "\(seconds)s"
  }

  package init?(argument: String) {
    let isNumber = !argument.isEmpty && argument.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    guard let span = try? TimeSpan(typed: isNumber ? argument + "s" : argument), span > .zero else {
      return nil
    }
    self.span = span
    description = argument
  }
}
