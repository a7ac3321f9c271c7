// SPDX-License-Identifier: Apache-2.0

/// A law that every walk of every flow must obey.
///
/// A law compares an explored walk with something else: what it was before, a walk that's restored from
/// it, or the same walk somewhere else. So the agreement of another driver of sessions is a law, too:
/// it takes the ``ExploredWalk/script(named:keepingOutput:)`` and compares.
public struct ExplorationLaw: Sendable {
  /// Where a law is checked.
  package enum Place: Hashable, Sendable {
    /// After each move.
    case everywhere

    /// At the end of each walk.
    case end

    /// At a question at which no answer that was tried is accepted.
    case stuck
  }

  /// The name in reports, in kebab case.
  public let name: String

  /// What it says, as a sentence without a full stop.
  public let statement: String

  package let place: Place

  /// Returns how a walk breaks the law; nil if it doesn't.
  package let violation: @Sendable (ExploredWalk) -> String?

  /// Creates a law.
  package init(
    _ name: String, _ statement: String, at place: Place,
    violation: @escaping @Sendable (ExploredWalk) -> String?
  ) {
    self.name = name
    self.statement = statement
    self.place = place
    self.violation = violation
  }

  /// The laws of sessions.
  public static let all: [ExplorationLaw] = [
    everyPathEnds, noExpressionFails, refusalsChangeNothing, undoLeavesNoTrace, effectsAreKept,
    effectsAreNotRepeated, replayAgrees, restoringAgrees, nothingAbandonedRemains, resultFitsSchema,
    resultReproducesItself, forecastIsAsked, scriptAgrees,
  ]
}
