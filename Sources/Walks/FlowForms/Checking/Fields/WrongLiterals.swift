// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import SourceDiagnostics

// Locates and explains mistakes in literals.

extension SourcePlace {
  /// Returns the place of a part of the text at this place, if the text is written verbatim;
  /// otherwise this place.
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

extension ChoicesDefinition {
  /// The place of the choices.
  var place: SourcePlace? {
    switch self {
    case .listed(let choices): choices.first?.value.place
    case .computed(let from, _, _, _, _): from.place
    }
  }
}

extension InputType {
  /// Returns what's wrong with a value that doesn't have this type, as the end of a sentence.
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
        return ", but '\(entry.key.plainText)' isn't part of it"
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
