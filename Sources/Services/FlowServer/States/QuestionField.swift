// SPDX-License-Identifier: Apache-2.0

import FlowAnalysis
public import FlowExpressions
public import FlowForms
import FlowScreens

/// A question as a client needs it.
public struct QuestionField: Hashable, Sendable {
  /// The state of the field.
  public let field: FieldState

  /// Creates a question of a field.
  public init(_ field: FieldState) { self.field = field }

  /// The id of the field.
  public var id: String { field.id }

  /// The question; the id as words if the flow gives none.
  public var label: String { StepRows.question(of: field) }

  /// The JSON Schema of its answers: the type, the choices, and the limits that hold now.
  ///
  /// Choices beyond the first hundred aren't in it.
  public var schema: Value { FlowSchema.answer(to: field) }

  /// What's offered; nil if nothing is, or it's a secret.
  public var offer: FieldState.Offer? { field.isSecret ? nil : field.offer }

  /// The default; nil if there is none, or it's a secret.
  public var defaultValue: Value? { field.isSecret ? nil : field.defaultValue }

  /// A part of a list.
  public struct Page<Element: Sendable & Hashable>: Hashable, Sendable {
    /// The number of all elements.
    public let total: Int

    /// The position of the first element of the page.
    public let offset: Int

    /// The elements.
    public let elements: [Element]
  }

  /// The number of choices on a page unless the client says otherwise: 50.
  public static let pageSize = 50

  /// The maximum number of choices on a page: 500.
  public static let maximumPageSize = 500

  /// Returns a part of the choices.
  ///
  /// - Parameters:
  ///   - offset: The position of the first one.
  ///   - limit: The number of choices, at most ``maximumPageSize``.
  ///   - text: Text that the label or the value contains; those that begin with it come first. Nil for
  ///     all choices, in their order.
  /// - Returns: The page; its total counts the choices that contain the text.
  /// - Complexity: O(*n*) in the number of choices if there's a text.
  public func choices(
    from offset: Int = 0, limit: Int = pageSize, having text: String? = nil
  ) -> Page<Choice> {
    let limit = min(max(0, limit), Self.maximumPageSize)
    let offset = max(0, offset)
    guard let text, !text.isEmpty else {
      return Page(
        total: field.choices.count, offset: offset,
        elements: Array(field.choices.dropFirst(offset).prefix(limit)))
    }
    let found = field.choices(having: text)
    return Page(
      total: found.count, offset: offset,
      elements: found.dropFirst(offset).prefix(limit).map { field.choices[$0] })
  }
}

extension WalkQuestion {
  /// The visible fields, in order.
  public var fields: [QuestionField] { step.visibleFields.map { QuestionField($0) } }

  /// Returns a visible field; the focused one without an id.
  public func field(_ id: String? = nil) -> QuestionField? {
    let field = id.map { id in step.visibleFields.first { $0.id == id } } ?? step.focusedField
    return field.map { QuestionField($0) }
  }
}
