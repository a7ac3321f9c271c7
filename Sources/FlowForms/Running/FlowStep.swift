// SPDX-License-Identifier: Apache-2.0

/// A step on the stack of a runner: which one it is, and where.
///
/// It holds no texts and no answers. Read those of the top from ``FlowRunner/state``, and those of
/// older steps with ``FlowSession/reviewRows(at:)`` and the step's depth.
public struct FlowStep: Hashable, Sendable, Identifiable {
  /// The id, as in ``StepState/id``.
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
