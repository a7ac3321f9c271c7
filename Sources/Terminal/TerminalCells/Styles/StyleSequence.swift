// SPDX-License-Identifier: Apache-2.0

extension CellStyle {
  /// The shortest control sequences that turn one style into another, both already reduced to what
  /// the terminal shows.
  func appendTransition(from old: CellStyle, to bytes: inout [UInt8]) {
    if old.link != link {
      bytes += "\u{1b}]8;;".utf8
      if let link { bytes += link.utf8.lazy.flatMap(\.addressBytes) }
      bytes += "\u{1b}\\".utf8
    }
    guard
      old.attributes != attributes || old.foreground != foreground || old.background != background
    else { return }
    let delta = codes(from: old)
    let afresh = codes(from: .plain)
    let codes: String
    if afresh.isEmpty {
      codes = ""
    } else if delta.utf8.count <= afresh.utf8.count + 1 {
      codes = delta
    } else {
      codes = ";" + afresh
    }
    bytes += "\u{1b}[\(codes)m".utf8
  }

  /// The SGR codes that turn one style into another without a reset.
  private func codes(from old: CellStyle) -> String {
    var codes: [String] = []
    var kept = old.attributes
    // Bold and dim have one code that ends both.
    let weight: CellAttributes = [.bold, .dim]
    if !kept.intersection(weight).isSubset(of: attributes) {
      codes.append("22")
      kept.subtract(weight)
    }
    for (attribute, on, off) in Self.attributeCodes {
      if attributes.contains(attribute), !kept.contains(attribute) { codes.append(on) }
      if kept.contains(attribute), !attributes.contains(attribute) { codes.append(off) }
    }
    if foreground != old.foreground { codes.append(foreground.code(base: 30)) }
    if background != old.background { codes.append(background.code(base: 40)) }
    return codes.joined(separator: ";")
  }

  private static let attributeCodes: [(CellAttributes, on: String, off: String)] = [
    (.bold, "1", "22"), (.dim, "2", "22"), (.italic, "3", "23"), (.underline, "4", "24"),
    (.reverse, "7", "27"), (.strikethrough, "9", "29"),
  ]
}

extension CellColor {
  /// The SGR code of this color; the base is 30 for the foreground, 40 for the background.
  fileprivate func code(base: Int) -> String {
    switch self {
    case .standard: "\(base + 9)"
    case .named(let color):
      color.rawValue < 8 ? "\(base + Int(color.rawValue))" : "\(base + 52 + Int(color.rawValue))"
    case .indexed(let index): "\(base + 8);5;\(index)"
    case .rgb(let color): "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    }
  }
}

extension UInt8 {
  /// This byte of an address, in percent notation unless it is printable ASCII.
  fileprivate var addressBytes: [UInt8] {
    if self > 0x20, self < 0x7F { return [self] }
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(self >> 4)], digits[Int(self & 15)]]
  }
}
