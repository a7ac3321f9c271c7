// SPDX-License-Identifier: Apache-2.0

public import FlowModel
public import FlowSessions

/// The widgets of a screen face, by the type of a field and by the word `widget:` of a flow file.
///
/// `register(Stars.self, named: "stars")` makes the widget of fields with `widget: stars`, and
/// `register(MyCalendar.self, for: .date)` replaces the built-in widget of dates. ``ScreenWidget`` has
/// an example of a widget.
public struct WidgetRegistry {
  private var byType: [FieldType: any ScreenWidget.Type] = [:]
  private var byName: [String: any ScreenWidget.Type] = [:]

  /// Creates a registry with the built-in widgets.
  public init() {}

  /// Uses a widget for all fields of a type.
  public mutating func register(_ widget: any ScreenWidget.Type, for type: FieldType) {
    byType[type] = widget
  }

  /// Uses a widget for fields whose `widget:` is a name.
  public mutating func register(_ widget: any ScreenWidget.Type, named name: String) {
    byName[name] = widget
  }

  /// Whether the widget of a field isn't one that was registered.
  func isBuiltIn(for field: FieldState) -> Bool {
    byType[field.type] == nil && field.widget.map { byName[$0] == nil } ?? true
  }

  /// Makes the widget of a field.
  public func widget(for field: FieldState) -> any ScreenWidget {
    if let name = field.widget, let type = byName[name] { return type.init(field: field) }
    if let type = byType[field.type] { return type.init(field: field) }
    switch field.widget {
    case "line", "editor":
      return field.type == .text ? TextWidget(field: field) : field.type.line(for: field)
    case "lines" where field.isEditedInLines: return TextWidget(field: field)
    case "menu": return MenuWidget(field: field)
    case "slider": return SliderWidget(field: field)
    case "buttons" where field.hasChoiceButtons:
      return ChoiceButtonsWidget(field: field)
    case "clock" where field.type == .time: return ClockWidget(field: field)
    case "stepper" where field.type == .duration: return DurationWidget(field: field)
    default: break
    }
    return field.type.widget(for: field)
  }
}

extension FieldState {
  /// Whether its choices are side by side, where Up and Down lead to other fields of a form.
  package var hasChoiceButtons: Bool {
    widget == "buttons" && type == .choice && choices.count <= ChoiceButtonsWidget.most
  }
}
