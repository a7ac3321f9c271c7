// SPDX-License-Identifier: Apache-2.0

public import FlowSessions

/// Events that a store appends to a walk at once, in a binary form of their own.
///
/// A record can be read without those before it, so a store needs to know only the number of a walk's
/// records to append another one. Like ``SavedWalk/bytes``, the form is canonical and has a version.
public struct WalkRecord: Hashable, Sendable {
  /// The events, oldest first.
  public var events: [LoggedEvent]

  /// Creates a record of events.
  public init(_ events: [LoggedEvent]) { self.events = events }

  /// The record in the binary form: the version, the number of events, and the events.
  ///
  /// - Complexity: O(*n*) in the size of the events.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(UInt8(SavedWalk.formatVersion))
    writer.write(count: events.count)
    var coding = EventCoding()
    for event in events { coding.write(event, to: &writer) }
    return writer.bytes
  }

  /// Reads a record in the binary form.
  ///
  /// - Parameter bytes: The bytes.
  /// - Throws: ``SavedWalkError/damaged(offset:reason:)``, or ``SavedWalkError/laterFormat(_:)``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: some Sequence<UInt8>) throws(SavedWalkError) {
    var reader = ByteReader(Array(bytes)[...])
    let version = Int(try reader.byte())
    guard version <= SavedWalk.formatVersion else { throw .laterFormat(version) }
    guard version > 0 else { throw reader.damaged("the version of the format is unknown") }
    var events: [LoggedEvent] = []
    var coding = EventCoding()
    for _ in 0..<(try reader.items()) { events.append(try coding.event(from: &reader)) }
    guard reader.isAtEnd else { throw reader.damaged("something follows the last event") }
    self.events = events
  }
}
