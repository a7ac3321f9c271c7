// SPDX-License-Identifier: Apache-2.0

/// The moments that a local date and time can mean in a zone.
package enum LocalTimeMeaning: Hashable, Sendable {
  /// The local time occurs once.
  case once(Timestamp)

  /// Clocks were set back, so the local time occurs twice.
  case twice(earlier: Timestamp, later: Timestamp)

  /// Clocks were set forward, so the local time doesn't occur. The moment results from the offset
  /// before the change, so clocks show it later by as much as they were set forward.
  case never(shifted: Timestamp)

  /// The moment to use if no one can be asked: the earlier of two, and in a gap the shifted one.
  var moment: Timestamp {
    switch self {
    case .once(let moment), .never(let moment): moment
    case .twice(let earlier, _): earlier
    }
  }
}

extension ZoneRules {
  /// Returns the moments that a local date and time can mean here.
  ///
  /// - Parameters:
  ///   - date: The calendar day.
  ///   - time: The time of day.
  /// - Returns: Whether the local time occurs once, twice, or never, and when.
  /// - Throws: ``TimeError/Code/range`` if the moment is outside the years 1 to 9999 in UTC.
  func meaning(
    of date: CalendarDate, at time: TimeOfDay
  ) throws(TimeError) -> LocalTimeMeaning {
    let local = Int64(date.daysSinceEpoch) * 86_400 + Int64(time.secondsSinceMidnight)
    let reach = Int64(Self.maximumOffset)
    let near = transitions(from: local - reach, through: local + reach)
    var candidates = [offset(atSeconds: local - reach - 1).seconds]
    candidates += near.map(\.after.seconds)
    var moments: [Int64] = []
    for candidate in candidates {
      let moment = local - Int64(candidate)
      if offset(atSeconds: moment).seconds == candidate, !moments.contains(moment) {
        moments.append(moment)
      }
    }
    moments.sort()
    if let earlier = moments.first, let later = moments.last {
      let earlierMoment = try Timestamp(secondsSinceEpoch: earlier)
      guard later > earlier else { return .once(earlierMoment) }
      return .twice(earlier: earlierMoment, later: try Timestamp(secondsSinceEpoch: later))
    }
    let gap = near.first { transition in
      transition.moment + Int64(transition.before.seconds) <= local
        && local < transition.moment + Int64(transition.after.seconds)
    }
    let before = gap?.before.seconds ?? candidates[0]
    return .never(shifted: try Timestamp(secondsSinceEpoch: local - Int64(before)))
  }
}

extension Timestamp {
  /// Reads a date and time that a user types: `2026-01-31 09:00` or `2026-01-31T09:00:30` in a
  /// zone, or with an offset as in RFC 3339.
  ///
  /// A local time that occurs twice means the earlier moment. A local time that doesn't occur is
  /// moved forward by as much as clocks were.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - zone: The zone of texts without an offset.
  /// - Throws: ``TimeError/Code/syntax`` for any other form, ``TimeError/Code/range`` if there's no
  ///   such moment.
  package init(typed text: String, in zone: ZoneRules) throws(TimeError) {
    self = try LocalTimeMeaning(typed: text, in: zone).moment
  }
}

extension LocalTimeMeaning {
  /// Reads a date and time as ``Timestamp/init(typed:in:)`` does; with an offset, it occurs once.
  package init(typed text: String, in zone: ZoneRules) throws(TimeError) {
    let bytes = Array(text.utf8)
    let separators: [UInt8] = [0x20, 0x54, 0x74]
    guard bytes.count >= 16, separators.contains(bytes[10]) else {
      throw TimeError(
        .syntax, "'\(text.prefix(64))' isn't a date and time such as '2026-01-31 09:00'")
    }
    let clock = String(decoding: bytes[11...], as: UTF8.self)
    let offsetMarks: [UInt8] = [0x5A, 0x7A, 0x2B, 0x2D]
    if bytes[11...].contains(where: offsetMarks.contains) {
      let day = String(decoding: bytes[..<10], as: UTF8.self)
      // RFC 3339 requires seconds; users can omit them.
      let hasSeconds = bytes.count > 16 && bytes[16] == 0x3A
      let rest = hasSeconds ? clock : "\(clock.prefix(5)):00\(clock.dropFirst(5))"
      self = .once(try Timestamp("\(day)T\(rest)"))
      return
    }
    let date = try CalendarDate(String(decoding: bytes[..<10], as: UTF8.self))
    self = try zone.meaning(of: date, at: try TimeOfDay(clock))
  }
}
