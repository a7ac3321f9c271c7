// SPDX-License-Identifier: Apache-2.0

internal import FlowExpressions

/// A place that a value is encoded to.
///
/// It's a class because several containers can write to the same place.
final class ValueSlot {
  /// The kind of what was encoded last.
  private enum Kind {
    case nothing
    case scalar(Value)
    case record
    case list
  }

  private var kind = Kind.nothing
  private var entries: [(key: String, slot: ValueSlot)] = []
  private var items: [ValueSlot] = []

  /// The encoded value.
  ///
  /// A type that encodes nothing is an empty record.
  var value: Value {
    switch kind {
    case .scalar(let value): value
    case .record, .nothing: .map(ValueMap(entries.lazy.map { ($0.key, $0.slot.value) }))
    case .list: .list(items.map(\.value))
    }
  }

  /// Replaces what was encoded with a scalar.
  func set(_ scalar: Value) { kind = .scalar(scalar) }

  /// Makes it a record, with the entries that it has.
  func beginRecord() { kind = .record }

  /// Makes it a list, with the items that it has.
  func beginList() { kind = .list }

  /// Returns the slot of a new entry of a record.
  func entry(_ key: String) -> ValueSlot {
    let slot = ValueSlot()
    entries.append((key, slot))
    return slot
  }

  /// Returns the slot of a new item of a list.
  func item() -> ValueSlot {
    let slot = ValueSlot()
    items.append(slot)
    return slot
  }

  /// The number of items, if it's a list.
  var count: Int { items.count }
}

/// Encodes values to a slot.
struct ValueWriter {
  let slot: ValueSlot
  let path: AnswerPath

  /// Encodes a value: a scalar by itself, any other by its containers.
  func encode<T: Encodable>(_ value: T) throws {
    if let scalar = try scalar(value) {
      slot.set(scalar)
      return
    }
    try value.encode(to: self)
    try adaptFoundation(T.self)
  }

  /// Returns a scalar as a value, or nil if it isn't one.
  private func scalar<T>(_ value: T) throws -> Value? {
    switch value {
    case let value as Bool: .bool(value)
    case let text as String: .string(text)
    case let number as Double: .double(number)
    // The shortest text with the same meaning, so that 0.1 stays 0.1.
    case let number as Float: .double(Double("\(number)") ?? Double(number))
    case let time as Timestamp: .timestamp(time)
    case let span as TimeSpan: .duration(span)
    case let duration as Duration: .duration(try span(of: duration))
    case let date as CalendarDate: .string(date.description)
    case let time as TimeOfDay: .string(time.description)
    case let number as any FixedWidthInteger: try whole(number)
    default: nil
    }
  }

  private func whole(_ number: some FixedWidthInteger) throws -> Value {
    if let small = Int64(exactly: number) { return .int(small) }
    if let large = UInt64(exactly: number) { return .uint(large) }
    throw AnswerError(
      .outOfRange, at: path.text, found: "\(number)", expected: "a number of 64 bits",
      message: "\(path.subject) is \(number), expected a number of 64 bits")
  }

  private func span(of duration: Duration) throws -> TimeSpan {
    let (seconds, attoseconds) = duration.components
    guard
      let span = try? TimeSpan(seconds: seconds, nanoseconds: attoseconds / 1_000_000_000)
    else {
      throw AnswerError(
        .outOfRange, at: path.text, found: "\(duration)",
        expected: "a duration of at most 10,000 years",
        message: "\(path.subject) is \(duration), expected a duration of at most 10,000 years")
    }
    return span
  }

  /// Changes what Foundation's `Date` and `URL` encoded.
  private func adaptFoundation(_ type: Any.Type) throws {
    switch FoundationType(of: type) {
    case .date:
      guard case .double(let seconds) = slot.value else { return }
      guard let time = FoundationType.timestamp(seconds: seconds) else {
        throw AnswerError(
          .outOfRange, at: path.text, expected: "a date in the years 1 to 9999",
          message: "\(path.subject) isn't a date in the years 1 to 9999")
      }
      slot.set(.timestamp(time))
    case .url:
      guard case .map(let map) = slot.value, map["base"] == nil, let text = map["relative"]
      else { return }
      slot.set(text)
    case nil: return
    }
  }
}
