// SPDX-License-Identifier: Apache-2.0

/// The color to fade cells to, and how the terminal can show it.
///
/// The rules are those of `Documentation/Contract.md` 2.6.
public struct Fading: Hashable, Sendable {
  /// The color depth of the terminal.
  public var depth: ColorDepth

  /// The color to fade to; nil for the terminal's background.
  public var tint: CellColor?

  /// The assumed foreground of the terminal.
  var standardForeground: RGBColor

  /// The assumed background of the terminal; black if unknown.
  var standardBackground: RGBColor

  /// Creates a fading.
  public init(
    depth: ColorDepth, tint: CellColor? = nil,
    standardForeground: RGBColor = RGBColor(229, 229, 229), standardBackground: RGBColor = .black
  ) {
    self.depth = depth
    self.tint = tint
    self.standardForeground = standardForeground
    self.standardBackground = standardBackground
  }

  /// A style at an opacity; nil if the cell should be blank.
  ///
  /// An opacity of 1 or more changes nothing. Below it: in truecolor the foreground, and a
  /// background that is set, are blended with the tint; with 256 colors the foreground becomes a
  /// gray of the ramp 232…255, `232 + round(23·alpha)` for a dark tint and `255 − round(23·alpha)`
  /// for a light one; with 16 it stays from .75 on, is dim from .35 on, bright black above 0 and
  /// blank at 0; without colors it stays, and text is never blanked.
  public func style(_ style: CellStyle, alpha: Double) -> CellStyle? {
    guard alpha < 1 else { return style }
    let alpha = alpha > 0 ? alpha : 0
    let target = tint?.components(standard: standardBackground) ?? standardBackground
    var result = style
    switch depth {
    case .none: break
    case .truecolor:
      let foreground = style.foreground.components(standard: standardForeground)
      result.foreground = .rgb(foreground.blended(with: target, alpha: alpha))
      if style.background != .standard {
        let background = style.background.components(standard: standardBackground)
        result.background = .rgb(background.blended(with: target, alpha: alpha))
      }
    case .indexed256:
      let level = UInt8((23 * alpha).rounded())
      result.foreground = .indexed(target.isLight ? 255 - level : 232 + level)
    case .ansi16:
      if alpha == 0 { return nil }
      if alpha < 0.35 {
        result.foreground = .named(.brightBlack)
        result.attributes.subtract([.bold, .dim])
      } else if alpha < 0.75 {
        result.attributes.insert(.dim)
      }
    }
    return result
  }
}
