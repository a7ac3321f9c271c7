// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import Localization

/// Reads the capture of a `run` from its result.
struct CaptureReading: Error {
  /// The reason why the result doesn't fit, as the end of a sentence that begins with the command.
  let message: String

  /// Returns the captured value of a command's result.
  static func value(
    of result: CommandResult, as capture: CaptureDefinition, _ catalog: MessageCatalog
  ) throws(CaptureReading) -> Value {
    if capture.kind == .status { return .int(Int64(result.status)) }
    guard let text = String(validating: result.output, as: UTF8.self) else {
      throw CaptureReading(message: catalog.text(.outputNotUTF8))
    }
    switch capture.kind {
    case .text, .status: return .string(text.withoutFinalBreaks)
    case .lines:
      // A line break at the end doesn't begin another line.
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let kept = text.last?.isNewline == true || text.isEmpty ? lines.dropLast() : lines[...]
      return .list(kept.map { .string(String($0)) })
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
