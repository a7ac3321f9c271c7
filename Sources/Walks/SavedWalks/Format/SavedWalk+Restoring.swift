// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions
public import FlowModel
public import FlowSessions
public import Localization

/// The reason why a saved walk can't be restored.
public enum SavedWalkError: Error, EntryReaderError, Hashable, Sendable, CustomStringConvertible {
  /// The walk belongs to a flow with another id.
  case otherFlow(saved: String, given: String)

  /// A later version of the flow has saved the walk than the one that was given.
  case laterVersion(flow: String, saved: Int, given: Int)

  /// The rules of the walk's time zone weren't given.
  case zoneNeeded(String)

  /// The flow's inputs don't take the saved values, or a secret one is missing.
  case input(InputError)

  /// The bytes or the text aren't a saved walk.
  case damaged(offset: Int, reason: String)

  /// A later version of this library wrote the walk.
  case laterFormat(Int)

  package init(entry message: String) { self = .damaged(offset: 0, reason: message) }

  /// The message.
  public var description: String { message }

  /// The message for users.
  public var message: String {
    switch self {
    case .otherFlow(let saved, let given):
      "the saved walk belongs to the flow '\(saved)', not to '\(given)'"
    case .laterVersion(let flow, let saved, let given):
      "the walk was saved by version \(saved) of the flow '\(flow)', and this is version \(given); use "
        + "version \(saved) or a later one"
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
  /// lead to what it led to; what follows waits for its questions. In the flow that saved the walk, no
  /// difference is noticed: answers that weren't given before have moved it, or what differed was noticed
  /// before.
  ///
  /// Of several versions of the flow, the walk continues in the one that saved it, else in one with the same number,
  /// else in the highest. A walk of a later version is refused, because answers that only the later one asks for
  /// would be lost.
  ///
  /// - Parameters:
  ///   - flow: The flow, which may be a later version.
  ///   - otherVersions: Other versions of the flow.
  ///   - zone: The rules of the walk's time zone; not needed for UTC.
  ///   - answers: Answers given in advance, in addition to the saved ones; for example secrets.
  ///   - inputs: Values of inputs that weren't saved because they're secret.
  ///   - catalog: The program's own words, or nil for those of the flow's language.
  ///   - allowsDowngrade: Whether a walk of a later version continues all the same, as one of a changed flow.
  /// - Returns: The session, and what was noticed.
  /// - Throws: ``SavedWalkError`` if the walk doesn't belong to the flow.
  /// - Complexity: The same as handling each event.
  public func restored(
    in flow: CheckedFlow, otherVersions: [CheckedFlow] = [], zone: ZoneRules? = nil,
    answers: [String: FieldInput] = [:], inputs: [String: Value] = [:],
    catalog: MessageCatalog? = nil, allowingDowngrade allowsDowngrade: Bool = false
  ) throws(SavedWalkError) -> RestoredSession {
    let flow = self.flow(among: [flow] + otherVersions) ?? flow
    try check(flow, allowingDowngrade: allowsDowngrade)
    guard let rules = zone ?? (options.zone == ZoneRules.utc.name ? .utc : nil) else {
      throw .zoneNeeded(options.zone)
    }
    var options = options.sessionOptions(zone: rules)
    options.catalog = catalog
    let known = Set(flow.inputs.map(\.name))
    let kept = self.inputs.filter { known.contains($0.key) }
    let restored: RestoredSession
    do {
      restored = try FlowSession.restoring(
        events, flow: flow, version: flowVersion, isChanged: !fits(flow),
        inputs: kept.merging(inputs) { saved, _ in saved }, options: options, answers: answers)
    } catch {
      throw .input(error)
    }
    return withNamedNotices(restored, isSameFlow: fits(flow))
  }

  /// Throws if the walk can't go on in a flow.
  package func check(
    _ flow: CheckedFlow, allowingDowngrade allowsDowngrade: Bool = false
  ) throws(SavedWalkError) {
    let (id, version) = (flow.id.name, flow.definition.version)
    guard flowID == id else { throw .otherFlow(saved: flowID, given: id) }
    guard flowVersion <= version || allowsDowngrade else {
      throw .laterVersion(flow: id, saved: flowVersion, given: version)
    }
  }

  /// Returns the flow in which the walk continues; nil if none has its id.
  private func flow(among flows: [CheckedFlow]) -> CheckedFlow? {
    let versions = flows.filter { $0.definition.id.name == flowID }
    return versions.first(where: fits)
      ?? versions.first { $0.definition.version == flowVersion }
      ?? versions.max { $0.definition.version < $1.definition.version }
  }

  /// Returns a restored session whose notices name what they're about.
  ///
  /// A start or a decision has no subject, so the nearest event that has one names the place. Where none has one,
  /// nothing was entered that could fit no longer.
  ///
  /// - Parameters:
  ///   - restored: The session.
  ///   - isSameFlow: Whether the definition is the one that saved the walk, so that no difference is worth a
  ///     notice.
  /// - Returns: The same session.
  private func withNamedNotices(_ restored: RestoredSession, isSameFlow: Bool) -> RestoredSession {
    var restored = restored
    restored.notices = restored.notices.compactMap { notice in
      if case .differs = notice, isSameFlow { return nil }
      guard case .differs(let position, nil, let reason) = notice else { return notice }
      let earlier = events.prefix(max(position, 0)).last { $0.subject != nil }
      let later = events.dropFirst(max(position, 0)).first { $0.subject != nil }
      return (earlier ?? later).map {
        .differs(position: position, subject: $0.subject, reason: reason)
      }
    }
    return restored
  }
}

extension FlowSession {
  /// Restores a saved walk; of one that doesn't fit the flow, the part that fits.
  ///
  /// - Parameters:
  ///   - walk: The saved walk.
  ///   - flow: The flow.
  ///   - zone: The rules of the walk's time zone; not needed for UTC.
  /// - Throws: ``SavedWalkError`` if the walk doesn't belong to the flow.
  public init(
    restoring walk: SavedWalk, flow: CheckedFlow, zone: ZoneRules? = nil
  ) throws(SavedWalkError) {
    self = try walk.restored(in: flow, zone: zone).session
  }
}
