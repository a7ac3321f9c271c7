// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Synchronization

/// The time as HTTP has it (RFC 9110), written once a second.
final class ShownTime: Sendable {
  private struct Written {
    var second = Int64.min
    var text = ""
  }

  private let written = Mutex(Written())

  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns a time, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  func text(at time: Timestamp) -> String {
    let second = time.secondsSinceEpoch
    return written.withLock { written in
      if written.second != second { written = Written(second: second, text: Self.text(second)) }
      return written.text
    }
  }

  private static func text(_ second: Int64) -> String {
    // 2026-01-02T03:04:05Z
    let parts = ((try? Timestamp(secondsSinceEpoch: second)) ?? .epoch).description
      .split { $0 == "-" || $0 == "T" || $0 == "Z" }
    guard parts.count == 4, let month = Int(parts[1]), months.indices.contains(month - 1) else {
      return "Thu, 01 Jan 1970 00:00:00 GMT"
    }
    let day = (second - (second % 86_400 + 86_400) % 86_400) / 86_400
    return
      "\(days[Int((day % 7 + 7) % 7)]), \(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]) GMT"
  }
}
