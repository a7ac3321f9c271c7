// SPDX-License-Identifier: Apache-2.0

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

  /// The kind of an event, in the lowest 5 bits.
  ///
  /// Don't reuse a number.
  enum Kind: UInt8 {
    case start, next, nextWithInput, edit, focus, submit, confirm, back, backTo, acceptSuggestions
    case addItem, editItem, removeItem, moveItem, approve, deny, denyWithReason, later, found
    case effectBegan, effectEnded, retry, leave, effectBeganAs, effectEndedAs
    /// No event, but what the step that the next event submits was submitted with.
    case taking
    /// Since format 2.
    case give
    /// Since format 3.
    case decideFile
    /// Since format 4: the same as `taking`, with what the user had entered before.
    case takingKept
    /// Since format 4.
    case setAside
    /// Since format 4.
    case restoreItem
  }

  // MARK: Writing

  mutating func write(_ entry: LoggedEvent, to writer: inout ByteWriter) {
    if let taken = entry.taken { write(taken, to: &writer) }
    let kind = Kind(entry)
    writer.write(
      kind.rawValue | (entry.outcome.number << 5) | (entry.isWithheld ? 0x80 : 0))
    writer.write(signed: entry.now.nanoseconds - time)
    time = entry.now.nanoseconds
    writer.write(signed: entry.depth - depth)
    depth = entry.depth
    if kind.hasTarget { writer.write(name: entry.target ?? "") }
    switch entry.event {
    case .start, .next(nil), .submit, .confirm, .acceptSuggestions, .addItem, .restoreItem,
      .effectBegan, .retry:
      break
    case .next(let input?): writer.write(input)
    case .edit(let field, let input), .setAside(let field, let input):
      writer.write(name: field)
      writer.write(input)
    case .focus(let field): writer.write(name: field)
    case .give(let answers): writer.write(answers) { $0.write($1) }
    case .back(let count): writer.write(signed: count)
    case .backTo(let id): writer.write(name: id)
    case .editItem(let position), .removeItem(let position): writer.write(signed: position)
    case .moveItem(let from, let to):
      writer.write(signed: from)
      writer.write(signed: to)
    case .decide(let decision, let id):
      writer.write(signed: id.serial - request - 1)
      request = id.serial
      if case .deny(let reason?) = decision { writer.write(reason) }
    case .found(let facts): writer.write(facts)
    case .decideFile(let decision):
      writer.write(decision.path)
      writer.write(UInt8((decision.isReplaced ? 1 : 0) | (decision.fingerprint == nil ? 0 : 2)))
      if let fingerprint = decision.fingerprint { writer.write(fixed: fingerprint) }
    case .effectEnded(let result): writer.write(result)
    case .leave(let reason):
      writer.write(UInt8(LeaveReason.allCases.firstIndex(of: reason) ?? 0))
    }
    if kind.hasEffect, let effect = entry.effect { writer.write(effect.value) }
  }

  private func write(_ taken: TakenAnswers, to writer: inout ByteWriter) {
    let kind = taken.kept.isEmpty ? Kind.taking : .takingKept
    writer.write(kind.rawValue)
    writer.write(name: taken.step)
    writer.write(taken.values) { $0.write($1) }
    if kind == .takingKept { writer.write(taken.kept) { $0.write($1) } }
    writer.write(UInt8(taken.agreement == nil ? 0 : 1))
    if let agreement = taken.agreement { writer.write(fixed: agreement) }
  }

  // MARK: Reading

  private func taken(
    _ kind: Kind, from reader: inout ByteReader
  ) throws(SavedWalkError) -> TakenAnswers {
    let step = try reader.name()
    let values = try reader.dictionary { reader throws(SavedWalkError) in try reader.value() }
    var kept: [String: Value] = [:]
    if kind == .takingKept {
      kept = try reader.dictionary { reader throws(SavedWalkError) in try reader.value() }
      guard !kept.isEmpty else { throw reader.damaged("nothing is kept") }
    }
    let flag = try reader.byte()
    guard flag <= 1 else { throw reader.damaged("an agreement is unknown") }
    return TakenAnswers(
      step: step, values: values, kept: kept, agreement: flag == 1 ? try reader.fixed() : nil)
  }

  mutating func event(from reader: inout ByteReader) throws(SavedWalkError) -> LoggedEvent {
    var head = try reader.byte()
    var taken: TakenAnswers?
    if let kind = Kind(rawValue: head), kind == .taking || kind == .takingKept {
      taken = try self.taken(kind, from: &reader)
      head = try reader.byte()
    }
    guard let kind = Kind(rawValue: head & 0x1f), kind != .taking, kind != .takingKept,
      let outcome = LoggedEvent.Outcome((head >> 5) & 3)
    else { throw reader.damaged("an event has no type") }
    let (now, isOver) = try reader.signed().addingReportingOverflow(time)
    guard !isOver else { throw reader.damaged("a time is out of range") }
    let moment = try reader.timestamp(nanoseconds: now)
    time = now
    let change = try reader.signedInt()
    let (depth, isTooDeep) = self.depth.addingReportingOverflow(change)
    guard !isTooDeep, depth >= 0 else { throw reader.damaged("a depth is out of range") }
    self.depth = depth
    var target: String?
    if kind.hasTarget {
      let name = try reader.name()
      target = name.isEmpty ? nil : name
    }
    let event = try content(of: kind, from: &reader)
    return LoggedEvent(
      event: event, now: moment, target: target, depth: depth, outcome: outcome,
      isWithheld: head & 0x80 != 0, effect: kind.hasEffect ? try effect(from: &reader) : nil,
      taken: taken)
  }

  private mutating func content(
    of kind: Kind, from reader: inout ByteReader
  ) throws(SavedWalkError) -> FlowEvent {
    switch kind {
    case .taking, .takingKept: throw reader.damaged("an event has no type")
    case .start: return .start
    case .next: return .next(nil)
    case .nextWithInput: return .next(try reader.input())
    case .edit: return .edit(field: try reader.name(), try reader.input())
    case .focus: return .focus(field: try reader.name())
    case .setAside: return .setAside(field: try reader.name(), try reader.input())
    case .give:
      return .give(try reader.dictionary { reader throws(SavedWalkError) in try reader.input() })
    case .submit: return .submit
    case .confirm: return .confirm
    case .back: return .back(try reader.signedInt())
    case .backTo: return .backTo(try reader.name())
    case .acceptSuggestions: return .acceptSuggestions
    case .addItem: return .addItem
    case .editItem: return .editItem(try reader.signedInt())
    case .removeItem: return .removeItem(try reader.signedInt())
    case .restoreItem: return .restoreItem
    case .moveItem: return .moveItem(from: try reader.signedInt(), to: try reader.signedInt())
    case .approve: return .decide(.approve, on: try requestID(from: &reader))
    case .deny: return .decide(.deny(reason: nil), on: try requestID(from: &reader))
    case .denyWithReason:
      let id = try requestID(from: &reader)
      return .decide(.deny(reason: try reader.text()), on: id)
    case .later: return .decide(.later, on: try requestID(from: &reader))
    case .found: return .found(try reader.facts())
    case .decideFile:
      let path = try reader.text()
      let flags = try reader.byte()
      guard flags <= 3 else { throw reader.damaged("a decision about a file is unknown") }
      return .decideFile(
        FileDecision(
          path: path, fingerprint: flags & 2 == 0 ? nil : try reader.fixed(),
          isReplaced: flags & 1 != 0))
    case .effectBegan, .effectBeganAs: return .effectBegan
    case .effectEnded, .effectEndedAs: return .effectEnded(try reader.result())
    case .retry: return .retry
    case .leave:
      let number = Int(try reader.byte())
      guard LeaveReason.allCases.indices.contains(number) else {
        throw reader.damaged("a reason to leave is unknown")
      }
      return .leave(LeaveReason.allCases[number])
    }
  }

  private func effect(from reader: inout ByteReader) throws(SavedWalkError) -> LoggedEffect {
    let value = try reader.value()
    // An entry that nothing reads, such as a damaged 'undo', must not be lost.
    guard let effect = try? LoggedEffect(value: value), effect.value.bytes == value.bytes else {
      throw reader.damaged("an effect isn't possible")
    }
    return effect
  }

  private mutating func requestID(
    from reader: inout ByteReader
  ) throws(SavedWalkError) -> NavigationRequest.ID {
    let change = try reader.signedInt()
    let (next, isOver) = request.addingReportingOverflow(change)
    let (serial, isTooLarge) = next.addingReportingOverflow(1)
    guard !isOver, !isTooLarge else { throw reader.damaged("a request is out of range") }
    request = serial
    return NavigationRequest.ID(serial: serial)
  }
}

extension EventCoding.Kind {
  init(_ entry: LoggedEvent) {
    self =
      switch entry.event {
      case .start: .start
      case .next(nil): .next
      case .next: .nextWithInput
      case .edit: .edit
      case .focus: .focus
      case .setAside: .setAside
      case .submit: .submit
      case .confirm: .confirm
      case .back: .back
      case .backTo: .backTo
      case .acceptSuggestions: .acceptSuggestions
      case .addItem: .addItem
      case .editItem: .editItem
      case .removeItem: .removeItem
      case .restoreItem: .restoreItem
      case .moveItem: .moveItem
      case .decide(.approve, _): .approve
      case .decide(.deny(nil), _): .deny
      case .decide(.deny, _): .denyWithReason
      case .decide(.later, _): .later
      case .found: .found
      case .effectBegan: entry.effect == nil ? .effectBegan : .effectBeganAs
      case .effectEnded: entry.effect == nil ? .effectEnded : .effectEndedAs
      case .retry: .retry
      case .leave: .leave
      case .give: .give
      case .decideFile: .decideFile
      }
  }

  /// Whether the event doesn't name what it's about.
  var hasTarget: Bool {
    switch self {
    case .next, .nextWithInput, .submit, .confirm, .acceptSuggestions, .addItem, .editItem,
      .removeItem, .restoreItem, .moveItem, .effectBegan, .effectEnded, .retry, .effectBeganAs,
      .effectEndedAs,
      .decideFile:
      true
    case .start, .taking, .takingKept, .edit, .focus, .setAside, .back, .backTo, .approve, .deny,
      .denyWithReason, .later,
      .found, .leave, .give:
      false
    }
  }
}

extension EventCoding.Kind {
  /// Whether what's known about the effect follows.
  var hasEffect: Bool { self == .effectBeganAs || self == .effectEndedAs }
}

extension LoggedEvent.Outcome {
  var number: UInt8 {
    switch self {
    case .handled: 0
    case .refused: 1
    case .wentBack: 2
    }
  }

  init?(_ number: UInt8) {
    switch number {
    case 0: self = .handled
    case 1: self = .refused
    case 2: self = .wentBack
    default: return nil
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
