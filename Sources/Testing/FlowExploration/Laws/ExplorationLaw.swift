// SPDX-License-Identifier: Apache-2.0

/// A law that every walk of every flow must obey.
///
/// A law compares an explored walk with something else: what it was before, a walk that's restored from
/// it, or the same walk somewhere else. So the agreement of another driver of sessions is a law, too:
/// it takes the ``ExploredWalk/script(named:keepingOutput:)`` and compares.
package struct ExplorationLaw: Sendable {
  /// Where a law is checked.
  package enum Place: Hashable, Sendable {
    /// After each move.
    case everywhere

    /// After the first moves of each kind at each step, and at the end of a share of the walks.
    ///
    /// It's for laws whose check takes as long as the walk, and that later moves of the kind seldom break.
    case situations

    /// At the end of each walk.
    case end

    /// At the end of a limited number of walks, each with a kind of move at a step that those before it don't have.
    case sampled

    /// At a question at which none of the answers that were tried is accepted.
    case stuck
  }

  /// The name in reports, in kebab case.
  package let name: String

  /// Its words, as a sentence without a full stop.
  package let statement: String

  let place: Place

  /// Returns how a walk breaks the law, with the details in further lines; nil if it doesn't.
  let violation: @Sendable (ExploredWalk) -> String?

  /// Returns the part of the flow that's at fault where a walk breaks the law, so that each such part is a
  /// finding; nil for faults of the engine, of which one is enough.
  let culprit: @Sendable (ExploredWalk) -> String?

  /// Whether it speaks of each move, and not of the end of a walk.
  var holdsAtMoves: Bool { place == .everywhere || place == .situations }

  /// Whether it compares the answers of the walk with those of the walk as a script.
  var comparesScripts: Bool { place == .sampled || name == Self.scriptAgrees.name }

  /// Creates a law.
  init(
    _ name: String, _ statement: String, at place: Place,
    culprit: @escaping @Sendable (ExploredWalk) -> String? = { _ in nil },
    violation: @escaping @Sendable (ExploredWalk) -> String?
  ) {
    self.name = name
    self.statement = statement
    self.place = place
    self.culprit = culprit
    self.violation = violation
  }

  /// The laws of sessions.
  package static let all: [ExplorationLaw] = [
    everyPathEnds, noExpressionFails, refusalsChangeNothing, undoLeavesNoTrace, effectsAreKept,
    effectsAreNotRepeated, replayAgrees, restoringAgrees, nothingAbandonedRemains,
    theWayDoesNotMatter, resultFitsSchema,
    resultReproducesItself, forecastIsAsked, scriptAgrees, serverAgrees,
  ]
}
