// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// The knowledge and the announcements of a session while it handles an event, which no later event needs.
struct EventHandling: Sendable {
  /// The announcements so far, in order.
  var announcements: [FlowAnnouncement] = []

  /// The facts about files that are known.
  ///
  /// An empty literal isn't specialized for a program that's optimized for size.
  var facts = Dictionary<String, PathFacts>()

  /// The fact that's needed to continue.
  var missingFact: String?

  /// The answers that the submission accepts beside the event's own.
  var taken: TakenAnswers?

  /// The earlier input of the steps that the event leaves by going back, by the ids of fields and lists.
  var left = Dictionary<String, Value>()

  /// Whether the event is about a field that isn't asked, so that it does nothing.
  var isIgnored = false

  /// The answers that fill an item without asking, or nil if the user is asked.
  var filling: ItemFilling?

  /// The secrets that the record of that item leaves out; nil for none.
  var secrets: RecordSecrets?

  /// The ids of the questions and lists of that item that have taken their answers.
  var asked = Set<String>()

  /// Whether a row of a matrix is asked though no answer in it is missing, because the user went there.
  var isAskedAgain = false

  /// The known facts about the steps between the top and a list that's forecast; nil if every name is
  /// known.
  var outlook: KnownAhead?
}

// Handles an event: what waits for it in a restored walk follows.
extension FlowSession {
  /// The session as it is between events, to try something on a copy.
  var unhandled: FlowSession {
    var copy = self
    copy.handling = EventHandling()
    return copy
  }

  /// Announces something to the driver.
  mutating func announce(_ announcement: consuming FlowAnnouncement) {
    if handling.announcements.isEmpty { handling.announcements.reserveCapacity(4) }
    handling.announcements.append(announcement)
  }

  /// Ends the handling of an event.
  ///
  /// - Returns: The announcements, in order.
  mutating func endHandling() -> [FlowAnnouncement] {
    defer { handling = EventHandling() }
    return handling.announcements
  }

  /// Handles an event, apart from logging it.
  mutating func process(_ event: FlowEvent, now: Timestamp) {
    self.now = now
    if case .leave(let reason) = event { leave(reason) }
    process(event)
  }

  /// Handles an event according to the phase.
  mutating func process(_ event: FlowEvent) {
    if case .give(let answers) = event { return give(answers) }
    switch phase {
    case .finished, .settling: break
    case .idle:
      if case .start = event { advance(with: nil) }
    case .asking: processAsking(event)
    case .awaiting(let move, let before): processAwaiting(event, move, before)
    case .performing(let request):
      if case .decideFile(let decision) = event { return decide(decision, of: request) }
      if case .back(steps: let count) = event { return takeBackDecisions(count, of: request) }
      guard let result = endOfEffect(event) else { break }
      effectEnded(result, of: request)
    case .undoing(let request, let goal):
      let wasInDoubt = isInDoubt
      guard let result = endOfEffect(event) else { break }
      undoEnded(result, of: request, goal, wasInDoubt: wasInDoubt)
    case .failed(let failure, _):
      switch event {
      case .retry: retry(failure)
      case .back(steps: let count): requestPop(steps: count)
      case .backTo(let id): requestPop(to: id)
      default: break
      }
    }
  }

  private mutating func processAsking(_ event: FlowEvent) {
    switch event {
    case .back(steps: let count): requestPop(steps: count)
    case .backTo(let id): requestPop(to: id)
    case .acceptSuggestions: acceptSuggestions()
    case .addItem, .editItem, .removeItem, .restoreItem, .moveItem: change(event)
    case .edit(let id, _), .focus(let id):
      if let row = otherRow(of: id) { return requestRow(row, .field(event)) }
      if asks(id, event) { fill(event) } else { handling.isIgnored = true }
    case .answer, .submit, .confirm: fill(event)
    case .setAside(let id, let input): setAside(input, at: id)
    case .start, .give, .decide, .found, .decideFile, .effectBegan, .effectEnded, .retry, .leave:
      break
    }
  }

  /// Whether an event is about a field that the top step asks, or enters what was entered in the top list before.
  private func asks(_ id: String, _ event: FlowEvent) -> Bool {
    guard let step = phase.step else { return false }
    if step.kind == .repeat, step.id == id, case .edit(_, .remembered) = event { return true }
    return step.elements.contains { $0.id == id && $0.isVisible && $0.field != nil }
  }
}
