// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowScreens
package import FlowSessions
import Localization

/// A row above the choices of a list that's none of them; a filter hides it.
package enum ExtraRow: Hashable, Sendable {
  /// Leaves the field empty.
  case none(label: String)

  /// Takes the default, which Enter alone doesn't take.
  case takeDefault(label: String)

  /// The text of the row.
  var label: String {
    switch self {
    case .none(let label), .takeDefault(let label): label
    }
  }

  /// The input that Enter on the row gives.
  var input: FieldInput {
    switch self {
    case .none: .empty
    case .takeDefault: .default
    }
  }
}

extension FieldState {
  /// The rows above the choices of its list.
  package var extraRows: [ExtraRow] { [rowForNone, rowForDefault].compactMap { $0 } }

  /// The row of its list that leaves an optional choice empty.
  var rowForNone: ExtraRow? { type == .choice ? noneLabel.map { .none(label: $0) } : nil }

  /// The row of its list that takes the default, where Enter alone takes another answer.
  var rowForDefault: ExtraRow? {
    Question.Field(self).namedDefault.map { .takeDefault(label: $0) }
  }
}
