// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FlowExpressions

/// A duration on the command line: `90s`, `5m`, or a number of seconds.
package struct TimeLimit: ExpressibleByArgument {
  package let duration: Duration

  /// The duration as it was written.
  package let text: String

  package init?(argument: String) {
    let isNumber = !argument.isEmpty && argument.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    guard let span = try? TimeSpan(typed: isNumber ? argument + "s" : argument), span > .zero else {
      return nil
    }
    text = argument
    duration = .seconds(span.wholeSeconds) + .nanoseconds(span.nanosecondPart)
  }
}
