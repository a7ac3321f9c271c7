// SPDX-License-Identifier: Apache-2.0

extension FlowSession {
  /// A row of a review: a question and its answer.
  public struct ReviewRow: Hashable, Sendable {
    /// The id of the field, for going back to it.
    public let id: String

    /// The question; the id as words if the flow gives none.
    public let label: String

    /// The question in a few words; nil if the flow gives none.
    public var short: String?

    /// The answer, formatted for display, with dots for a secret; nil if it was left empty.
    public let text: String?

    /// Whether the answer is a secret, whose text is dots.
    package var isSecret = false

    /// The origin of the answer.
    public let origin: AnswerOrigin

    /// The titled groups, used flows, and forms that contain it, outermost first.
    public var sections: [StepSection] = []

    /// The title of the list of records, or its id as words, if the answer is one of its items; nil for others.
    package var list: String?
  }
}
