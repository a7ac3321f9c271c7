// SPDX-License-Identifier: Apache-2.0

extension Value {
  /// The value as a user would type it.
  ///
  /// Strings are unchanged, numbers and booleans are as in CEL's `string()`, timestamps are RFC
  /// 3339, durations are ISO 8601, and lists are joined with `, `. Null and an absent optional give
  /// an empty text.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  public var plainText: String {
    switch self {
    case .string(let text): text
    case .list(let values): values.map(\.plainText).joined(separator: ", ")
    case .optional(let value): value?.plainText ?? ""
    case .duration(let span): span.iso8601
    case .null: ""
    case .map: JSONWriter().text(of: self) ?? ""
    default: NumberText.text(of: self) ?? "\(self)"
    }
  }
}
