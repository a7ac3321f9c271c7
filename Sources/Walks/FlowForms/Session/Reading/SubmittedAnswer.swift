// SPDX-License-Identifier: Apache-2.0

public import FlowExpressions

extension FlowSession {
  /// A submitted answer.
  public struct Answer: Sendable, Hashable {
    /// The id of the field.
    public let id: String

    /// The answer.
    public let value: Value

    /// The origin of the answer.
    public let origin: AnswerOrigin
  }
}
