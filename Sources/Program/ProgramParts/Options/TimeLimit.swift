// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
package import FlowExpressions

/// A duration on the command line: `90s`, `5m`, `7d`, or a number of seconds; more than none.
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
    guard let span = Self.span(of: argument), span > .zero else { return nil }
    self.span = span
    description = argument
  }

  /// The duration that a text such as `90`, `90s`, `1h30m`, or `7d` stands for; nil if it stands for none.
  ///
  /// A day has 24 hours here. Durations of flows have no days, because those of clocks differ.
  private static func span(of text: String) -> TimeSpan? {
    guard let mark = text.firstIndex(of: "d") else {
      return try? TimeSpan(typed: isNumber(text[...]) ? text + "s" : text)
    }
    let rest = text[text.index(after: mark)...]
    guard isNumber(text[..<mark]), let days = Int64(text[..<mark]), days <= 10_000_000 else {
      return nil
    }
    guard !rest.isEmpty else { return try? TimeSpan(seconds: days * 86_400) }
    guard !isNumber(rest), let more = try? TimeSpan(typed: String(rest)), more > .zero,
      more.nanosecondPart == 0
    else { return nil }
    return try? TimeSpan(seconds: days * 86_400 + more.wholeSeconds)
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
  }
}
