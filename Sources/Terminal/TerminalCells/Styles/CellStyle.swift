// SPDX-License-Identifier: Apache-2.0

/// The attributes of a cell's text.
public struct CellAttributes: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier or brighter (SGR 1).
  public static let bold = CellAttributes(rawValue: 1)

  /// Fainter (SGR 2).
  public static let dim = CellAttributes(rawValue: 2)

  /// Slanted (SGR 3).
  public static let italic = CellAttributes(rawValue: 4)

  /// Underlined (SGR 4).
  public static let underline = CellAttributes(rawValue: 8)

  /// Foreground and background swapped (SGR 7).
  public static let reverse = CellAttributes(rawValue: 16)

  /// Struck through (SGR 9).
  public static let strikethrough = CellAttributes(rawValue: 32)
}

/// The colors, attributes and link of a cell.
public struct CellStyle: Hashable, Sendable {
  /// The color of the text.
  public var foreground: CellColor

  /// The background color.
  public var background: CellColor

  /// The attributes of the text.
  public var attributes: CellAttributes

  /// The address that the text links to (OSC 8), nil for none.
  public var link: String?

  /// Creates a style; without arguments the terminal's own.
  public init(
    foreground: CellColor = .standard, background: CellColor = .standard,
    attributes: CellAttributes = [], link: String? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  /// The terminal's own colors, no attributes, no link.
  public static let plain = CellStyle()

  /// The dim foreground of separators and marks.
  public static let dim = CellStyle(attributes: .dim)

  /// Foreground and background swapped.
  public static let reversed = CellStyle(attributes: .reverse)

  /// This style as a terminal with a color depth shows it.
  ///
  /// Without colors only the link is left.
  public func reduced(to depth: ColorDepth) -> CellStyle {
    switch depth {
    case .truecolor: self
    case .none: CellStyle(link: link)
    case .ansi16, .indexed256:
      CellStyle(
        foreground: foreground.reduced(to: depth), background: background.reduced(to: depth),
        attributes: attributes, link: link)
    }
  }

  /// This style over another: its own colors where they are set, the attributes of both.
  public func over(_ base: CellStyle) -> CellStyle {
    CellStyle(
      foreground: foreground == .standard ? base.foreground : foreground,
      background: background == .standard ? base.background : background,
      attributes: attributes.union(base.attributes), link: link ?? base.link)
  }
}
