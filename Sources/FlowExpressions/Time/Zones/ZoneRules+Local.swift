// SPDX-License-Identifier: Apache-2.0

/// What a local date and time mean in a zone.
public enum LocalTimeMeaning: Hashable, Sendable {
  /// Clocks showed it once.
  case once(Timestamp)

  /// Clocks were put back and showed it twice: the first moment, and the second.
  case twice(earlier: Timestamp, later: Timestamp)

  /// Clocks were put forward and never showed it; the moment is that of the time read with the
  /// offset from before, so clocks show it later by as much as they were put forward.
  case never(shifted: Timestamp)

  /// The moment to take where nobody can be asked: of two the earlier, and in a gap the shifted one.
  public var moment: Timestamp {
    switch self {
    case .once(let moment), .never(let moment): moment
    case .twice(let earlier, _): earlier
    }
  }
}

extension ZoneRules {
  /// What a local date and time mean here.
  ///
  /// - Parameters:
  ///   - date: the day on the calendar.
  ///   - time: the time on the clock.
  /// - Returns: whether clocks showed it once, twice or never, and when.
  /// - Throws: ``TimeError/Code/range`` when the moment lies outside the years 1 to 9999 in UTC.
  public func meaning(
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
  /// Reads a date and time as a person types it: `2026-01-31 09:00`, `2026-01-31T09:00:30`, in a
  /// zone, or with an offset as in RFC 3339.
  ///
  /// A time that clocks showed twice is the earlier; one that they never showed is moved on by as
  /// much as clocks were put forward.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - zone: the zone of texts without an offset.
  /// - Throws: ``TimeError/Code/syntax`` for another form, ``TimeError/Code/range`` when there is no
  ///   such moment.
  public init(typed text: String, in zone: ZoneRules) throws(TimeError) {
    let bytes = Array(text.utf8)
    let separators: [UInt8] = [0x20, 0x54, 0x74]
    guard bytes.count >= 16, separators.contains(bytes[10]) else {
      throw TimeError(
        .syntax, "'\(text.prefix(64))' is no date and time such as '2026-01-31 09:00'")
    }
    let clock = String(decoding: bytes[11...], as: UTF8.self)
    let offsetMarks: [UInt8] = [0x5A, 0x7A, 0x2B, 0x2D]
    if bytes[11...].contains(where: offsetMarks.contains) {
      let day = String(decoding: bytes[..<10], as: UTF8.self)
      // RFC 3339 wants seconds; a person may leave them out.
      let hasSeconds = bytes.count > 16 && bytes[16] == 0x3A
      let rest = hasSeconds ? clock : "\(clock.prefix(5)):00\(clock.dropFirst(5))"
      try self.init("\(day)T\(rest)")
      return
    }
    let date = try CalendarDate(String(decoding: bytes[..<10], as: UTF8.self))
    self = try zone.meaning(of: date, at: try TimeOfDay(clock)).moment
  }
}
