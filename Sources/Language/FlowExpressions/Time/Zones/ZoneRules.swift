// SPDX-License-Identifier: Apache-2.0

/// The offsets from UTC in a time zone, and when each applies.
///
/// Rules come from a TZif file (RFC 8536), or are a fixed offset. Two are equal if their names and all their transitions
/// are.
public struct ZoneRules: Hashable, Sendable {
  /// An offset from UTC, and its name.
  package struct Offset: Hashable, Sendable {
    /// Seconds east of UTC.
    let seconds: Int

    /// Whether it is daylight saving time.
    let isDaylightSaving: Bool

    /// The short name, such as `CET`; for a fixed offset, its text.
    let abbreviation: String
  }

  /// The maximum offset from UTC, in seconds (RFC 8536: less than 26 hours).
  static let maximumOffset = 93_599

  /// The contents of the rules; a zone is copied often and never changes.
  private final class Table: Hashable, Sendable {
    let name: String
    let first: Offset
    let moments: [Int64]
    let offsets: [Offset]
    let rule: RecurringRule?

    init(
      name: String, first: Offset, moments: [Int64], offsets: [Offset], rule: RecurringRule?
    ) {
      self.name = name
      self.first = first
      self.moments = moments
      self.offsets = offsets
      self.rule = rule
    }

    static func == (left: Table, right: Table) -> Bool {
      left === right
        || left.name == right.name && left.first == right.first && left.moments == right.moments
          && left.offsets == right.offsets && left.rule == right.rule
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(moments)
    }
  }

  private let table: Table

  /// The name, such as `Europe/Berlin` or `+05:30`.
  public var name: String { table.name }

  /// The offset before the first transition.
  var first: Offset { table.first }

  /// The moments of the transitions in seconds since 1970-01-01T00:00:00Z, ascending.
  var moments: [Int64] { table.moments }

  /// The offsets after each transition.
  var offsets: [Offset] { table.offsets }

  /// The rule after the last transition.
  var rule: RecurringRule? { table.rule }

  /// UTC.
  public static let utc = ZoneRules(
    name: "UTC", first: Offset(seconds: 0, isDaylightSaving: false, abbreviation: "UTC"))

  init(
    name: String, first: Offset, moments: [Int64] = [], offsets: [Offset] = [],
    rule: RecurringRule? = nil
  ) {
    table = Table(name: name, first: first, moments: moments, offsets: offsets, rule: rule)
  }

  /// Creates rules with a fixed offset.
  ///
  /// - Parameter seconds: Seconds east of UTC, less than 26 hours in either direction.
  /// - Throws: ``TimeError/Code/range`` if it's more.
  public init(fixedOffset seconds: Int) throws(TimeError) {
    guard abs(seconds.clamped) <= Self.maximumOffset else {
      throw TimeError(.range, "an offset of \(seconds) seconds is more than 26 hours")
    }
    let minutes = abs(seconds) / 60
    var name = seconds < 0 ? "-" : "+"
    name += "\(CivilCalendar.padded(minutes / 60, 2)):\(CivilCalendar.padded(minutes % 60, 2))"
    if seconds % 60 != 0 { name += ":\(CivilCalendar.padded(abs(seconds) % 60, 2))" }
    self.init(
      name: name,
      first: Offset(seconds: seconds, isDaylightSaving: false, abbreviation: name))
  }

  /// Returns the offset at a moment.
  ///
  /// - Complexity: O(log *n*) in the number of transitions.
  func offset(at moment: Timestamp) -> Offset {
    offset(atSeconds: moment.secondsSinceEpoch)
  }

  func offset(atSeconds seconds: Int64) -> Offset {
    guard let last = moments.last, seconds < last || rule == nil else {
      guard let rule else { return first }
      return rule.offset(atSeconds: seconds)
    }
    let index = firstTransition(after: seconds)
    return index == 0 ? first : offsets[index - 1]
  }

  /// Returns the transitions between two moments, in order: when, from which offset, and to which.
  func transitions(
    from start: Int64, through end: Int64
  ) -> [(moment: Int64, before: Offset, after: Offset)] {
    var moments: [Int64] = []
    var index = firstTransition(after: start - 1)
    while index < self.moments.count, self.moments[index] <= end {
      moments.append(self.moments[index])
      index += 1
    }
    if let rule, end > (self.moments.last ?? .min) {
      let known = self.moments.last ?? .min
      moments += rule.transitions(around: start, end).filter {
        $0 > known && $0 >= start && $0 <= end
      }
    }
    return moments.map { ($0, offset(atSeconds: $0 - 1), offset(atSeconds: $0)) }
  }

  private func firstTransition(after seconds: Int64) -> Int {
    var low = 0
    var high = moments.count
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Int {
  /// The number, clamped so that its magnitude can be represented.
  fileprivate var clamped: Int { Swift.max(self, -.max) }
}
