// SPDX-License-Identifier: Apache-2.0

import FlowModel
import FlowSessions

// The widgets and completions of each type of field.
extension FieldType {
  /// Makes the built-in widget of a field of the type.
  func widget(for field: FieldState) -> any ScreenWidget {
    switch self {
    case .choice: ChoiceWidget(field: field)
    case .choices: ChoicesWidget(field: field)
    case .boolean: BooleanWidget(field: field)
    case .secret: SecretWidget(field: field)
    case .integer, .number: NumberWidget(field: field)
    case .text: TextWidget(field: field)
    case .date, .datetime: DateWidget(field: field)
    case .path: PathWidget(field: field)
    case .time: ClockWidget(field: field)
    case .string, .duration, .list, .map: LineWidget(field: field)
    }
  }

  /// Makes a line alone for a field of the type; numbers and secrets keep what their lines do.
  func line(for field: FieldState) -> any ScreenWidget {
    if self == .secret { return SecretWidget(field: field) }
    return isNumber ? NumberWidget(field: field) : LineWidget(field: field)
  }

  /// The kinds of words that Tab completes.
  enum Completed {
    case nothing, picks, lastPick, suggestions, paths
  }

  /// The completions of Tab in a line of the type: one of several choices, the last of those after
  /// commas, a suggested text, or a path.
  var completed: Completed {
    switch kind.family {
    case .choice, .boolean: .picks
    case .choices, .list, .map: .lastPick
    case .text: self == .string ? .suggestions : self == .path ? .paths : .nothing
    case .integer, .number, .time: .nothing
    }
  }
}
