// SPDX-License-Identifier: Apache-2.0

import TerminalCells

extension RGBColor {
  /// The query for a terminal's background color (OSC 11).
  static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"

  /// The color in a reply such as `ESC ] 11 ; rgb:1010/1414/1818 ST`; nil in any other reply.
  init?(backgroundReply bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("\u{1B}]11;"), let start = text.firstIndex(of: ":") else { return nil }
    let kind = text[..<start]
    guard kind.hasSuffix("rgb") || kind.hasSuffix("rgba") else { return nil }
    let channels = text[text.index(after: start)...]
      .prefix { $0.isHexDigit || $0 == "/" }.split(separator: "/")
    guard channels.count >= 3 else { return nil }
    // One to four digits a channel; the first two, or the only one twice, are its byte.
    let values = channels.prefix(3).compactMap { channel -> UInt8? in
      guard (1...4).contains(channel.count) else { return nil }
      let digits = channel.count == 1 ? channel + channel : channel.prefix(2)
      return UInt8(digits, radix: 16)
    }
    guard values.count == 3 else { return nil }
    self.init(values[0], values[1], values[2])
  }

  static let white = RGBColor(255, 255, 255)
}

extension ScreenTheme {
  /// Becomes the theme that fits a background, which answered steps then fade to.
  mutating func adapt(to background: RGBColor) {
    let isLight = background.contrast(with: .black) > background.contrast(with: .white)
    let signs = signs
    let layout = layout
    self = isLight ? .light : .dark
    self.signs = signs
    self.layout = layout
    self.background = background
    foreground = isLight ? RGBColor(30, 30, 30) : RGBColor(229, 229, 229)
  }
}
