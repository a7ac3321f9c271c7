// SPDX-License-Identifier: Apache-2.0

import Expectations
import TerminalCells
import Testing

@testable import StackFlowShell

@Suite struct BackgroundReplyTests {
  @Test(arguments: [
    ("\u{1B}]11;rgb:1010/1414/1818\u{1B}\\", RGBColor(0x10, 0x14, 0x18)),
    ("\u{1B}]11;rgb:ff/80/00\u{07}", RGBColor(0xFF, 0x80, 0)),
    ("\u{1B}]11;rgb:f/8/0\u{07}", RGBColor(0xFF, 0x88, 0)),
    ("\u{1B}]11;rgba:0000/ffff/0000/ffff\u{07}", RGBColor(0, 0xFF, 0)),
  ])
  func repliesAreColors(reply: String, color: RGBColor) {
    expectEqual(RGBColor(backgroundReply: Array(reply.utf8)), color)
  }

  @Test(arguments: [
    "", "\u{1B}]10;rgb:1010/1414/1818\u{07}", "\u{1B}]11;?\u{07}", "\u{1B}]11;rgb:10/14\u{07}",
    "\u{1B}]11;rgb:10101/1414/1818\u{07}", "\u{1B}]11;cmyk:1/2/3\u{07}", "\u{1B}[?1;2c",
  ])
  func otherRepliesAreNot(reply: String) {
    #expect(RGBColor(backgroundReply: Array(reply.utf8)) == nil)
  }

  @Test func aLightBackgroundGivesTheLightTheme() {
    var theme = ScreenTheme.dark
    theme.signs = .ascii
    theme.adapt(to: RGBColor(250, 250, 240))
    expectEqual(theme.accent, ScreenTheme.light.accent)
    expectEqual(theme.signs, .ascii)
    theme.adapt(to: RGBColor(16, 20, 24))
    expectEqual(theme.accent, ScreenTheme.dark.accent)
  }
}
