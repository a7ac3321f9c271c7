// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowForms
public import Localization

/// The reason why a saved walk can't be restored.
public enum SavedWalkError: Error, Hashable, Sendable {
  /// The walk belongs to a flow with another id.
  case otherFlow(saved: String, given: String)

  /// The rules of the walk's time zone weren't given.
  case zoneNeeded(String)

  /// The flow's inputs don't take the saved values, or a secret one is missing.
  case input(InputError)

  /// The bytes or the text aren't a saved walk.
  case damaged(offset: Int, reason: String)

  /// A later version of this library wrote the walk.
  case laterFormat(Int)

  /// The message for users.
  public var message: String {
    switch self {
    case .otherFlow(let saved, let given):
      "the saved walk belongs to the flow '\(saved)', not to '\(given)'"
    case .zoneNeeded(let zone): "the rules of the time zone '\(zone)' are needed"
    case .input(let error): error.message
    case .damaged(let offset, let reason): "the saved walk is damaged at byte \(offset): \(reason)"
    case .laterFormat(let version):
      "the saved walk has the format \(version), but this version reads formats up to "
        + "\(SavedWalk.formatVersion)"
    }
  }
}

extension SavedWalk {
  /// Returns the session of this walk.
  ///
  /// If the flow has changed, or a secret was left out, the session stops where an event doesn't
  /// lead to what it led to; what follows waits for its questions. See
  /// `FlowSession.restoring(_:flow:version:inputs:options:)`. If the flow is the one that saved the
  /// walk, and only answers that weren't given before move it, no difference is noticed.
  ///
  /// - Parameters:
  ///   - flow: The flow, which may be a later version.
  ///   - zone: The rules of the time zone ``SavedOptions/zone``; not needed for UTC.
  ///   - answers: Answers given in advance, in addition to the saved ones; for example secrets.
  ///   - inputs: Values of inputs that weren't saved because they're secret.
  ///   - catalog: The program's own words, or nil for those of the flow's language.
  /// - Returns: The session, and what was noticed.
  /// - Throws: ``SavedWalkError`` if the walk doesn't belong to the flow.
  /// - Complexity: The same as handling each event.
  public func restored(
    in flow: CheckedFlow, zone: ZoneRules? = nil, answers: [String: FieldInput] = [:],
    inputs: [String: Value] = [:], catalog: MessageCatalog? = nil
  ) throws(SavedWalkError) -> RestoredSession {
    guard flowID == flow.definition.id.name else {
      throw .otherFlow(saved: flowID, given: flow.definition.id.name)
    }
    guard let rules = zone ?? (options.zone == ZoneRules.utc.name ? .utc : nil) else {
      throw .zoneNeeded(options.zone)
    }
    var options = options.sessionOptions(zone: rules)
    options.answers.merge(answers) { saved, _ in saved }
    options.catalog = catalog
    let known = Set(flow.inputs.map(\.name))
    let kept = self.inputs.filter { known.contains($0.key) }
    let restored: RestoredSession
    do {
      restored = try FlowSession.restoring(
        events, flow: flow, version: flowVersion, isChanged: !fits(flow),
        inputs: kept.merging(inputs) { saved, _ in saved }, options: options)
    } catch {
      throw .input(error)
    }
    let givesNew =
      options.answers != self.options.answers || inputs.contains { kept[$0.key] == nil }
    return withNamedNotices(restored, isMoved: givesNew && fits(flow))
  }

  /// Returns a restored session whose notices name what they're about.
  ///
  /// A start or a decision has no subject, so the nearest event that has one names the place.
  ///
  /// - Parameters:
  ///   - restored: The session.
  ///   - isMoved: Whether only newly given answers can have moved the walk: the definition is the one
  ///     that saved it, so nothing about it is worth a notice.
  /// - Returns: The same session.
  private func withNamedNotices(_ restored: RestoredSession, isMoved: Bool) -> RestoredSession {
    var restored = restored
    restored.notices = restored.notices.compactMap { notice in
      guard case .differs(let position, nil, let reason) = notice else {
        if case .differs = notice, isMoved { return nil }
        return notice
      }
      if isMoved { return nil }
      let earlier = events.prefix(max(position, 0)).last { $0.subject != nil }
      let later = events.dropFirst(max(position, 0)).first { $0.subject != nil }
      return .differs(
        position: position, subject: earlier?.subject ?? later?.subject ?? flowID, reason: reason)
    }
    return restored
  }
}

extension FlowSession {
  /// Restores a saved walk that fits the flow, or continues one that doesn't as far as it fits.
  ///
  /// - Parameters:
  ///   - walk: The saved walk.
  ///   - flow: The flow.
  ///   - zone: The rules of the time zone ``SavedOptions/zone``; not needed for UTC.
  /// - Throws: ``SavedWalkError`` if the walk doesn't belong to the flow.
  public init(
    restoring walk: SavedWalk, flow: CheckedFlow, zone: ZoneRules? = nil
  ) throws(SavedWalkError) {
    self = try walk.restored(in: flow, zone: zone).session
  }
}
