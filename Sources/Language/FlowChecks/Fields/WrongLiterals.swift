// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel
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
