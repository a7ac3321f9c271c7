// SPDX-License-Identifier: Apache-2.0

extension FlowSession {
  /// A question that must be answered before the flow can end.
  public struct MissingAnswer: Hashable, Sendable {
    /// The id.
    public let id: String

    /// The name in data, for giving it in advance.
    public internal(set) var dataName = ""

    /// The question.
    public let label: String

    /// The condition under which it will be asked, or nil if it certainly will.
    public let condition: String?

    /// The kind of input that's needed.
    public let need: Need

    /// The default, if it's refused; nil if it isn't, or if that isn't known yet.
    public var refusedDefault: RefusedDefault?

    /// The kind of input that a missing answer needs.
    public enum Need: Hashable, Sendable {
      /// An answer.
      case answer

      /// An answer, which has a default.
      case answerOrDefault

      /// An optional answer.
      case answerOrNothing

      /// A yes.
      case yes

      /// A user who reviews the answers.
      case review
    }
  }
}
