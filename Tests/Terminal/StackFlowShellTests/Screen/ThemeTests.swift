// SPDX-License-Identifier: Apache-2.0

import Expectations
import Testing

@testable import StackFlowShell
@testable import TerminalCells

@Suite struct ThemeTests {
  @Test func aThemeFileChangesItsBase() {
    var reader = ThemeReader()
    #expect(reader.take("base", "light") == nil)
    #expect(reader.take("accent", "#5fafff bold") == nil)
    #expect(reader.take("problem", "bright-red underline") == nil)
    #expect(reader.take("faint", "244") == nil)
    #expect(reader.take("title", "default") == nil)
    #expect(reader.take("signs", "ascii") == nil)
    #expect(reader.take("background", "#101418") == nil)
    #expect(reader.take("growth", "up") == nil)
    #expect(reader.take("separation", "line") == nil)
    var expected = ScreenTheme.light
    expected.accent = CellStyle(foreground: .rgb(0x5F, 0xAF, 0xFF), attributes: .bold)
    expected.problem = CellStyle(foreground: .named(.brightRed), attributes: .underline)
    expected.faint = CellStyle(foreground: .indexed(244))
    expected.title = .plain
    expected.signs = .ascii
    expected.background = RGBColor(0x10, 0x14, 0x18)
    expected.layout.growth = .up
    expected.layout.separation = .line
    expectEqual(reader.theme, expected)
  }

  @Test(arguments: [
    ("base", "lihgt", "there is no theme 'lihgt'; did you mean 'light'?"),
    ("acent", "red", "there is no entry 'acent'; did you mean 'accent'?"),
    ("accent", "redd", "there is no color or attribute 'redd'; did you mean 'red'?"),
    ("accent", "#12345", nil as String?),
    ("background", "blue", "expected a color such as '#5fafff', not 'blue'"),
    ("growth", "dwon", "there is no direction 'dwon'; did you mean 'down'?"),
  ])
  func aMistakeSaysWhatIsMeant(name: String, value: String, message: String?) {
    var reader = ThemeReader()
    let found = reader.take(name, value)
    #expect(found != nil)
    if let message { expectEqual(found, message) }
    expectEqual(reader.theme, .dark)
  }

  @Test func fadingKeepsTheContrast() {
    for (foreground, background) in [
      (RGBColor(229, 229, 229), RGBColor.black), (.black, RGBColor(255, 255, 255)),
      (RGBColor(0xD8, 0xDE, 0xE9), RGBColor(0x2E, 0x34, 0x40)),
    ] {
      var theme = ScreenTheme.dark
      theme.foreground = foreground
      theme.background = background
      let fading = StepFading(theme: theme)
      var last = 100.0
      for distance in 1...40 {
        guard case .rgb(let color) = fading.style(.dim, distance: distance).foreground else {
          Issue.record("a known background gives a color")
          return
        }
        let contrast = color.contrast(with: background)
        #expect(contrast >= StepFading.minimumContrast)
        #expect(contrast <= last)
        last = contrast
      }
    }
  }

  /// The styles of a theme by their roles.
  private static func roles(of theme: ScreenTheme) -> [(role: String, style: CellStyle)] {
    Mirror(reflecting: theme).children.compactMap { child in
      (child.value as? CellStyle).map { (child.label ?? "", $0) }
    }
  }

  /// A terminal that shows the named colors as xterm does.
  private static let terminals: [(theme: String, foreground: RGBColor, background: RGBColor)] = [
    ("dark", RGBColor(229, 229, 229), .black),
    ("dark", GridPicture.foreground, GridPicture.background),
    ("light", .black, .white),
    ("classic", RGBColor(229, 229, 229), .black),
    ("classic", GridPicture.foreground, GridPicture.background),
    ("high-contrast", RGBColor(229, 229, 229), .black), ("high-contrast", .black, .white),
    ("plain", RGBColor(229, 229, 229), .black), ("plain", .black, .white),
  ]

  @Test(arguments: terminals)
  func everyRoleKeepsTheContrastOfAText(
    name: String, foreground: RGBColor, background: RGBColor
  ) throws {
    let roles = Self.roles(of: try #require(ScreenTheme.named(name)))
    #expect(roles.count > 15)
    for (role, style) in roles {
      for depth in [ColorDepth.truecolor, .indexed256] {
        var color =
          style.foreground.reduced(to: depth).components(standard: foreground)
        if style.attributes.contains(.dim) {
          color = color.blended(with: background, alpha: GridPicture.dimOpacity)
        }
        // The picture's background is for truecolor only.
        guard depth == .truecolor || background != GridPicture.background else { continue }
        #expect(
          color.contrast(with: background) >= StepFading.minimumContrast,
          "\(role), \(depth): \(color)")
      }
    }
    expectEqual(Set(ScreenTheme.names), Set(Self.terminals.map(\.theme)))
  }

  @Test func contrastIsThatOfWCAG() {
    #expect(abs(RGBColor.black.contrast(with: RGBColor(255, 255, 255)) - 21) < 0.001)
    // The darkest gray that passes 4.5 to 1 on white is #767676.
    #expect(RGBColor(0x76, 0x76, 0x76).contrast(with: RGBColor(255, 255, 255)) >= 4.5)
    #expect(RGBColor(0x77, 0x77, 0x77).contrast(with: RGBColor(255, 255, 255)) < 4.5)
  }
}
