// SPDX-License-Identifier: Apache-2.0

public import ScrollStackLayout
public import TerminalCells

/// What is between two steps (`Documentation/Contract.md` SF-16).
public enum SeparationStyle: Hashable, Sendable {
  /// A line across the whole cross size, some rows or columns thick.
  case line(thickness: Int, color: CellStyle)

  /// Some blank rows or columns.
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

/// How a step looks besides its content.
public struct ItemAppearance: Hashable, Sendable {
  /// The colour behind the step; `.standard` for none.
  public var backgroundColor: CellColor

  /// The look of the title bar; nil for the preset.
  public var topBar: TopBar?

  /// Creates an appearance.
  public init(backgroundColor: CellColor = .standard, topBar: TopBar? = nil) {
    self.backgroundColor = backgroundColor
    self.topBar = topBar
  }
}

/// How the title bar of a step looks (`Documentation/Contract.md` SF-9).
public struct TopBar: Hashable, Sendable {
  /// The label of a button, a text or an icon.
  public struct Button: Hashable, Sendable {
    let title: String?
    let icon: String?
    let fallback: String

    /// A button of a text.
    public init(title: String) {
      self.title = title
      icon = nil
      fallback = title
    }

    /// A button of an icon, and the text that stands for it where it cannot be shown.
    public init(icon: String, fallback: String) {
      title = nil
      self.icon = icon
      self.fallback = fallback
    }

    /// A button of a text, and the icon that stands for it where there is no room for the text.
    ///
    /// - Parameters:
    ///   - title: the text, which wins.
    ///   - icon: the icon.
    ///   - fallback: the text where only plain characters can be shown; nil for the title.
    public init(title: String, icon: String, fallback: String? = nil) {
      self.title = title
      self.icon = icon
      self.fallback = fallback ?? title
    }

    /// What the button says, and what it says where there is little room.
    func labels(plain: Bool) -> (full: String, short: String) {
      if plain { return (fallback, fallback) }
      return (title ?? icon ?? fallback, icon ?? title ?? fallback)
    }
  }

  /// The colour of the bar.
  public var backgroundColor: CellColor

  /// The weight of the title.
  public var titleFont: CellAttributes

  /// The colour of the title.
  public var titleTextColor: CellColor

  /// The button back; nil for none.
  public var popButton: Button?

  /// The button to the next step; nil for none.
  public var pushButton: Button?

  /// The colour of the buttons.
  public var buttonColor: CellColor

  /// Creates a bar; without arguments the preset: white, a dark grey title, blue buttons.
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

/// How one step is shown.
public struct StepPresentation {
  /// What the step shows and does.
  public var content: any RowController

  /// The title; nil for a step without a title bar.
  public var title: String?

  /// The look; nil for the preset.
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
