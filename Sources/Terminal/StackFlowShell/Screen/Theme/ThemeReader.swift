// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics
import TerminalCells

/// Reads a theme from names and values, as a theme file gives them.
///
/// `base` names the built-in theme that the others change. A style is a list of words: a color
/// (`cyan`, `bright-blue`, `208`, `#5fafff`, `default`), and any of `bold`, `dim`, `italic`,
/// `underline` and `reverse`:
///
/// ```yaml
/// base: dark
/// accent: "#5fafff bold"
/// problem: red underline
/// background: "#101418"
/// foreground: "#d8dee9"
/// signs: ascii
/// growth: down
/// separation: line 2
/// fading: tint 0.9 0.1 mask 12
/// ```
///
/// A style may also have a background: `bold on blue`.
public struct ThemeReader {
  /// The theme as it is so far.
  public internal(set) var theme: ScreenTheme

  /// Begins with a theme, which `base` replaces.
  public init(_ theme: ScreenTheme = .dark) { self.theme = theme }

  /// The names that a theme file may have.
  static let names =
    [
      "base", "signs", "background", "foreground", "growth", "separation", "fading", "head-padding",
      "follows-width", "transition", "rail", "bar", "step-background",
    ] + styles.map(\.name)

  private static let styles:
    [(name: String, path: any WritableKeyPath<ScreenTheme, CellStyle> & Sendable)] = [
      ("accent", \.accent), ("title", \.title), ("text", \.text), ("answer", \.answer),
      ("faint", \.faint), ("rail", \.rail), ("answered-label", \.answeredLabel),
      ("answered-value", \.answeredValue), ("problem", \.problem), ("warning", \.warning),
      ("selection", \.selection), ("offer", \.offer), ("success", \.success),
      ("separator", \.separator), ("bar-title", \.bar), ("bar-button", \.barButton),
    ]

  /// Takes an entry.
  ///
  /// - Returns: What is wrong with it, as a message without a full stop; nil if nothing is.
  public mutating func take(_ name: String, _ value: String) -> String? {
    switch name {
    case "base":
      guard let base = ScreenTheme.named(value) else {
        return unknown("theme", value, among: ScreenTheme.names)
      }
      theme = base
    case "signs":
      switch value {
      case "unicode": theme.signs = .unicode
      case "ascii": theme.signs = .ascii
      default: return unknown("set of signs", value, among: ["unicode", "ascii"])
      }
    case "background", "foreground":
      guard let color = Self.rgb(value) else {
        return "expected a color such as '#5fafff', not '\(value)'"
      }
      if name == "background" { theme.background = color } else { theme.foreground = color }
    case "rail" where value == "none": theme.layout.hasRail = false
    case "growth", "separation", "fading", "head-padding", "follows-width", "transition", "bar",
      "step-background":
      return takeLayout(name, value)
    default:
      guard let path = Self.styles.first(where: { $0.name == name })?.path else {
        return unknown("entry", name, among: Self.names)
      }
      var style = CellStyle.plain
      var isBackground = false
      for word in value.split(separator: " ").map(String.init) {
        if word == "on", !isBackground {
          isBackground = true
        } else if let attribute = Self.attributes.first(where: { $0.name == word })?.attribute {
          style.attributes.insert(attribute)
        } else if let color = Self.color(word) {
          if isBackground { style.background = color } else { style.foreground = color }
        } else {
          return unknown(
            "color or attribute", word,
            among: Self.attributes.map(\.name) + NamedColor.allCases.map { Self.name(of: $0) })
        }
      }
      theme[keyPath: path] = style
    }
    return nil
  }

  func unknown(_ what: String, _ value: String, among names: [String]) -> String {
    let near = NearMiss.nearest(to: value, in: names)
    let proposal =
      near.map { "did you mean '\($0)'?" } ?? "expected one of \(names.joined(separator: ", "))"
    return "there is no \(what) '\(value)'; \(proposal)"
  }

  private static let attributes: [(name: String, attribute: CellAttributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline),
    ("reverse", .reverse),
  ]

  static func color(_ word: String) -> CellColor? {
    if word == "default" { return .standard }
    if let index = UInt8(word) { return .indexed(index) }
    if let color = rgb(word) { return .rgb(color) }
    return NamedColor.allCases.first { name(of: $0) == word }.map { .named($0) }
  }

  /// The name of a color in a theme file: `bright-blue`.
  private static func name(of color: NamedColor) -> String {
    let name = "\(color)"
    return name.hasPrefix("bright") ? "bright-" + name.dropFirst(6).lowercased() : name
  }

  private static func rgb(_ word: String) -> RGBColor? {
    guard word.utf8.count == 7, word.hasPrefix("#"),
      let number = UInt32(word.dropFirst(), radix: 16)
    else { return nil }
    return RGBColor(
      UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
  }
}
