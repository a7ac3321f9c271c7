// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// What a literal was probably meant to be, and where in it a mistake is.

extension SourcePlace {
  /// The place of a part of a text that stands here, where it is written as it is; else this place.
  func part(_ range: SourceRange, of value: Value) -> SourcePlace {
    guard case .string(let text) = value else { return self }
    let source = String(file[self.range])
    let quote = source == text ? 0 : source == "'\(text)'" || source == "\"\(text)\"" ? 1 : nil
    guard let quote else { return self }
    let start = self.range.lowerBound + quote
    return SourcePlace(
      file, SourceRange(start + range.lowerBound, start + max(range.upperBound, range.lowerBound)))
  }
}

extension LiteralValue {
  /// Whether what is proposed in its place is surely meant: the `1` of a duration `1:30` is an hour or
  /// a minute.
  func meansOneThing(as described: String) -> Bool {
    described != FieldType.duration.described
      || place.file[place.range].filter { $0 == ":" }.count != 1
  }

  /// The literal that was probably meant where another type is needed; nil when nobody can tell.
  func meant(as described: String) -> String? {
    let source = place.file[place.range]
    if let type = FieldType.allCases.first(where: { $0.isTime && $0.described == described }) {
      switch value {
      case .string, .int, .double: return NearTime.text(for: value.sourceText(source), as: type)
      default: return nil
      }
    }
    switch (described, value) {
    case ("a text", .int), ("a text", .double), ("a text", .bool), ("a path", .int),
      ("a path", .double), ("a path", .bool):
      return "\"\(source)\""
    case ("true or false", .string(let text)):
      switch text.lowercased() {
      case "yes", "on", "true": return "true"
      case "no", "off", "false": return "false"
      default: return nil
      }
    case ("a whole number", .string(let text)): return Int64(text).map { "\($0)" }
    case ("a number", .string(let text)):
      return text.first?.isNumber == true && Double(text)?.isFinite == true ? text : nil
    case ("a list of texts", .string): return "[\(source)]"
    default: return nil
    }
  }
}

extension ChoicesDefinition {
  /// Where the choices stand.
  var place: SourcePlace? {
    switch self {
    case .listed(let choices): choices.first?.value.place
    case .computed(let from, _, _, _): from.place
    }
  }
}

extension InputType {
  /// What is wrong with a value that is none of this type, as the end of a sentence.
  func fault(in value: Value, isInside: Bool = false) -> String {
    let found = ", found \(value.describedForPeople)" + (isInside ? " in it" : "")
    switch (self, value) {
    case (.list(let element), .list(let values)):
      return values.first { element.fitted($0) == nil }
        .map { element.fault(in: $0, isInside: true) } ?? found
    case (.map(let type), .map(let map)):
      return map.first { type.fitted($0.value) == nil }
        .map { type.fault(in: $0.value, isInside: true) } ?? found
    case (.record(let parts), .map(let map)):
      for entry in map where !parts.contains(where: { .string($0.name) == entry.key }) {
        return ", but '\(entry.key.plainText)' is no part of it"
      }
      for part in parts {
        guard let value = map[.string(part.name)] else {
          if part.isOptional { continue }
          return ", but '\(part.name)' is missing in it"
        }
        if part.type.fitted(value) == nil { return part.type.fault(in: value, isInside: true) }
      }
      return found
    default: return found
    }
  }
}

extension Value {
  /// The text of a literal without its quotes: its own, or the source of a number.
  fileprivate func sourceText(_ source: Substring) -> String {
    if case .string(let text) = self { text } else { String(source) }
  }
}
