// SPDX-License-Identifier: GPL-3.0-or-later

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

  /// Restores a walk, whose secrets come from the environment.
  ///
  /// - Parameters:
  ///   - walk: The walk.
  ///   - id: Its id.
  ///   - flowPath: The path of its flow.
  /// - Throws: ``ProgramEnding`` if the flow can't be read, a secret is missing, or the walk belongs to another flow.
  init(_ walk: SavedWalk, id: String, flowPath: String) throws(ProgramEnding) {
    flow = try FlowLoading.flow(flowPath)
    var walk = walk
    var events: [LoggedEvent] = []
    for event in walk.events {
      // Of a secret that was refused, nothing is known.
      if event.isWithheld, event.outcome == .refused { continue }
      events.append(try Self.withSecret(event))
    }
    walk.events = events
    do throws(SavedWalkError) {
      restored = try walk.restored(in: flow, zone: ProgramZone.rules)
      script = ScriptRecording.script(
        of: restored.session, named: "walk \(id)", secrets: TestRun.secret)
    } catch {
      throw ProgramOutput.fail(.badFile, error.message)
    }
  }

  /// Tells the user what was noticed.
  mutating func tell() { SavedWalkPlace.tell(&restored) }

  /// Returns an event with the text of its secret, which the log leaves out.
  private static func withSecret(_ event: LoggedEvent) throws(ProgramEnding) -> LoggedEvent {
    guard event.isWithheld, let field = event.subject else { return event }
    let known: (String) -> FlowEvent
    switch event.event {
    case .answer: known = { .answer(.text($0)) }
    case .edit(let field, _): known = { .edit(field: field, .text($0)) }
    default: return event
    }
    let name = ScriptRecording.placeholder(of: field)
    guard let text = TestRun.secret(name) else {
      throw ProgramOutput.fail(
        .missingAnswers,
        "the secret '\(field)' isn't saved; give it in the environment as STACKFLOW_SECRET_\(name)"
      )
    }
    return LoggedEvent(
      event: known(text), now: event.now, target: event.target, depth: event.depth,
      outcome: event.outcome, effect: event.effect, taken: event.taken)
  }
}
