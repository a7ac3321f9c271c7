// SPDX-License-Identifier: Apache-2.0

public import FlowSessions

/// A row of a step, with an identity that stays while its text changes.
public struct QuestionRow: Hashable, Sendable, Identifiable {
  /// The role of a row in its step.
  public enum Role: String, Hashable, Sendable {
    case title, text, question, field, hint, help, problem, item, answer, effect
  }

  /// The identity of a row in its step.
  public struct ID: Hashable, Sendable {
    /// The role of the row.
    public let role: Role

    /// Its number among the rows of the role.
    public let number: Int
  }

  /// The identity.
  public let id: ID

  /// The content.
  public let row: ScreenRow

  /// The index of the element of the step that it's about; nil if it's about the step.
  public let element: Int?

  /// Creates a row.
  public init(_ role: Role, _ number: Int, _ row: ScreenRow, of element: Int? = nil) {
    id = ID(role: role, number: number)
    self.row = row
    self.element = element
  }

  /// Whether it says why an input was refused, or helps after that.
  public var isRefusal: Bool { id.role == .problem || id.role == .help }
}

extension FlowSession {
  /// The rows of a step below the top: a row for each of its answers, or for what it did.
  ///
  /// A note has none, nor a step that did nothing that lasts.
  ///
  /// - Complexity: O(*n*) in the number of the step's answers.
  public func answerRows(at depth: Int) -> [QuestionRow] {
    reviewRows(at: depth).enumerated().map { QuestionRow(.answer, $0, .answer($1)) }
      + (standingEffect(at: depth).map { [QuestionRow(.effect, 0, .effect($0))] } ?? [])
  }
}
