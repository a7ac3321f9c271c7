// SPDX-License-Identifier: Apache-2.0

/// The rule at the end of a TZif file, which applies after its last transition.
///
/// It has the form of POSIX's `TZ` variable with the extensions of RFC 8536:
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct RecurringRule: Hashable, Sendable {
  /// The day of each year on which clocks change, and the second of that day.
  struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// The number of the day from 1 to 365, without February 29.
      case withoutLeapDay(Int)
      /// The number of the day from 0 to 365, including February 29.
      case withLeapDay(Int)
      /// A weekday (0 is Sunday) of a week in a month; week 5 is the last.
      case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds after midnight, from −167 to 167 hours.
    var seconds: Int

    /// Returns the local time of the change in a year, in seconds since 1970-01-01T00:00:00 on that
    /// clock.
    func localSeconds(inYear year: Int) -> Int {
      let days: Int
      switch day {
      case .withoutLeapDay(let number):
        let isBehindLeapDay = CivilCalendar.isLeap(year) && number >= 60
        days =
          CivilCalendar.days(year: year, month: 1, day: 1) + number - 1 + (isBehindLeapDay ? 1 : 0)
      case .withLeapDay(let number):
        days = CivilCalendar.days(year: year, month: 1, day: 1) + number
      case .weekday(let month, let week, let weekday):
        let first = CivilCalendar.days(year: year, month: month, day: 1)
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        var day = 1 + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        if day > CivilCalendar.length(ofMonth: month, year: year) { day -= 7 }
        days = first + day - 1
      }
      return days * 86_400 + seconds
    }
  }

  /// The start, end, and offset of summer time.
  struct Summer: Hashable, Sendable {
    var offset: ZoneRules.Offset
    var start: Change
    var end: Change
  }

  var standard: ZoneRules.Offset
  var summer: Summer?

  /// Returns the offset at a moment.
  func offset(atSeconds seconds: Int64) -> ZoneRules.Offset {
    guard let summer else { return standard }
    var isSummer = false
    var last = Int64.min
    for (moment, starts) in changes(around: seconds, seconds, summer) where moment <= seconds {
      // If summer time lasts all year, it ends and starts again at the same moment.
      if moment > last || (moment == last && starts) {
        last = moment
        isSummer = starts
      }
    }
    return isSummer ? summer.offset : standard
  }

  /// Returns the moments of the changes in the years around two moments, ascending.
  func transitions(around start: Int64, _ end: Int64) -> [Int64] {
    guard let summer else { return [] }
    return Set(changes(around: start, end, summer).map(\.moment)).sorted()
  }

  private func changes(
    around start: Int64, _ end: Int64, _ summer: Summer
  ) -> [(moment: Int64, starts: Bool)] {
    let first = CivilCalendar.date(days: CivilCalendar.floorDivide(Int(start), 86_400)).year - 1
    let last = CivilCalendar.date(days: CivilCalendar.floorDivide(Int(end), 86_400)).year + 1
    return (first...max(first, last)).flatMap { year in
      [
        (Int64(summer.start.localSeconds(inYear: year) - standard.seconds), true),
        (Int64(summer.end.localSeconds(inYear: year) - summer.offset.seconds), false),
      ]
    }
  }
}
