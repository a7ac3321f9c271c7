// SPDX-License-Identifier: Apache-2.0

extension Value {
  /// The value as a person would type it: strings as they are, numbers and booleans as CEL's
  /// `string()` gives them, timestamps in RFC 3339, durations in ISO 8601, lists joined with `, `;
  /// nothing for null and for an absent optional.
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
