// SPDX-License-Identifier: Apache-2.0

import FlowFiles
import SourceDiagnostics
import TerminalCells

// Keys, clicks, resizes, and pictures, which need a screen.
extension ScriptLoading {
  /// Reads the gestures of a command, in the order in which they're written.
  mutating func gestures(_ entries: [YAMLEntry]) -> [ScriptGesture] {
    entries.compactMap { entry in
      let action: ScriptGesture.Action?
      switch entry.key.text {
      case "keys": action = keys(entry.value)
      case "click": action = click(entry.value)
      default: return nil
      }
      return action.map { ScriptGesture($0, at: SourcePlace(file, entry.key.range)) }
    }
  }

  private mutating func keys(_ node: YAMLNode) -> ScriptGesture.Action? {
    guard let text = text(node, "keys") else { return nil }
    if let name = ScriptKeys(text).unknownName {
      let near = NearMiss.nearest(to: name, in: ScriptKeys.names)
      let hint =
        near.map { "; did you mean '<\($0)>'?" }
        ?? "; there are keys such as '<Enter>', '<Tab>', and '<Ctrl-C>'"
      report("unknown-key", "there is no key '<\(name)>'\(hint)", node.range)
      return nil
    }
    return .keys(text)
  }

  private mutating func click(_ node: YAMLNode) -> ScriptGesture.Action? {
    switch node.content {
    case .broken: return nil
    case .scalar(let scalar) where !scalar.text.isEmpty: return .clickText(scalar.text)
    case .list(let items):
      let numbers = items.map { item -> Int? in
        guard case .scalar(let scalar) = item.content else { return nil }
        return Int(scalar.text).flatMap { $0 >= 0 && $0 < 1000 ? $0 : nil }
      }
      if numbers.count == 2, let column = numbers[0], let row = numbers[1] {
        return .click(column: column, row: row)
      }
    default: break
    }
    report(
      "wrong-type", "'click' takes a text on the screen, or a column and a row from 0, as [4, 2]",
      node.range)
    return nil
  }

  /// Reads 'resize', the new size of the window.
  mutating func resize(_ entry: YAMLEntry) -> ScriptCommand? {
    guard case .list(let sizes) = entry.value.content, sizes.count == 2,
      let columns = sizes[0].lengthOfWindow, let rows = sizes[1].lengthOfWindow
    else {
      report("wrong-type", "'resize' takes columns and rows, as [80, 24]", entry.value.range)
      return nil
    }
    let largest = ScreenSetting.largest
    guard columns <= largest.columns, rows <= largest.rows else {
      report(
        "wrong-type", "a window has at most \(largest.columns) columns and \(largest.rows) rows",
        entry.value.range)
      return nil
    }
    return ScriptCommand(
      .resize(CellSize(columns: columns, rows: rows)), at: SourcePlace(file, entry.key.range))
  }

  /// Reads 'screen': a picture for the usual face and size, or a map from settings to pictures, and
  /// 'contains'.
  mutating func screen(_ entry: YAMLEntry, isInline: Bool) -> ScriptCommand? {
    let place = SourcePlace(file, entry.key.range)
    var expected: [ScreenExpectation] = []
    switch entry.value.content {
    case .broken: return nil
    case .list:
      report(
        "wrong-type", "'screen' takes a picture, or a map with 'contains' or sizes such as '80x24'",
        entry.value.range)
      return nil
    case .scalar:
      if let one = picture(entry, for: ScreenSetting(), isInline: isInline) { expected.append(one) }
    case .map(let parts):
      for part in parts {
        if part.key.text == "contains" {
          expected += contents(part)
        } else if let setting = ScreenSetting(part.key.text) {
          let isInline = isInline || entry.value.isFlowStyle
          if let one = picture(part, for: setting, isInline: isInline) { expected.append(one) }
        } else {
          report(
            "unknown-key",
            "'\(part.key.text)' is neither 'contains' nor a face and a size, such as 'full 80x24'",
            part.key.range)
        }
      }
    }
    return ScriptCommand(.screen(expected), at: place)
  }

  private mutating func picture(
    _ entry: YAMLEntry, for setting: ScreenSetting, isInline: Bool
  ) -> ScreenExpectation? {
    guard let text = text(entry.value, entry.key.text) else { return nil }
    var expectation = ScreenExpectation(
      .picture(text), for: setting, at: SourcePlace(file, entry.key.range))
    expectation.slot = slot(of: entry, isInline: isInline)
    return expectation
  }

  private mutating func contents(_ entry: YAMLEntry) -> [ScreenExpectation] {
    let nodes = if case .list(let items) = entry.value.content { items } else { [entry.value] }
    return nodes.compactMap { node in
      text(node, "contains").map {
        ScreenExpectation(.contains($0), at: SourcePlace(file, node.range))
      }
    }
  }

  /// Where another value of an entry is written.
  func slot(of entry: YAMLEntry, isInline: Bool) -> TextSlot? {
    let bytes = file.text.utf8
    var start = entry.key.range.upperBound
    guard start <= bytes.count else { return nil }
    var index = bytes.index(bytes.startIndex, offsetBy: start)
    while index < bytes.endIndex, bytes[index] == UInt8(ascii: " ") {
      index = bytes.index(after: index)
      start += 1
    }
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return nil }
    start += 1
    var end = entry.value.range.upperBound
    var isQuoted = false
    if case .scalar(let scalar) = entry.value.content {
      if scalar.text.isEmpty, scalar.style == .plain { end = start }
      isQuoted = scalar.style == .doubleQuoted || scalar.style == .singleQuoted
    }
    return TextSlot(
      range: SourceRange(start, max(start, end)),
      indentation: file.position(at: entry.key.range.lowerBound).column - 1,
      isInline: isInline || isQuoted || entry.value.isFlowStyle)
  }
}

extension YAMLNode {
  /// The number of columns or rows, at least 1; nil if it's anything else.
  fileprivate var lengthOfWindow: Int? {
    guard case .scalar(let scalar) = content, let length = Int(scalar.text), length > 0 else {
      return nil
    }
    return length
  }
}
