// SPDX-License-Identifier: Apache-2.0

extension FlowSession {
  /// A condition on the path to a step, and the values that it read.
  public struct Reason: Hashable, Sendable {
    /// The condition, as written in the file.
    public let condition: String

    /// Its 1-based line in the file.
    public let line: Int

    /// Whether it's true, or nil if that isn't known yet.
    public let holds: Bool?

    /// The names that it reads, with their values.
    public let reads: [Reading]

    /// A name and its value.
    public struct Reading: Hashable, Sendable {
      /// The name.
      public let name: String

      /// The value as text, with dots for a secret; nil if there isn't one.
      public let text: String?

      /// The name that the user knows: the label of its question, or else the name.
      public let label: String

      /// The value as the user sees it: the labels of choices, yes or no; nil if there isn't one.
      public let answer: String?
    }
  }

  /// A `stop` before a step.
  ///
  /// If the flow ends there, the step isn't reached.
  public struct EarlierStop: Hashable, Sendable {
    /// The id of the stop.
    public let id: String

    /// Its 1-based line in the file.
    public let line: Int

    /// The conditions for reaching it, except those for reaching the step as well.
    ///
    /// The flow ends there if all of them are true.
    public let reasons: [Reason]

    /// Whether the flow ends there, or nil if that isn't known yet.
    var holds: Bool? {
      if reasons.contains(where: { $0.holds == false }) { return false }
      return reasons.allSatisfy { $0.holds == true } ? true : nil
    }
  }

  /// The reason why a step is asked or skipped.
  public enum Explanation: Hashable, Sendable {
    /// There's no step or field with this id.
    case unknown

    /// It's on the stack, because its conditions are true and the flow didn't end at an earlier
    /// stop.
    case asked([Reason], past: [EarlierStop])

    /// It's skipped, because a condition is false.
    case skipped([Reason])

    /// It isn't reached, because the flow ends before it.
    case ended(EarlierStop)

    /// It hasn't been reached yet. It will be if its conditions are true and the flow doesn't end
    /// at a stop before it.
    case ahead([Reason], past: [EarlierStop])
  }
}
