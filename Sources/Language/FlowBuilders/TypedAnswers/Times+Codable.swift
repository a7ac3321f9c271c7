// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

// Dates and times are texts in every format, as they are in the results of a flow.

extension CalendarDate: Codable {
  /// Encodes the date as text: `2026-01-31`.
  public func encode(to encoder: any Encoder) throws { try encodeText(description, to: encoder) }

  /// Decodes a date from text: `2026-01-31`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { text throws(TimeError) in try CalendarDate(text) }
  }
}

extension TimeOfDay: Codable {
  /// Encodes the time as text: `02:00`.
  public func encode(to encoder: any Encoder) throws { try encodeText(description, to: encoder) }

  /// Decodes a time from text: `02:00`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { text throws(TimeError) in try TimeOfDay(text) }
  }
}

extension Timestamp: Codable {
  /// Encodes the moment as text in UTC: `2026-01-31T09:00:00Z`.
  public func encode(to encoder: any Encoder) throws { try encodeText(description, to: encoder) }

  /// Decodes a moment from text: `2026-01-31T09:00:00Z`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { text throws(TimeError) in try Timestamp(text) }
  }
}

extension TimeSpan: Codable {
  /// Encodes the duration as text: `PT1H30M`.
  public func encode(to encoder: any Encoder) throws { try encodeText(iso8601, to: encoder) }

  /// Decodes a duration from text: `PT1H30M`.
  public init(from decoder: any Decoder) throws {
    self = try decodeText(from: decoder) { text throws(TimeError) in try TimeSpan(iso8601: text) }
  }
}

private func encodeText(_ text: String, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode(text)
}

private func decodeText<T>(
  from decoder: any Decoder, _ parse: (String) throws(TimeError) -> T
) throws -> T {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  do throws(TimeError) {
    return try parse(text)
  } catch {
    throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
  }
}
