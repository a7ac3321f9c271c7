// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import FlowSessions
import FlowTesting
import StackFlowCore

@testable import SavedWalks

/// A walk with every kind of event, with everything that events can have; no flow leads to it.
enum SampleLog {
  static let walk = SavedWalk(
    flowID: "everything", flowVersion: 7, fingerprint: 0x0123_4567_89AB_CDEF,
    inputs: ["owner": "me", "at": .timestamp(.epoch)],
    options: options, events: events)

  private static var options: SavedOptions {
    var options = SavedOptions()
    options.answers = ["a": .text("x"), "b": .value(true)]
    options.suggestions = ["a": .remembered("y", .given)]
    options.language = "de"
    options.zone = "Europe/Berlin"
    options.takesDefaults = true
    return options
  }

  private static let inputs: [FieldInput] =
    [.empty, .offered, .default, .text("é"), .value([1, .bytes([1])])]
    + AnswerOrigin.allCases.map { .remembered("r", $0) }

  private static let decisions: [FlowDecision] = [
    .approve, .deny(reason: nil), .deny(reason: "no"), .later,
  ]

  private static let plain: [FlowEvent] = [
    .start, .answer(nil), .focus(field: "a"), .give(["a": .text("1"), "B": .offered]), .submit,
    .confirm, .back(steps: 2), .backTo("a"), .acceptSuggestions, .addItem, .editItem(0),
    .removeItem(-1),
    .restoreItem, .moveItem(from: 1, to: 0), .effectBegan, .retry,
    .found(PathFacts("~/x", expanded: nil, kind: .unknown)),
    .decideFile(FileDecision(path: "out/a", fingerprint: nil, isReplaced: false)),
    .decideFile(FileDecision(path: "out/a", fingerprint: .max, isReplaced: true)),
    .decideFile(FileDecision(path: "out/b", fingerprint: 1, isReplaced: false)),
    .decideFile(FileDecision(path: "out/b", fingerprint: nil, isReplaced: true)),
  ]

  private static let taken = [
    TakenAnswers(step: "form"),
    TakenAnswers(step: "form", values: ["b": 2, "a": ["x"]], agreement: 255),
    TakenAnswers(step: "form", values: ["a": 1], kept: ["a": .null, "A": "k"]),
  ]

  private static var events: [LoggedEvent] {
    var all = plain + inputs.map { .answer($0) } + inputs.map { .edit(field: "a", $0) }
    all += inputs.map { .setAside(field: "env[0].a", $0) }
    for (serial, decision) in decisions.enumerated() {
      all.append(.decide(decision, on: NavigationRequest.ID(serial: 3 * serial)))
    }
    all += PathFacts.Kind.allCases.map { .found(PathFacts("p", expanded: "/p", kind: $0)) }
    all += SampleEffects.results.map { .effectEnded($0) } + LeaveReason.allCases.map { .leave($0) }
    var logged = all.enumerated().map { number, event in
      LoggedEvent(
        event: event, now: now(number), target: target(event, number), depth: number % 5,
        outcome: [.handled, .refused, .wentBack][number % 3], isWithheld: number % 7 == 0)
    }
    for (number, taken) in taken.enumerated() {
      logged.append(LoggedEvent(event: .submit, now: now(number), target: "form", taken: taken))
    }
    for (number, request) in SampleEffects.requests.enumerated() {
      let effect = LoggedEffect(
        request: request, undo: number == 0 ? SampleEffects.requests.last : nil,
        isFinal: number % 2 == 0, holdsSecret: number % 3 == 0, undoHoldsSecret: number == 1,
        isWithheld: number == 3)
      logged.append(
        LoggedEvent(event: .effectBegan, now: now(number), target: "made", effect: effect))
    }
    logged.append(
      LoggedEvent(
        event: .effectEnded(.done), now: .epoch, target: "made",
        effect: LoggedEffect(undo: SampleEffects.requests[1])))
    return logged
  }

  private static func now(_ number: Int) -> Timestamp {
    (try? Timestamp(secondsSinceEpoch: 1_700_000_000 - Int64(number * number), nanoseconds: 5))
      ?? .epoch
  }

  /// Returns the subject of an event, of those that don't name it.
  private static func target(_ event: FlowEvent, _ number: Int) -> String? {
    switch event {
    case .answer, .submit, .confirm, .acceptSuggestions, .addItem, .editItem, .removeItem,
      .restoreItem, .moveItem, .effectBegan, .effectEnded, .retry, .decideFile:
      number % 4 == 0 ? nil : "t\(number % 3)"
    default: nil
    }
  }
}
