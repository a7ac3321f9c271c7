// SPDX-License-Identifier: Apache-2.0

public import TerminalCells

/// How a screen face looks: its signs and its styles.
///
/// Meaning never depends on a style alone: without colors the signs and the words say the same.
public struct ScreenTheme: Hashable, Sendable {
  /// The signs.
  public var signs: ScreenSigns

  /// The one color of what can be done next: the open node, the pointer, and matched letters.
  public var accent: CellStyle

  /// Titles and questions.
  public var title: CellStyle

  /// Texts.
  public var text: CellStyle

  /// The answer that is being given.
  public var answer: CellStyle

  /// Less important texts: hints, limits, and remarks.
  public var faint: CellStyle

  /// The rail, and the nodes of answered steps.
  public var rail: CellStyle

  /// The questions of answered steps.
  public var answeredLabel: CellStyle

  /// The answers of answered steps.
  public var answeredValue: CellStyle

  /// Problems.
  public var problem: CellStyle

  /// Warnings.
  public var warning: CellStyle

  /// The row of a list that the pointer is on.
  public var selection: CellStyle

  /// A text that typing replaces, and the rest of a suggestion.
  public var offer: CellStyle

  /// Whether it's for light backgrounds, on which pictures of its screens are drawn, too.
  public var isLight = false

  /// Whether the terminal shows styles at all.
  var hasStyles = true

  /// Whether what isn't typed has signs around it, because no style tells it from an answer.
  var marksOffers: Bool { !hasStyles || offer == answer }

  /// Signs of success.
  public var success: CellStyle

  /// The lines between steps.
  public var separator: CellStyle

  /// The title bar of the open step, and its buttons.
  public var bar, barButton: CellStyle

  /// The terminal's background; nil where it isn't known, so that nothing is blended with it.
  public var background: RGBColor?

  /// The terminal's foreground; nil where it isn't known.
  public var foreground: RGBColor?

  /// Where new steps appear.
  public enum Growth: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right
  }

  /// The separation of two steps.
  public enum Separation: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none

    /// An empty row or column.
    case blank

    /// A line.
    case line

    /// A line before the open step, and nothing between answered ones.
    case open
  }

  /// How its steps are arranged.
  public var layout = ScreenLayout()

  /// Creates a theme of the terminal's own sixteen colors.
  ///
  /// - Parameters:
  ///   - accent: The color of what can be done next.
  ///   - faint: What is less important, such as hints; dim by default.
  ///   - signs: The signs.
  public init(
    accent: CellColor = .named(.cyan), faint: CellStyle = .dim, signs: ScreenSigns = .unicode
  ) {
    self.signs = signs
    self.accent = CellStyle(foreground: accent)
    self.faint = faint
    title = CellStyle(attributes: .bold)
    text = .plain
    answer = .plain
    rail = faint
    answeredLabel = faint
    answeredValue = faint
    // As xterm shows it, the other red has a contrast of less than 4.5 to 1 with black.
    problem = CellStyle(foreground: .named(.brightRed))
    warning = CellStyle(foreground: .named(.yellow))
    selection = CellStyle(foreground: accent)
    offer = faint
    success = CellStyle(foreground: .named(.green))
    separator = faint
    bar = CellStyle(attributes: .bold)
    barButton = CellStyle(foreground: accent)
  }
}

/// The signs of a theme; each is at most one cell wide, except the spinner's frames.
public struct ScreenSigns: Hashable, Sendable {
  /// The node of an answered step, and of the open one.
  public var answered, open: String

  /// The rail between nodes, and its end at the hints.
  public var rail, corner: String

  /// The buttons of a title bar: back and next.
  public var before = "‹", after = "›"

  /// The sign before a line that is typed.
  public var prompt: String

  /// The pointer in a list.
  public var pointer: String

  /// The mark of what is chosen, and of what isn't.
  public var chosen, notChosen: String

  /// The mark of what is marked in a list of several, and of what isn't.
  public var marked, notMarked: String

  /// The signs before a problem, a warning, a help text, a reason, and discarded answers.
  public var problem, warning, help, reason, discarded: String

  /// The sign of success.
  public var done: String

  /// A character of a secret.
  public var mask: String

  /// The bar before the lines of a text.
  public var textBar: String

  /// A cell of a slider's bar.
  public var bar: String

  /// The scrollbar: where the view is, and where it isn't.
  public var scrollThumb = "┃", scrollTrack = "│"

  /// The end of a cut text.
  public var ellipsis: String

  /// The sign between hints.
  public var dot: String

  /// The frames of the spinner.
  public var spinner: [String]

  /// The arrow keys, as hints name them.
  public var upDown, leftRight: String

  /// Signs for terminals that show UTF-8.
  public static let unicode = ScreenSigns(
    answered: "●", open: "◆", rail: "│", corner: "╰", prompt: "›", pointer: "❯", chosen: "●",
    notChosen: "○", marked: "◉", notMarked: "◯", problem: "✗", warning: "!", help: "?",
    reason: "i", discarded: "⟲", done: "✔", mask: "•", textBar: "┊", bar: "─", ellipsis: "…",
    dot: "·",
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"], upDown: "↑↓", leftRight: "←→")

  /// Signs of ASCII.
  public static let ascii = ScreenSigns(
    answered: "*", open: "@", rail: "|", corner: "`", before: "<", after: ">", prompt: ">",
    pointer: "=", chosen: "*",
    notChosen: "o", marked: "[x]", notMarked: "[ ]", problem: "x", warning: "!", help: "?",
    reason: "i", discarded: "<", done: "+", mask: "*", textBar: "|", bar: "-", scrollThumb: "#",
    scrollTrack: "|", ellipsis: "~",
    dot: "-",
    spinner: ["|", "/", "-", "\\"], upDown: "up/down", leftRight: "left/right")
}
