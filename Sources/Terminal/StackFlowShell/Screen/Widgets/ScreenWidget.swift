// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
public import FlowModel
public import FlowScreens
public import FlowSessions
public import Localization
public import TerminalCells
public import TerminalIO

/// A type that lets a user answer a field on a screen, such as a list to choose from.
///
/// A widget is a value. It holds what carries no meaning: the row that the pointer is on, the month
/// that is shown. The field is the session's, and the line that is typed is the line editor's; a
/// widget reads both. It draws cells and never writes to a terminal:
///
/// ```swift
/// struct Stars: ScreenWidget {
///   var field: FieldState
///   private var count = 3
///   init(field: FieldState) { self.field = field }
///   mutating func take(_ key: Key, line: EditedLine) -> WidgetUse {
///     switch key.code {
///     case .left: count = max(1, count - 1)
///     case .right: count = min(5, count + 1)
///     case .enter: return .answer(.value(.int(Int64(count))))
///     default: return .ignored
///     }
///     return .used
///   }
///   func draw(on canvas: inout CellCanvas, in context: WidgetContext) {
///     canvas.write(String(repeating: "*", count: count), row: 0, style: context.theme.accent)
///     context.placeCursor(column: 0, row: 0, on: canvas)
///   }
/// }
/// ```
public protocol ScreenWidget: StepWidget {
  /// The field as it is now; the face sets it after each event.
  var field: FieldState { get set }

  /// Creates a widget for a field.
  init(field: FieldState)

  /// The input that is picked by now, which leaving the field keeps.
  ///
  /// Nil where nothing was picked, and where the line is the answer.
  var picked: FieldInput? { get }

  /// Whether the widget has a row above or below the one that the user is at.
  ///
  /// In a form, Up and Down go there, and elsewhere to the field before or after. Alt-Up and Alt-Down
  /// are given to the widget as Up and Down.
  ///
  /// - Parameters:
  ///   - isUp: Whether the row is above.
  ///   - line: The line.
  /// - Returns: Whether there's such a row.
  func hasRow(above isUp: Bool, line: EditedLine) -> Bool
}

extension ScreenWidget {
  /// The line is the answer.
  public var picked: FieldInput? { nil }

  /// No other row.
  public func hasRow(above isUp: Bool, line: EditedLine) -> Bool { false }

  /// Whether Up or Down moves within the widget.
  func hasRows(line: EditedLine) -> Bool {
    hasRow(above: true, line: line) || hasRow(above: false, line: line)
  }
}

/// A type that takes keys and draws itself below the title of a step: a ``ScreenWidget``, or what is
/// shown at a step without a field.
public protocol StepWidget {
  /// Takes a key before the line does.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - line: The line before the key.
  /// - Returns: What the key does.
  mutating func take(_ key: Key, line: EditedLine) -> WidgetUse

  /// Takes the line after it has changed.
  mutating func lineChanged(_ line: EditedLine)

  /// The text in the line at the beginning; nil for the one that the question offers.
  var initialText: String? { get }

  /// The number of rows at a width in cells; at least 1.
  func rows(columns: Int, in context: WidgetContext) -> Int

  /// The row that must stay in view, from 0.
  func cursorRow(columns: Int, in context: WidgetContext) -> Int

  /// Draws on a canvas of that width and number of rows, and places the cursor.
  func draw(on canvas: inout CellCanvas, in context: WidgetContext)

  /// The hints about the keys, the most important first.
  func hints(in context: WidgetContext) -> [KeyHint]
}

extension StepWidget {
  /// Ignores keys.
  public mutating func take(_ key: Key, line: EditedLine) -> WidgetUse { .ignored }

  /// Does nothing.
  public mutating func lineChanged(_ line: EditedLine) {}

  /// The text that the question offers.
  public var initialText: String? { nil }

  /// One row.
  public func rows(columns: Int, in context: WidgetContext) -> Int { 1 }

  /// The first row.
  public func cursorRow(columns: Int, in context: WidgetContext) -> Int { 0 }

  /// Enter for the next step.
  public func hints(in context: WidgetContext) -> [KeyHint] { [context.next] }
}

/// A widget that needs to know which day it is.
protocol CalendarWidget: ScreenWidget {
  /// The day of the last event, in the session's time zone; the face sets it.
  var today: CalendarDate { get set }
}

/// A widget that shows what is in folders.
protocol FolderWidget: ScreenWidget {
  /// Looks at files; the face sets it, nil where no one does.
  var host: (any PathHost)? { get set }
}

/// The effect of a key in a widget.
public enum WidgetUse: Hashable, Sendable {
  /// The widget doesn't use it; the line takes it.
  case ignored

  /// It was used, and the widget is drawn again.
  case used

  /// The line has this text now, which is edited from now on.
  case text(String)

  /// The line has this text now, which the next typed character replaces.
  case offer(String)

  /// A text is inserted at the cursor.
  case insert(String)

  /// The cursor of the line moves to an offset in the text's UTF-8.
  case move(Int)

  /// The field is answered.
  case answer(FieldInput)

  /// An action is performed, as if its word were typed.
  case action(FaceAction)
}

/// A key with its effect, as the row of hints says it: `enter next`.
public struct KeyHint: Hashable, Sendable {
  /// The key.
  public let key: String

  /// The effect of the key, in a word or two.
  public let effect: String

  /// Creates a hint.
  public init(_ key: String, _ effect: String) {
    self.key = key
    self.effect = effect
  }
}

/// The data that a widget reads when it draws itself.
public struct WidgetContext {
  /// The line that is typed.
  public let line: EditedLine

  /// The theme.
  public var theme: ScreenTheme { themed.theme }

  /// The maximum number of rows of a list.
  public let listRows: Int

  /// Whether the widget takes the keys; otherwise it's only shown.
  public let isFocused: Bool

  /// The words of the program.
  public var catalog: MessageCatalog { themed.catalog }

  /// Enter for the next step.
  public var next: KeyHint { hint("enter", .actNext) }

  /// Returns a hint about a key, in the words of the program.
  public func hint(_ key: String, _ id: MessageID) -> KeyHint { KeyHint(key, catalog.text(id)) }

  /// Whether the line has its prompt; in a form it's before the label.
  var hasPrompt = true

  /// Whether the field's hint is beside the answer; where there's no room for it, it's above.
  var showsHint = true

  /// The text in an empty line; nil for none.
  var placeholder: String?

  /// Whether what belongs together is side by side; otherwise it's one below the other.
  var isWide: Bool { (look?.window.columns ?? 80) >= ScreenLook.wide }

  let look: ScreenLook?
  let window: LineWindowBox?

  /// The theme and the words, which aren't copied for each context.
  private let themed: ScreenLook

  /// Creates a context without a screen, for tests of a widget.
  public init(
    line: EditedLine = EditedLine(prompt: "", text: ""), theme: ScreenTheme = .dark,
    listRows: Int = 8, isFocused: Bool = true, catalog: MessageCatalog = .english
  ) {
    self.line = line
    self.listRows = listRows
    self.isFocused = isFocused
    themed = ScreenLook(theme: theme)
    themed.catalog = catalog
    look = nil
    window = LineWindowBox()
  }

  init(line: EditedLine, look: ScreenLook, window: LineWindowBox, isFocused: Bool = true) {
    self.line = line
    listRows = look.listRows
    self.isFocused = isFocused
    themed = look
    self.look = look
    self.window = window
  }

  /// Places the terminal's cursor on a cell of the canvas: where the next key acts.
  public func placeCursor(column: Int, row: Int, on canvas: CellCanvas) {
    look?.cursor = canvas.gridPosition(of: CellPosition(column: column, row: row))
  }

  /// Notes what a click in cells of a row of the canvas does; in all of them where none are given.
  func noteTarget(
    _ click: RowClick, columns: Range<Int>? = nil, row: Int, on canvas: CellCanvas
  ) {
    look?.note(click, columns ?? 0..<canvas.size.columns, row: row, on: canvas)
  }
}

/// The visible part of a long line, which doesn't move while the cursor stays within it.
final class LineWindowBox {
  var window = LineWindow()
}
