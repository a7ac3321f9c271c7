// SPDX-License-Identifier: Apache-2.0

import StackFlowCore
import TerminalCells

extension ScreenTheme {
  /// For dark backgrounds, and for terminals whose background isn't known.
  public static let dark = ScreenTheme()

  /// For light backgrounds.
  public static let light: ScreenTheme = {
    var theme = ScreenTheme(accent: .named(.blue))
    theme.isLight = true
    theme.problem = CellStyle(foreground: .named(.red))
    theme.warning = CellStyle(foreground: .named(.magenta))
    // No green among the sixteen named colors is readable on white.
    theme.success = CellStyle(foreground: .rgb(RGBColor(0, 110, 0)))
    return theme
  }()

  /// Bold and reversed instead of faint.
  public static let highContrast: ScreenTheme = {
    var theme = ScreenTheme(accent: .standard, faint: .plain)
    theme.accent = CellStyle(attributes: .bold)
    theme.selection = CellStyle(attributes: .reverse)
    theme.problem = CellStyle(attributes: [.bold, .underline])
    // Whatever the background is.
    theme.warning = CellStyle(attributes: .bold)
    theme.success = CellStyle(attributes: .bold)
    theme.offer = CellStyle(attributes: .underline)
    return theme
  }()

  /// Neither colors nor attributes.
  public static let plain: ScreenTheme = {
    var theme = ScreenTheme(accent: .standard, faint: .plain)
    theme.title = .plain
    theme.problem = .plain
    theme.warning = .plain
    theme.selection = .plain
    theme.success = .plain
    return theme
  }()

  /// A classic wizard: the open step has a title bar with buttons, and a line before it; older steps fade
  /// with their distance.
  public static let classic: ScreenTheme = {
    // A little lighter than the bright blue of the sixteen named colors, for the contrast with black.
    var theme = ScreenTheme(accent: .rgb(RGBColor(110, 110, 255)))
    theme.layout.separation = .open
    theme.layout.fading = .style(.preset)
    theme.layout.hasRail = false
    theme.layout.hasBar = true
    theme.answeredLabel = .plain
    theme.answeredValue = .plain
    return theme
  }()

  /// The built-in themes by name.
  public static func named(_ name: String) -> ScreenTheme? {
    switch name {
    case "dark": dark
    case "light": light
    case "high-contrast": highContrast
    case "plain": plain
    case "classic": classic
    default: nil
    }
  }

  /// The names of the built-in themes.
  public static let names = ["dark", "light", "high-contrast", "plain", "classic"]
}
