// SPDX-License-Identifier: Apache-2.0

/// A step on the stack of a runner, identified by its id and depth.
///
/// It contains no texts or answers. For the top step, read them from ``FlowRunner/state``; for
/// older steps, use `FlowSession.reviewRows(at:)` with the step's depth.
public struct FlowStep: Hashable, Sendable, Identifiable {
  /// The id, as in `StepState.id`.
  public let id: String

  /// The number of steps below it.
  public let depth: Int

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - depth: The number of steps below it, at least 0.
  public init(id: String, depth: Int) {
    self.id = id
    self.depth = depth
  }
}
