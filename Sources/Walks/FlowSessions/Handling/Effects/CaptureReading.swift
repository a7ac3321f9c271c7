// SPDX-License-Identifier: Apache-2.0

import FlowEffects
import FlowExpressions
import FlowModel
import Localization
import SourceDiagnostics

/// Reads the capture of a `run` from its result.
struct CaptureReading: Error {
  /// The reason why the result doesn't fit, as the end of a sentence that begins with the command.
  let message: String

  /// Returns the captured value of a command's result.
  static func value(
    of result: CommandResult, as capture: CaptureDefinition, _ catalog: MessageCatalog
  ) throws(CaptureReading) -> Value {
    if capture.kind == .status { return .int(Int64(result.status)) }
    guard let text = String(checking: result.output) else {
      throw CaptureReading(message: catalog.text(.outputNotUTF8))
    }
    switch capture.kind {
    case .text, .status: return .string(text.withoutFinalBreaks)
    case .lines:
      // A line break at the end doesn't begin another line.
      return .list(text.capturedLines)
    case .json:
      let value: Value
      do {
        value = try Value(json: text)
      } catch {
        throw CaptureReading(
          message: catalog.text(.outputNotJSON, ["reason": .text(error.message)]))
      }
      return try fitted(value, as: capture, catalog)
    }
  }

  /// Returns the captured value of an action's result.
  static func value(
    of result: Value, as capture: CaptureDefinition, _ catalog: MessageCatalog
  ) throws(CaptureReading) -> Value {
    switch (capture.kind, result) {
    case (.text, .string), (.status, .int): return result
    case (.lines, .list(let lines)) where lines.allSatisfy(\.isString): return result
    case (.json, _): return try fitted(result, as: capture, catalog)
    default:
      throw CaptureReading(
        message: catalog.text(.resultNotOfKind, ["kind": .text(capture.kind.rawValue)]))
    }
  }

  private static func fitted(
    _ value: Value, as capture: CaptureDefinition, _ catalog: MessageCatalog
  ) throws(CaptureReading) -> Value {
    guard let type = capture.type else { return value }
    if let fitted = type.fitted(value) { return fitted }
    throw CaptureReading(
      message: catalog.text(
        .resultNotOfType, ["type": .text(type.described + type.fault(in: value))]))
  }
}

extension String {
  /// The text without line breaks at its end.
  fileprivate var withoutFinalBreaks: String {
    var text = self[...]
    while text.last?.isNewline == true { text = text.dropLast() }
    return String(text)
  }
}

extension String {
  /// The lines, each of which may be the last one without a line break.
  fileprivate var capturedLines: [Value] {
    let ascii = utf8.withContiguousStorageIfAvailable { $0.lines }
    if let ascii, let ascii { return ascii }
    let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let kept = last?.isNewline == true || isEmpty ? lines.dropLast() : lines[...]
    return kept.map { .string(String($0)) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The lines of ASCII, in one pass; nil for other text, in which line breaks have more bytes.
  fileprivate var lines: [Value]? {
    var lines: [Value] = []
    var start = 0
    var index = 0
    func line(to end: Int) -> Value {
      .string(String(decoding: UnsafeBufferPointer(rebasing: self[start..<end]), as: UTF8.self))
    }
    while index < count {
      let byte = self[index]
      guard byte < 0x80 else { return nil }
      index += 1
      // LF, VT, FF and CR are line breaks, and CR LF is one.
      guard byte >= 0x0A, byte <= 0x0D else { continue }
      lines.append(line(to: index - 1))
      if byte == 0x0D, index < count, self[index] == 0x0A { index += 1 }
      start = index
    }
    if start < count { lines.append(line(to: count)) }
    return lines
  }
}
