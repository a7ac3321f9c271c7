// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions

// The binary format: the magic number `SFW`, the version, the beginning of the walk, and its events.
extension SavedWalk {
  /// The walk in the binary format.
  ///
  /// - Complexity: O(*n*) in the size of the walk.
  public var bytes: [UInt8] {
    var writer = ByteWriter()
    write(beginningTo: &writer)
    writer.write(count: events.count)
    var coding = EventCoding()
    for event in events { coding.write(event, to: &writer) }
    return writer.bytes
  }

  /// Reads a walk in the binary format.
  ///
  /// - Parameter bytes: The bytes.
  /// - Throws: ``SavedWalkError/damaged(offset:reason:)``, or ``SavedWalkError/laterFormat(_:)``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: some Sequence<UInt8>) throws(SavedWalkError) {
    var reader = ByteReader(Array(bytes)[...])
    try self.init(beginning: &reader)
    var coding = EventCoding()
    for _ in 0..<(try reader.items()) { events.append(try coding.event(from: &reader)) }
    guard reader.isAtEnd else { throw reader.damaged("something follows the last event") }
  }

  private static var magic: [UInt8] { Array("SFW".utf8) }

  /// Writes everything but the events.
  func write(beginningTo writer: inout ByteWriter) {
    writer.write(raw: Self.magic)
    writer.write(UInt8(Self.formatVersion))
    writer.write(flowID)
    writer.write(signed: flowVersion)
    writer.write(fixed: fingerprint)
    writer.write(.record(inputs), as: .record(.value))
    writer.write(options.flags)
    if let language = options.language { writer.write(language) }
    if options.zone != ZoneRules.utc.name { writer.write(options.zone) }
    for inputs in [options.answers, options.suggestions] {
      writer.write(.record(inputs.mapValues { $0.value(for: .walk) }), as: .record(.input))
    }
  }

  /// Reads everything but the events.
  init(beginning reader: inout ByteReader) throws(SavedWalkError) {
    for byte in Self.magic {
      guard try reader.byte() == byte else { throw reader.damaged("this is not a saved walk") }
    }
    let version = Int(try reader.byte())
    guard version <= Self.formatVersion else { throw .laterFormat(version) }
    guard version > 0 else { throw reader.damaged("the version of the format is unknown") }
    let id = try reader.text()
    let flowVersion = try reader.signedInt()
    self.init(flowID: id, flowVersion: flowVersion, fingerprint: try reader.fixed())
    inputs = try reader.record(of: .value).contents { $0 }
    let flags = try reader.byte()
    guard options.read(flags: flags) else { throw reader.damaged("an option is unknown") }
    if flags & SavedOptions.languageFlag != 0 { options.language = try reader.text() }
    if flags & SavedOptions.zoneFlag != 0 { options.zone = try reader.text() }
    options.answers = try reader.record(of: .input).contents(FieldInput.init)
    options.suggestions = try reader.record(of: .input).contents(FieldInput.init)
  }
}

extension SavedOptions {
  fileprivate static var languageFlag: UInt8 { 4 }
  fileprivate static var zoneFlag: UInt8 { 8 }

  /// The options in a byte: two flags, whether a language and a zone follow, and the priority.
  fileprivate var flags: UInt8 {
    (takesDefaults ? 1 : 0) | (refusesWarnings ? 2 : 0)
      | (language == nil ? 0 : Self.languageFlag)
      | (zone == ZoneRules.utc.name ? 0 : Self.zoneFlag)
      | (UInt8(FieldPriority.allCases.firstIndex(of: priorityThreshold) ?? 0) << 4)
  }

  fileprivate mutating func read(flags: UInt8) -> Bool {
    let priority = Int(flags >> 4)
    guard FieldPriority.allCases.indices.contains(priority) else { return false }
    takesDefaults = flags & 1 != 0
    refusesWarnings = flags & 2 != 0
    priorityThreshold = FieldPriority.allCases[priority]
    return true
  }
}
