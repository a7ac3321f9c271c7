// SPDX-License-Identifier: Apache-2.0

#if VTerm
import CVTerm
import TerminalCells
import TerminalIO

/// Owns a VTerm, and the data from its callbacks.
final class Emulator {
  private(set) var size: WindowSize
  private(set) var scrollback: [String] = []
  private(set) var isCursorVisible = true
  private(set) var isAlternate = false
  private var replies: [UInt8] = []
  private let terminal: OpaquePointer
  private let screen: OpaquePointer
  private let callbacks: UnsafeMutablePointer<VTermScreenCallbacks>

  init(size: WindowSize) {
    self.size = size
    guard let terminal = vterm_new(Int32(size.rows), Int32(size.columns)),
      let screen = vterm_obtain_screen(terminal)
    else { preconditionFailure("libvterm has no memory left") }
    self.terminal = terminal
    self.screen = screen
    callbacks = .allocate(capacity: 1)
    callbacks.initialize(to: VTermScreenCallbacks())
    vterm_set_utf8(terminal, 1)
    callbacks.pointee.sb_pushline = { count, cells, context in
      Emulator.from(context)?.push(cells, count: count)
      return 1
    }
    callbacks.pointee.settermprop = { property, value, context in
      guard let value else { return 0 }
      let isOn = value.pointee.boolean != 0
      if property == VTERM_PROP_CURSORVISIBLE { Emulator.from(context)?.isCursorVisible = isOn }
      if property == VTERM_PROP_ALTSCREEN { Emulator.from(context)?.isAlternate = isOn }
      return 1
    }
    let context = Unmanaged.passUnretained(self).toOpaque()
    vterm_screen_set_callbacks(screen, callbacks, context)
    vterm_output_set_callback(
      terminal,
      { bytes, count, context in
        guard let bytes else { return }
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        Emulator.from(context)?.replies.append(contentsOf: buffer)
      }, context)
    vterm_screen_enable_altscreen(screen, 1)
    vterm_screen_reset(screen, 1)
  }

  deinit {
    vterm_free(terminal)
    callbacks.deinitialize(count: 1)
    callbacks.deallocate()
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Emulator? {
    context.map { Unmanaged<Emulator>.fromOpaque($0).takeUnretainedValue() }
  }

  func take(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { raw in
      _ = vterm_input_write(
        terminal, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count)
    }
  }

  func resize(to size: WindowSize) {
    self.size = size
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
    // libvterm 0.1 can leave the cursor above the window, and then writes outside its memory.
    let cursor = cursor
    if cursor.row < 0 || cursor.row >= size.rows || cursor.column >= size.columns {
      let row = min(max(0, cursor.row), size.rows - 1)
      let column = min(max(0, cursor.column), size.columns - 1)
      take(Array("\u{1B}[\(row + 1);\(column + 1)H".utf8))
    }
  }

  func takeReplies() -> [UInt8] {
    defer { replies = [] }
    return replies
  }

  var cursor: EmulatedScreen.Position {
    var position = VTermPos()
    vterm_state_get_cursorpos(vterm_obtain_state(terminal), &position)
    return EmulatedScreen.Position(row: Int(position.row), column: Int(position.col))
  }

  /// Whether libvterm sends application sequences for the arrow keys.
  var usesApplicationKeys: Bool {
    let before = replies
    defer { replies = before }
    replies = []
    vterm_keyboard_key(terminal, VTERM_KEY_UP, VTERM_MOD_NONE)
    return replies == Array("\u{1B}OA".utf8)
  }

  var lines: [String] { (0..<size.rows).map(line) }

  /// Returns a row; libvterm puts its cells together, much faster than unoptimized Swift.
  private func line(_ row: Int) -> String {
    let area = VTermRect(
      start_row: Int32(row), end_row: Int32(row + 1), start_col: 0, end_col: Int32(size.columns))
    let count = vterm_screen_get_text(screen, nil, 0, area)
    return String(unsafeUninitializedCapacity: count) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        _ = vterm_screen_get_text(screen, characters.baseAddress, count, area)
      }
      return (buffer.lastIndex { $0 != UInt8(ascii: " ") } ?? -1) + 1
    }
  }

  func cell(at position: EmulatedScreen.Position) -> EmulatedScreen.Cell? {
    guard (0..<size.rows).contains(position.row), (0..<size.columns).contains(position.column),
      let cell = rawCell(row: position.row, column: position.column)
    else { return nil }
    var attributes: CellAttributes = []
    if cell.attrs.bold != 0 { attributes.insert(.bold) }
    if cell.attrs.underline != 0 { attributes.insert(.underline) }
    if cell.attrs.italic != 0 { attributes.insert(.italic) }
    if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
    return EmulatedScreen.Cell(
      text: Self.text(of: cell), width: Int(cell.width), attributes: attributes,
      foreground: color(cell.fg, ownBit: VTERM_COLOR_DEFAULT_FG),
      background: color(cell.bg, ownBit: VTERM_COLOR_DEFAULT_BG))
  }

  private func color(_ color: VTermColor, ownBit: VTermColorType) -> [UInt8]? {
    if UInt32(color.type) & ownBit.rawValue != 0 { return nil }
    var color = color
    vterm_screen_convert_color_to_rgb(screen, &color)
    return [color.rgb.red, color.rgb.green, color.rgb.blue]
  }

  private func rawCell(row: Int, column: Int) -> VTermScreenCell? {
    var cell = VTermScreenCell()
    let position = VTermPos(row: Int32(row), col: Int32(column))
    return vterm_screen_get_cell(screen, position, &cell) != 0 ? cell : nil
  }

  private func push(_ cells: UnsafePointer<VTermScreenCell>?, count: Int32) {
    let buffer = UnsafeBufferPointer(start: cells, count: Int(count))
    scrollback.append(Self.text(Array(buffer)))
  }

  private static func text(_ cells: [VTermScreenCell]) -> String {
    var line = ""
    for cell in cells where cell.chars.0 != UInt32.max {
      let text = text(of: cell)
      line += text.isEmpty ? " " : text
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func text(of cell: VTermScreenCell) -> String {
    guard cell.chars.0 != 0, let first = Unicode.Scalar(cell.chars.0) else { return "" }
    var text = String(first)
    // Nearly every cell has one scalar.
    guard cell.chars.1 != 0 else { return text }
    withUnsafeBytes(of: cell.chars) { raw in
      for value in raw.bindMemory(to: UInt32.self).dropFirst() {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
#endif
