// SPDX-License-Identifier: GPL-3.0-or-later

import FlowExploration
import FlowExpressions
import FlowHosts
import FlowModel
import FlowScripts
import FlowSessions
import ProgramParts
import SavedWalks

/// A saved walk as a scripted test.
struct SavedScript {
  let flow: CheckedFlow
  let script: FlowScript

  /// The walk, with what was noticed; nothing if the flow is the one that saved it.
  private(set) var restored: RestoredSession

  /// The texts that stand for secrets, which aren't saved, by the names of their placeholders.
  let standIns: [String: String]

  /// Restores a walk, whose secrets come from the environment, or are texts that their fields accept.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - id: Its id.
  ///   - flowPath: The path of its flow.
  /// - Throws: ``ProgramEnding`` if the flow can't be read, no text is known for a secret, or the walk belongs to
  ///   another flow.
  init(_ walk: SavedWalk, id: String, flowPath: String) throws(ProgramEnding) {
    flow = try FlowLoading.flow(flowPath)
    do throws(SavedWalkError) {
      var standing = StandInSecrets(walk, flow)
      restored = try standing.restored()
      let secret = standing.secret
      standIns = standing.texts
      script = ScriptRecording.script(
        of: restored.session, named: "walk \(id)", secrets: secret)
    } catch {
      throw ProgramOutput.fail(.badFile, error.message)
    }
    for case .secretNeeded(let field) in restored.notices {
      let variable = SystemHost.secretVariable(ScriptRecording.placeholder(of: field))
      throw ProgramOutput.fail(
        .missingAnswers,
        "the secret '\(field)' isn't saved; give it in the environment as \(variable)")
    }
  }

  /// Why the walk may not be as it was though the flow hasn't changed; nil if no secret was invented.
  var doubt: String? {
    guard !standIns.isEmpty else { return nil }
    let variables = standIns.keys.sorted().map(SystemHost.secretVariable).joined(separator: ", ")
    return "what depends on a secret that isn't saved can be another; it's taken from \(variables)"
  }

  /// Tells the user what was noticed.
  mutating func tell() {
    if !isWhole, let doubt { ProgramOutput.message("stackflow: \(doubt)") }
    SavedWalkPlace.tell(&restored)
  }

  /// Whether all that was saved has come to what it came to.
  var isWhole: Bool { restored.notices.isEmpty && restored.session.awaitedReplays.isEmpty }
}

/// The secrets of a saved walk: texts from the environment, or else texts that the fields accept, which stand for them.
private struct StandInSecrets {
  private let walk: SavedWalk
  private let flow: CheckedFlow
  private(set) var texts: [String: String] = [:]

  /// The number of texts that are tried for a secret and follow from its field.
  private static let maximumSamples = 8

  /// Texts that pass usual checks of secrets, such as one for a digit and a capital letter.
  private static let usual = ["Secret-1", "Secret-1 of a walk", "123456", "1234"]

  init(_ walk: SavedWalk, _ flow: CheckedFlow) {
    self.walk = walk
    self.flow = flow
  }

  func secret(_ name: String) -> String? { SystemHost.secret(name) ?? texts[name] }

  /// Returns the walk with secrets; one that no text is known for is still needed.
  ///
  /// - Complexity: That of restoring the walk a dozen times for each secret.
  mutating func restored() throws(SavedWalkError) -> RestoredSession {
    var best = try restoredOnce()
    while case .secretNeeded(let id)? = best.notices.first(where: \.needsSecret) {
      let name = ScriptRecording.placeholder(of: id)
      guard secret(name) == nil, let field = best.session.asked(id) else { break }
      let now = walk.events.last?.now ?? .epoch
      var found: (text: String, restored: RestoredSession)?
      for text in field.sampleTexts.prefix(Self.maximumSamples) + Self.usual
      where best.session.accepts(text, at: id, now: now) {
        texts[name] = text
        let restored = try restoredOnce()
        // A text with which more of the walk is as it was is closer to the secret.
        let (old, new) = (found?.restored.waitingCount ?? .max, restored.waitingCount)
        if new < old { found = (text, restored) }
        if new == 0 { break }
      }
      texts[name] = found?.text
      guard let found else { break }
      best = found.restored
    }
    return best
  }

  private func restoredOnce() throws(SavedWalkError) -> RestoredSession {
    var walk = walk
    walk.events = walk.events.compactMap { event in
      // Of a secret that was refused, nothing is known.
      event.isWithheld && event.outcome == .refused ? nil : withSecret(event)
    }
    return try walk.restored(in: flow, zone: .ofUser)
  }

  /// Returns an event with the text of its secret, which the log leaves out.
  private func withSecret(_ event: LoggedEvent) -> LoggedEvent {
    guard event.isWithheld, let field = event.subject,
      let text = secret(ScriptRecording.placeholder(of: field))
    else { return event }
    let known: FlowEvent
    switch event.event {
    case .answer: known = .answer(.text(text))
    case .edit(let field, _): known = .edit(field: field, .text(text))
    default: return event
    }
    return LoggedEvent(
      event: known, now: event.now, target: event.target, depth: event.depth,
      outcome: event.outcome, effect: event.effect, taken: event.taken)
  }
}

extension RestoredSession {
  /// The number of events that wait for their questions.
  fileprivate var waitingCount: Int { session.awaitedEvents.count }
}

extension RestoredSession.Notice {
  fileprivate var needsSecret: Bool { if case .secretNeeded = self { true } else { false } }
}

extension FlowSession {
  /// Returns the field of the open step with an id; nil if it isn't asked.
  fileprivate func asked(_ id: String) -> FieldState? {
    guard case .asking(let step) = state else { return nil }
    return step.field(id)
  }

  /// Whether a field of the open step takes a text without a warning.
  fileprivate func accepts(_ text: String, at id: String, now: Timestamp) -> Bool {
    guard case .asking(let step) = state else { return false }
    var tried = self
    let input = FieldInput.text(text)
    let said = tried.send(
      step.kind == .form ? .edit(field: id, input) : .answer(input), now: now)
    let isRefused = said.contains { announcement in
      guard case .refused(let problems) = announcement else { return false }
      return problems.contains { $0.field == id }
    }
    return !isRefused && (step.kind != .form || tried.asked(id)?.problems.isEmpty != false)
  }
}
