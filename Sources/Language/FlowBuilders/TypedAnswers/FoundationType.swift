// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

/// A type of Foundation that programs use for answers.
///
/// They're recognized by name, so that this module doesn't need Foundation.
enum FoundationType {
  /// A moment, which Foundation encodes as the seconds since 2001-01-01.
  case date

  /// A URL, which Foundation encodes as a record.
  case url

  init?(of type: Any.Type) {
    switch String(reflecting: type) {
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    case "Foundation.URL", "FoundationEssentials.URL": self = .url
    default: return nil
    }
  }

  /// The moment 2001-01-01T00:00:00Z, in seconds since 1970.
  private static let referenceDate: Int64 = 978_307_200

  /// Returns the seconds of a moment since 2001-01-01T00:00:00Z.
  static func seconds(of time: Timestamp) -> Double {
    Double(time.secondsSinceEpoch - referenceDate) + Double(time.nanosecond) / 1e9
  }

  /// Returns the moment after seconds since 2001-01-01T00:00:00Z, to the microsecond, because that's
  /// as exact as a double is in our time; nil outside the years 1 to 9999.
  static func timestamp(seconds: Double) -> Timestamp? {
    let whole = seconds.rounded(.down)
    guard let shifted = Int64(exactly: whole)?.addingReportingOverflow(referenceDate),
      !shifted.overflow
    else { return nil }
    let microseconds = ((seconds - whole) * 1e6).rounded()
    return try? Timestamp(
      secondsSinceEpoch: shifted.partialValue, nanoseconds: Int64(microseconds) * 1_000)
  }
}
