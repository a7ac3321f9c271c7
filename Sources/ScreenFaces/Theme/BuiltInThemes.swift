// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension ScreenTheme {
  /// For dark backgrounds, and for terminals whose background isn't known.
  public static let dark = ScreenTheme()

  /// For light backgrounds.
  public static let light: ScreenTheme = {
    var theme = ScreenTheme(accent: .named(.blue))
    theme.warning = CellStyle(foreground: .named(.magenta))
    return theme
  }()

  /// Bold and reversed instead of faint.
  public static let highContrast: ScreenTheme = {
    var theme = ScreenTheme(accent: .standard, faint: .plain)
    theme.accent = CellStyle(attributes: .bold)
    theme.selection = CellStyle(attributes: .reverse)
    theme.problem = CellStyle(attributes: [.bold, .underline])
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

  /// The blue and white of the steps of a classic wizard.
  public static let classic: ScreenTheme = {
    var theme = ScreenTheme(accent: .named(.brightBlue))
    theme.title = CellStyle(foreground: .named(.brightWhite), attributes: .bold)
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
