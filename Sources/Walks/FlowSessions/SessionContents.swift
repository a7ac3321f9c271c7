// SPDX-License-Identifier: Apache-2.0

package import FlowEffects
import FlowExpressions
import FlowModel
package import HashTreeCollections
import StackFlowCore

extension FlowSession {
  /// The stored properties of a session.
  ///
  /// Each has an accessor below. Dynamic member lookup would be shorter, and is as fast with optimization; without, it
  /// takes 1,030 instructions at each access instead of 470, and tests make many.
  struct Contents: Sendable {
    /// The parts that never change.
    let setup: SessionSetup

    /// The steps.
    ///
    /// Only pushes and pops change it.
    var stack = StepStack<StepEntry>()

    var phase = Phase.idle

    /// The last input of each question, by the ids of fields and lists.
    ///
    /// Of a list, it's what was entered in its records. A field that was left empty on purpose has null.
    /// It's offered wherever it fits, and waits where it doesn't. What isn't submitted is beside it; see
    /// `Unfinished.key(_:)`.
    var typed = TreeDictionary<String, Value>()

    /// The answers that were popped, by field, whatever their origin.
    ///
    /// A field that was left empty has null. Their questions are passed when what they offer is accepted at once.
    var answered = TreeDictionary<String, Value>()

    /// The fields whose suggestions of an earlier walk the user has declined in favor of the default.
    var declined = TreeSet<String>()

    /// The answers given in advance: those of the options, and those of each ``FlowEvent/give(_:)``.
    var given: [String: FieldInput]

    /// The fields whose answers given in advance were used.
    var consumed = TreeSet<String>()

    /// The number of times that answers were given.
    var giveCount = 0

    /// The number of times that unfinished input was set aside.
    var asideCount = 0

    /// Whether suggestions are being accepted until a step has none.
    var isAcceptingSuggestions = false

    /// The number of navigation requests so far.
    var requestCount = 0

    /// The events that a replay needs.
    var log = WalkLog()

    /// Events of a saved walk that wait for their questions; nil if there are none.
    var tail: ReplayTail?

    /// The ``eventCount`` from which on events can be appended to what was saved then; 0 for any.
    var tailEnd = 0

    /// The notices of the session's restoring, until they're announced.
    var notices: [RestoredSession.Notice] = []

    /// Whether the pending effect has begun.
    var hasBegunEffect = false

    /// Whether the pending effect may have happened before, so that no one but the user knows.
    var isInDoubt = false

    /// The decisions about files that the pending write would replace, by their paths.
    var fileDecisions = TreeDictionary<String, FileDecision>()

    /// The number of decisions about files so far.
    var fileDecisionCount = 0

    /// The steps whose undo may have happened, because the user was asked and said nothing.
    var doubtfulUndos = TreeSet<String>()

    /// The time of the newest event.
    var now = Timestamp.epoch

    /// The event that's waiting for a fact about a file.
    var lookup: PendingLookup?

    /// The object that's notified of the values of conditions and of submissions.
    var observer: (any SessionObserver)?

    /// The facts and notices of the event that's being handled.
    var handling = EventHandling()
  }

  var handling: EventHandling {
    @inline(__always) _read { yield contents.value.handling }
    @inline(__always) _modify { yield &contents.value.handling }
  }
  var setup: SessionSetup {
    @inline(__always) _read { yield contents.value.setup }
  }
  var stack: StepStack<StepEntry> {
    @inline(__always) _read { yield contents.value.stack }
    @inline(__always) _modify { yield &contents.value.stack }
  }
  var phase: Phase {
    @inline(__always) _read { yield contents.value.phase }
    @inline(__always) _modify { yield &contents.value.phase }
  }
  var typed: TreeDictionary<String, Value> {
    @inline(__always) _read { yield contents.value.typed }
    @inline(__always) _modify { yield &contents.value.typed }
  }
  var answered: TreeDictionary<String, Value> {
    @inline(__always) _read { yield contents.value.answered }
    @inline(__always) _modify { yield &contents.value.answered }
  }
  var declined: TreeSet<String> {
    @inline(__always) _read { yield contents.value.declined }
    @inline(__always) _modify { yield &contents.value.declined }
  }
  var given: [String: FieldInput] {
    @inline(__always) _read { yield contents.value.given }
    @inline(__always) _modify { yield &contents.value.given }
  }
  var consumed: TreeSet<String> {
    @inline(__always) _read { yield contents.value.consumed }
    @inline(__always) _modify { yield &contents.value.consumed }
  }
  var giveCount: Int {
    @inline(__always) _read { yield contents.value.giveCount }
    @inline(__always) _modify { yield &contents.value.giveCount }
  }
  var asideCount: Int {
    @inline(__always) _read { yield contents.value.asideCount }
    @inline(__always) _modify { yield &contents.value.asideCount }
  }
  var isAcceptingSuggestions: Bool {
    @inline(__always) _read { yield contents.value.isAcceptingSuggestions }
    @inline(__always) _modify { yield &contents.value.isAcceptingSuggestions }
  }
  var requestCount: Int {
    @inline(__always) _read { yield contents.value.requestCount }
    @inline(__always) _modify { yield &contents.value.requestCount }
  }
  var log: WalkLog {
    @inline(__always) _read { yield contents.value.log }
    @inline(__always) _modify { yield &contents.value.log }
  }
  var tail: ReplayTail? {
    @inline(__always) _read { yield contents.value.tail }
    @inline(__always) _modify { yield &contents.value.tail }
  }
  package var notices: [RestoredSession.Notice] {
    @inline(__always) _read { yield contents.value.notices }
    @inline(__always) _modify { yield &contents.value.notices }
  }
  var tailEnd: Int {
    @inline(__always) _read { yield contents.value.tailEnd }
    @inline(__always) _modify { yield &contents.value.tailEnd }
  }
  package var hasBegunEffect: Bool {
    @inline(__always) _read { yield contents.value.hasBegunEffect }
    @inline(__always) _modify { yield &contents.value.hasBegunEffect }
  }
  package var isInDoubt: Bool {
    @inline(__always) _read { yield contents.value.isInDoubt }
    @inline(__always) _modify { yield &contents.value.isInDoubt }
  }
  package var fileDecisions: TreeDictionary<String, FileDecision> {
    @inline(__always) _read { yield contents.value.fileDecisions }
    @inline(__always) _modify { yield &contents.value.fileDecisions }
  }
  var fileDecisionCount: Int {
    @inline(__always) _read { yield contents.value.fileDecisionCount }
    @inline(__always) _modify { yield &contents.value.fileDecisionCount }
  }
  var doubtfulUndos: TreeSet<String> {
    @inline(__always) _read { yield contents.value.doubtfulUndos }
    @inline(__always) _modify { yield &contents.value.doubtfulUndos }
  }
  var now: Timestamp {
    @inline(__always) _read { yield contents.value.now }
    @inline(__always) _modify { yield &contents.value.now }
  }
  var lookup: PendingLookup? {
    @inline(__always) _read { yield contents.value.lookup }
    @inline(__always) _modify { yield &contents.value.lookup }
  }
  package var observer: (any SessionObserver)? {
    @inline(__always) _read { yield contents.value.observer }
    @inline(__always) _modify { yield &contents.value.observer }
  }
}
