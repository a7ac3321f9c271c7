// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

/// The separation of two steps (`Documentation/Contract.md` SF-16).
public enum SeparationStyle: Hashable, Sendable {
  /// A line with a thickness in cells.
  case line(thickness: Int, color: CellStyle)

  /// A number of blank rows or columns.
  case padding(size: Int)

  /// Nothing.
  case none

  var thickness: Int {
    switch self {
    case .line(let thickness, _): thickness
    case .padding(let size): size
    case .none: 0
    }
  }
}

/// The appearance of a step around its content.
public struct ItemAppearance: Hashable, Sendable {
  /// The background color of the step; `.standard` for none.
  public var backgroundColor: CellColor

  /// The style of the title bar; nil for the default.
  public var topBar: TopBar?

  /// Creates an appearance.
  public init(backgroundColor: CellColor = .standard, topBar: TopBar? = nil) {
    self.backgroundColor = backgroundColor
    self.topBar = topBar
  }
}

/// The style of the title bar of a step (`Documentation/Contract.md` SF-9).
public struct TopBar: Hashable, Sendable {
  /// A button with a text or an icon.
  public struct Button: Hashable, Sendable {
    let title: String?
    let icon: String?
    let fallback: String

    /// A button with an icon, and a text for terminals that can't show it.
    public init(icon: String, fallback: String) {
      title = nil
      self.icon = icon
      self.fallback = fallback
    }

    /// A button with a text, and an icon for where there's no room for the text.
    ///
    /// - Parameters:
    ///   - title: The text, which is preferred.
    ///   - icon: The icon; nil for the text alone.
    ///   - fallback: The text for terminals that show plain characters only; nil for the title.
    public init(title: String, icon: String? = nil, fallback: String? = nil) {
      self.title = title
      self.icon = icon
      self.fallback = fallback ?? title
    }

    /// The label of the button, and the one for where there's little room.
    func labels(plain: Bool) -> (full: String, short: String) {
      if plain { return (fallback, fallback) }
      return (title ?? icon ?? fallback, icon ?? title ?? fallback)
    }
  }

  /// The color of the bar.
  public var backgroundColor: CellColor

  /// The weight of the title.
  public var titleFont: CellAttributes

  /// The color of the title.
  public var titleTextColor: CellColor

  /// The button for the previous step; nil for none.
  public var popButton: Button?

  /// The button for the next step; nil for none.
  public var pushButton: Button?

  /// The color of the buttons.
  public var buttonColor: CellColor

  /// Creates a bar; the default is white with a dark gray title and blue buttons.
  public init(
    backgroundColor: CellColor = .named(.brightWhite), titleFont: CellAttributes = [],
    titleTextColor: CellColor = .named(.brightBlack),
    popButton: Button? = Button(title: "‹ prev", icon: "‹", fallback: "< prev"),
    pushButton: Button? = Button(title: "next ›", icon: "›", fallback: "next >"),
    buttonColor: CellColor = .named(.blue)
  ) {
    self.backgroundColor = backgroundColor
    self.titleFont = titleFont
    self.titleTextColor = titleTextColor
    self.popButton = popButton
    self.pushButton = pushButton
    self.buttonColor = buttonColor
  }
}

/// The presentation of a step.
public struct StepPresentation {
  /// The content of the step.
  public var content: any RowController

  /// The title; nil for a step without a title bar.
  public var title: String?

  /// The appearance; nil for the default.
  public var appearance: ItemAppearance?

  /// Creates a presentation.
  public init(
    content: any RowController, title: String? = nil, appearance: ItemAppearance? = nil
  ) {
    self.content = content
    self.title = title
    self.appearance = appearance
  }
}
