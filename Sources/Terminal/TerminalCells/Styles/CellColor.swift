// SPDX-License-Identifier: Apache-2.0

/// The color depth of a terminal.
public enum ColorDepth: Int, Comparable, Hashable, Sendable {
  /// No colors and no attributes (`NO_COLOR`, `TERM=dumb`).
  case none

  /// The sixteen named colors.
  case ansi16

  /// The 256 colors of xterm's palette.
  case indexed256

  /// Red, green and blue of 8 bits each.
  case truecolor

  /// Whether one shows fewer colors than the other.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The sixteen named colors of a terminal, whose appearance the user chooses.
public enum NamedColor: UInt8, CaseIterable, Hashable, Sendable {
  /// A dark color.
  case black
  case red, green, yellow, blue, magenta, cyan, white

  /// A bright color; bright black is a dark gray.
  case brightBlack
  case brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}

/// A color of a cell's foreground or background.
public enum CellColor: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard

  /// One of the sixteen named colors.
  case named(NamedColor)

  /// One of the 256 colors of xterm's palette; the first sixteen are the named ones.
  case indexed(UInt8)

  /// Red, green and blue.
  case rgb(RGBColor)

  /// Red, green and blue of 8 bits each.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> CellColor {
    .rgb(RGBColor(red, green, blue))
  }

  /// This color as red, green and blue, in xterm's palette.
  ///
  /// - Parameter standard: The assumed default color of the terminal.
  /// - Returns: The channels.
  package func components(standard: RGBColor) -> RGBColor {
    switch self {
    case .standard: standard
    case .named(let color): RGBColor(paletteIndex: color.rawValue)
    case .indexed(let index): RGBColor(paletteIndex: index)
    case .rgb(let color): color
    }
  }

  /// The nearest color that a terminal of a depth shows.
  public func reduced(to depth: ColorDepth) -> CellColor {
    switch (self, depth) {
    case (_, .none): .standard
    case (.rgb(let color), .indexed256): .indexed(color.nearestPaletteIndex)
    case (.rgb(let color), .ansi16): .named(color.nearestNamed)
    case (.indexed(let index), .ansi16):
      .named(NamedColor(rawValue: index) ?? RGBColor(paletteIndex: index).nearestNamed)
    default: self
    }
  }
}

/// Red, green and blue of 8 bits each.
public struct RGBColor: Hashable, Sendable {
  /// The channels, 0 to 255.
  public var red, green, blue: UInt8

  /// Creates a color from its channels.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Black.
  public static let black = RGBColor(0, 0, 0)

  /// Whether it is nearer to white than to black, by its brightness for the eye.
  var isLight: Bool {
    299 * Int(red) + 587 * Int(green) + 114 * Int(blue) >= 127_500
  }

  /// `self · alpha + other · (1 − alpha)` in each channel, rounded; alpha is clamped to `0...1`.
  package func blended(with other: RGBColor, alpha: Double) -> RGBColor {
    let alpha = alpha > 0 ? min(alpha, 1) : 0
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) * alpha + Double(b) * (1 - alpha)).rounded())
    }
    return RGBColor(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }

  /// A color of xterm's palette of 256.
  public init(paletteIndex index: UInt8) {
    switch index {
    case 0..<16: self = Self.named[Int(index)]
    case 232...:
      let level = 8 + 10 * (index - 232)
      self.init(level, level, level)
    default:
      let cube = index - 16
      self.init(
        Self.levels[Int(cube / 36)], Self.levels[Int(cube / 6 % 6)], Self.levels[Int(cube % 6)])
    }
  }

  /// The nearest color of xterm's palette, of the cube or the grays but not of the first sixteen,
  /// whose appearance is unknown.
  var nearestPaletteIndex: UInt8 {
    func step(_ channel: UInt8) -> UInt8 {
      channel < 48 ? 0 : channel < 115 ? 1 : (channel - 35) / 40
    }
    let cube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
    let mean = (Int(red) + Int(green) + Int(blue)) / 3
    let gray = UInt8(232 + min(max(0, (mean - 3) / 10), 23))
    let distanceToCube = distance(to: RGBColor(paletteIndex: cube))
    return distance(to: RGBColor(paletteIndex: gray)) < distanceToCube ? gray : cube
  }

  /// The nearest of the sixteen named colors as xterm shows them; of equally near ones the first.
  var nearestNamed: NamedColor {
    var best = NamedColor.black
    for candidate in NamedColor.allCases
    where distance(to: Self.named[Int(candidate.rawValue)])
      < distance(to: Self.named[Int(best.rawValue)])
    {
      best = candidate
    }
    return best
  }

  private func distance(to other: RGBColor) -> Int {
    let r = Int(red) - Int(other.red)
    let g = Int(green) - Int(other.green)
    let b = Int(blue) - Int(other.blue)
    return r * r + g * g + b * b
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static let named: [RGBColor] = [
    RGBColor(0, 0, 0), RGBColor(205, 0, 0), RGBColor(0, 205, 0), RGBColor(205, 205, 0),
    RGBColor(0, 0, 238), RGBColor(205, 0, 205), RGBColor(0, 205, 205), RGBColor(229, 229, 229),
    RGBColor(127, 127, 127), RGBColor(255, 0, 0), RGBColor(0, 255, 0), RGBColor(255, 255, 0),
    RGBColor(92, 92, 255), RGBColor(255, 0, 255), RGBColor(0, 255, 255), RGBColor(255, 255, 255),
  ]
}
