// SPDX-License-Identifier: Apache-2.0

import TerminalCells

/// How answered steps fade with their distance from the open one.
///
/// Where the theme knows the terminal's background, their color approaches it as much as the contrast
/// allows: at least 4.5 to 1, as WCAG 2.2 asks for text. Elsewhere the answer just given is plain, and
/// older ones are faint.
struct StepFading {
  /// The style of an answer that doesn't fade.
  private let text: CellStyle

  private let fades: Bool

  /// The colors that answers fade between, and the smallest opacity; nil if the terminal's aren't known.
  private let colors: (foreground: RGBColor, background: RGBColor, least: Double)?

  /// The distance from which on all look the same.
  private let farthest: Int

  /// The minimum contrast of a text.
  static let minimumContrast = 4.5

  init(theme: ScreenTheme) {
    text = theme.text
    fades = theme.layout.fading == .contrast
    if fades, let foreground = theme.foreground, let background = theme.background {
      let least = Self.minimumOpacity(of: foreground, on: background)
      colors = (foreground, background, least)
      farthest = Int(((1 - least) / Self.step).rounded(.up)) + 2
    } else {
      colors = nil
      farthest = fades ? 2 : 1
    }
  }

  /// Returns a number for a distance from the open step; distances with the same number look the same.
  func level(distance: Int) -> Int { min(max(1, distance), farthest) }

  /// The opacity that's lost with each step.
  private static let step = 0.12

  /// The style of a text at a distance from the open step, from 1.
  func style(_ style: CellStyle, distance: Int) -> CellStyle {
    guard fades else { return text }
    guard let (foreground, background, least) = colors else { return distance <= 1 ? text : style }
    let opacity = max(least, 1 - Self.step * Double(max(0, distance - 1)))
    var faded = style
    faded.attributes.subtract(.dim)
    faded.foreground = .rgb(foreground.blended(with: background, alpha: opacity))
    return faded
  }

  /// The smallest opacity, in steps of a hundredth, at which a text keeps its contrast; 1 if it has
  /// none to lose.
  ///
  /// - Parameters:
  ///   - foreground: The color of the text.
  ///   - tint: The color that it fades to; nil for the background.
  ///   - background: The background.
  /// - Returns: The opacity, from 0 to 1.
  static func minimumOpacity(
    of foreground: RGBColor, fadingTo tint: RGBColor? = nil, on background: RGBColor
  ) -> Double {
    var opacity = 1.0
    while opacity > 0.01 {
      let next = opacity - 0.01
      let color = foreground.blended(with: tint ?? background, alpha: next)
      if color.contrast(with: background) < minimumContrast { break }
      opacity = next
    }
    return opacity
  }
}

extension RGBColor {
  /// The contrast with another color, from 1 to 21, by WCAG 2.2.
  func contrast(with other: RGBColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The relative luminance, from 0 to 1.
  private var luminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : Self.power24((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// `base` to the power of 2.4, for bases from 0 to 1: base² · ⁵√base².
  private static func power24(_ base: Double) -> Double {
    let square = base * base
    guard square > 0 else { return 0 }
    // Newton's method for the fifth root.
    var root = 1.0
    for _ in 0..<40 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }
}
