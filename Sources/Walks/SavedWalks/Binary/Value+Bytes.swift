// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

// Values with their types in the binary format.
extension ByteWriter {
  /// Writes an object without the entries that are nil; no two keys are the same.
  mutating func write(object entries: [(key: String, value: Value?)]) {
    write(ValueTag.map.rawValue)
    write(count: entries.count { $0.value != nil })
    for case (let key, let value?) in entries {
      write(ValueTag.string.rawValue)
      write(key)
      write(value)
    }
  }

  mutating func write(_ value: Value) {
    switch value {
    case .null: write(ValueTag.null.rawValue)
    case .bool(false): write(ValueTag.no.rawValue)
    case .bool(true): write(ValueTag.yes.rawValue)
    case .int(let number):
      write(ValueTag.int.rawValue)
      write(signed: Int128(number))
    case .uint(let number):
      write(ValueTag.uint.rawValue)
      write(unsigned: UInt128(number))
    case .double(let number):
      write(ValueTag.double.rawValue)
      write(fixed: number.bitPattern)
    case .string(let text):
      write(ValueTag.string.rawValue)
      write(text)
    case .bytes(let content):
      write(ValueTag.bytes.rawValue)
      write(content)
    case .list(let values):
      write(ValueTag.list.rawValue)
      write(count: values.count)
      for value in values { write(value) }
    case .map(let map):
      write(ValueTag.map.rawValue)
      write(count: map.count)
      for entry in map {
        write(entry.key)
        write(entry.value)
      }
    case .timestamp(let time):
      write(ValueTag.timestamp.rawValue)
      write(signed: time.nanoseconds)
    case .duration(let span):
      write(ValueTag.duration.rawValue)
      write(signed: span.totalNanoseconds)
    case .optional(let inner):
      write(ValueTag.optional.rawValue)
      write(flag: inner != nil)
      if let inner { write(inner) }
    case .network, .type:
      // A network value is an answer's text; a type can't be one.
      write(ValueTag.network.rawValue)
      write(value.plainText)
    }
  }
}

extension ByteReader {
  /// The maximum depth of values in values.
  static var maximumDepth: Int { 128 }

  mutating func value(depth: Int = 0) throws(SavedWalkError) -> Value {
    guard depth < Self.maximumDepth else { throw damaged("a value is nested too deep") }
    guard let tag = ValueTag(rawValue: try byte()) else { throw damaged("a value has no type") }
    switch tag {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .int:
      guard let number = Int64(exactly: try signed()) else {
        throw damaged("a number is too large")
      }
      return .int(number)
    case .uint:
      guard let number = UInt64(exactly: try unsigned()) else {
        throw damaged("a number is too large")
      }
      return .uint(number)
    case .double: return .double(try double())
    case .string: return .string(try text())
    case .bytes: return .bytes(try content())
    case .list:
      var values: [Value] = []
      for _ in 0..<(try items()) { values.append(try value(depth: depth + 1)) }
      return .list(values)
    case .map:
      var map = ValueMap()
      for _ in 0..<(try items()) {
        let key = try value(depth: depth + 1)
        guard ValueMap.isKey(key), map[key] == nil else { throw damaged("a key is not allowed") }
        map[key] = try value(depth: depth + 1)
      }
      return .map(map)
    case .timestamp: return .timestamp(try timestamp(nanoseconds: try signed()))
    case .duration:
      guard let span = try? TimeSpan(nanoseconds: try signed()) else {
        throw damaged("a duration is too long")
      }
      return .duration(span)
    case .optional: return .optional(try flag() ? try value(depth: depth + 1) : nil)
    case .network:
      let text = try text()
      guard let network = NetworkValue(text) else {
        throw damaged("a network address is not valid")
      }
      return .network(network)
    }
  }

  /// Reads the number of items, each of which has at least one byte.
  mutating func items() throws(SavedWalkError) -> Int {
    let count = try count()
    guard count <= remaining else { throw damaged("a list is longer than what follows") }
    return count
  }

  mutating func timestamp(nanoseconds: Int128) throws(SavedWalkError) -> Timestamp {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard let seconds = Int64(exactly: seconds),
      let time = try? Timestamp(secondsSinceEpoch: seconds, nanoseconds: Int64(rest))
    else { throw damaged("a time is out of range") }
    return time
  }
}

/// The first byte of a value.
///
/// Don't reuse a number.
private enum ValueTag: UInt8 {
  case null, no, yes, int, uint, double, string, bytes, list, map, timestamp, duration, optional
  case network
}

extension Timestamp {
  /// The nanoseconds since 1970-01-01T00:00:00Z.
  var nanoseconds: Int128 { Int128(secondsSinceEpoch) * 1_000_000_000 + Int128(nanosecond) }
}
