// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowSessions
import StackFlowCore

/// The binary form of a log: each event relative to the one before it.
///
/// An event that took answers as they were offered follows a byte that says so, and those answers. An event is
/// a byte with its kind, its outcome, and whether it was withheld; the time since the
/// event before it; the change of the depth; its target, if its kind has one; and its content.
struct EventCoding {
  /// The time of the event before, in nanoseconds since 1970.
  private var time: Int128 = 0

  /// The depth after the event before.
  private var depth = 0

  /// The number of the request that was decided last.
  private var request = 0

  private static let outcomes: [LoggedEvent.Outcome] = [.handled, .refused, .wentBack]

  // MARK: Writing

  mutating func write(_ entry: LoggedEvent, to writer: inout ByteWriter) {
    if let taken = entry.taken {
      let kind = taken.kept.isEmpty ? Kind.taking : Kind.takingKept
      writer.write(UInt8(kind))
      writer.write(taken.value(for: .walk), as: .parts(Kind.all[kind].parts))
    }
    var content = entry.event.entries(for: .walk)
    if entry.event.isOfEffect { content.append(("effect", entry.effect?.value)) }
    if case .decide(_, let id) = entry.event {
      content.append(("request", .number(id.serial &- request &- 1)))
      request = id.serial
    }
    let number = Kind.number(of: content)
    let kind = Kind.all[number]
    let outcome = Self.outcomes.firstIndex(of: entry.outcome) ?? 0
    writer.write(UInt8(number | outcome << 5 | (entry.isWithheld ? 0x80 : 0)))
    writer.write(signed: entry.now.nanoseconds - time)
    time = entry.now.nanoseconds
    writer.write(signed: entry.depth - depth)
    depth = entry.depth
    if kind.hasTarget { writer.write(name: entry.target ?? "") }
    for part in kind.parts { writer.write(part) { content[$0] } }
  }

  // MARK: Reading

  mutating func event(from reader: inout ByteReader) throws(SavedWalkError) -> LoggedEvent {
    var head = try reader.byte()
    var taken: TakenAnswers?
    if head == Kind.taking || head == Kind.takingKept {
      var parts = WalkReader(
        try Kind.all[Int(head)].content(from: &reader), refusingUnknown: false)
      taken = try TakenAnswers(&parts)
      head = try reader.byte()
    }
    let number = Int(head & 0x1f)
    let outcome = Int(head >> 5 & 3)
    guard Kind.all.indices.contains(number), Kind.all[number].isEvent,
      Self.outcomes.indices.contains(outcome)
    else { throw reader.damaged("an event has no type") }
    let kind = Kind.all[number]
    let (now, isOver) = try reader.signed().addingReportingOverflow(time)
    guard !isOver else { throw reader.damaged("a time is out of range") }
    let moment = try reader.timestamp(nanoseconds: now)
    time = now
    let change = try reader.signedInt()
    let (depth, isTooDeep) = self.depth.addingReportingOverflow(change)
    guard !isTooDeep, depth >= 0 else { throw reader.damaged("a depth is out of range") }
    self.depth = depth
    let target = kind.hasTarget ? try reader.name() : ""
    var content = try kind.content(from: &reader)
    if case .int(let change)? = content["request"] {
      content["request"] = .int(Int64(try serial(Int(change), reader)))
    }
    var parts = WalkReader(content, refusingUnknown: false)
    return LoggedEvent(
      event: try FlowEvent(&parts), now: moment, target: target.isEmpty ? nil : target,
      depth: depth, outcome: Self.outcomes[outcome], isWithheld: head & 0x80 != 0,
      effect: try content["effect"].map { effect throws(SavedWalkError) in
        try Self.effect(effect, reader)
      }, taken: taken)
  }

  private static func effect(
    _ value: Value, _ reader: ByteReader
  ) throws(SavedWalkError) -> LoggedEffect {
    // An entry that nothing reads, such as a damaged 'undo', must not be lost.
    guard let map = value.map, let effect = try? LoggedEffect(map),
      effect.value.bytes == value.bytes
    else { throw reader.damaged("an effect isn't possible") }
    return effect
  }

  /// Returns the number of a request, from its distance to the one after the request that was decided last.
  private mutating func serial(
    _ change: Int, _ reader: ByteReader
  ) throws(SavedWalkError) -> Int {
    let (next, isOver) = request.addingReportingOverflow(change)
    let (serial, isTooLarge) = next.addingReportingOverflow(1)
    guard !isOver, !isTooLarge else { throw reader.damaged("a request is out of range") }
    request = serial
    return serial
  }
}

extension [(String, Value?)] {
  /// The value of an entry of an event, which are so few that they're looked through; a later one counts.
  fileprivate subscript(key: String) -> Value? {
    for (name, value) in reversed() where name == key { return value }
    return nil
  }
}

extension EventCoding {
  /// A kind of event in the binary format.
  struct Kind: Sendable {
    /// The word of the event; nil for what isn't one.
    private let word: String?

    /// Whether it's an event.
    var isEvent: Bool { word != nil }

    /// Whether the event doesn't name what it's about.
    let hasTarget: Bool

    /// How its content is written.
    let parts: [ByteLayout.Part]

    private init(_ word: String?, isTargeted: Bool = false, _ parts: ByteLayout.Part...) {
      self.word = word
      hasTarget = isTargeted
      self.parts = parts
    }

    /// The number of the kind that's no event, but what the step that the next event submits was submitted with.
    static let taking = 25

    /// The same, with what the user had entered before.
    static let takingKept = 28

    /// The kinds, by the numbers that they have in the lowest 5 bits of an event.
    ///
    /// Don't reuse a number.
    static let all = [
      Kind("start"), Kind("next", isTargeted: true),
      Kind("next", isTargeted: true, .entry("input", .input)),
      Kind("edit", .entry("field", .name), .entry("input", .input)),
      Kind("focus", .entry("field", .name)), Kind("submit", isTargeted: true),
      Kind("confirm", isTargeted: true), Kind("back", .entry("count", .number)),
      Kind("back-to", .entry("id", .name)), Kind("accept", isTargeted: true),
      Kind("add", isTargeted: true),
      Kind("edit-item", isTargeted: true, .entry("position", .number)),
      Kind("remove", isTargeted: true, .entry("position", .number)),
      Kind("move", isTargeted: true, .entry("position", .number), .entry("to", .number)),
      Kind("decide", .entry("request", .number), .entry("decision", .constant("approve"))),
      Kind("decide", .entry("request", .number), .entry("decision", .constant("deny"))),
      Kind(
        "decide", .entry("request", .number), .entry("decision", .constant("deny")),
        .entry("reason", .text)),
      Kind("decide", .entry("request", .number), .entry("decision", .constant("later"))),
      Kind(
        "found", .entry("path", .text), .entry("kind", .pathKind), .bits([("expanded", .text)])),
      Kind("effect-began", isTargeted: true),
      Kind("effect-ended", isTargeted: true, .entry("result", .result)),
      Kind("retry", isTargeted: true), Kind("leave", .entry("reason", .leaveReason)),
      Kind("effect-began", isTargeted: true, .entry("effect", .value)),
      Kind(
        "effect-ended", isTargeted: true, .entry("result", .result), .entry("effect", .value)),
      Kind(
        nil, .entry("step", .name), .entry("answers", .record(.value)),
        .bits([("agreement", .fingerprint)])),
      // Since format 2.
      Kind("give", .entry("answers", .record(.input))),
      // Since format 3.
      Kind(
        "decide-file", isTargeted: true, .entry("path", .text),
        .bits([("replace", nil), ("fingerprint", .fingerprint)])),
      // Since format 4.
      Kind(
        nil, .entry("step", .name), .entry("answers", .record(.value)),
        .entry("kept", .record(.value)), .bits([("agreement", .fingerprint)])),
      Kind("set-aside", .entry("field", .name), .entry("input", .input)),
      Kind("restore", isTargeted: true),
    ]

    /// The numbers of the kinds of each word, in order.
    private static let numbers = Dictionary(
      grouping: all.indices.filter { all[$0].isEvent }, by: { all[$0].word ?? "" })

    /// Returns the number of the kind of an event.
    fileprivate static func number(of event: [(String, Value?)]) -> Int {
      guard case .string(let word)? = event["event"], let known = numbers[word] else { return 0 }
      if known.count == 1 { return known[0] }
      return known.last { number in all[number].parts.allSatisfy { $0.fits { event[$0] } } } ?? 0
    }

    /// Returns the content of an event as it's read from bytes.
    func content(from reader: inout ByteReader) throws(SavedWalkError) -> ValueMap {
      var content = ValueMap()
      if let word { content.appendNew("event", .string(word)) }
      for part in parts { try reader.read(part, into: &content) }
      return content
    }
  }
}

extension Value {
  /// The value in the binary format.
  fileprivate var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(self)
    return writer.bytes
  }
}
