// SPDX-License-Identifier: Apache-2.0

extension FlowSession {
  /// How far the session is.
  public struct Progress: Hashable, Sendable {
    /// The 1-based number of the current step among the visible steps.
    ///
    /// A list of records counts as one step, including all steps of its items.
    public let step: Int

    /// An estimate of the number of steps still to be shown: those that no condition is known to
    /// skip, and that no answer given in advance or default passes.
    ///
    /// Steps after a stop don't count.
    public let remaining: Int

    /// Creates a progress value.
    public init(step: Int, remaining: Int) {
      self.step = step
      self.remaining = remaining
    }
  }
}
