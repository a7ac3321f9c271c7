// SPDX-License-Identifier: Apache-2.0

import FlowExpressions
import FlowModel

/// Reads what's in a saved walk.
typealias WalkReader = EntryReader<SavedWalkError>

extension WalkReader {
  /// Returns a whole number that must be there.
  mutating func int(_ name: String) throws(SavedWalkError) -> Int {
    try needed(name, try number(name))
  }

  /// Returns an input that must be there.
  mutating func input(_ name: String) throws(SavedWalkError) -> FieldInput {
    try FieldInput(try needed(name, value(name)))
  }

  /// Returns the contents of an object by their names; an empty record if there's none.
  mutating func record<Content>(
    _ name: String, _ content: (Value) throws(SavedWalkError) -> Content
  ) throws(SavedWalkError) -> [String: Content] {
    try object(name)?.contents(content) ?? [:]
  }

  /// Returns a fingerprint; nil if there's none.
  mutating func fingerprint(_ name: String) throws(SavedWalkError) -> UInt64? {
    guard let digits = try text(name) else { return nil }
    return try needed(name, UInt64(digits, radix: 16))
  }
}

extension ValueMap {
  /// Returns the contents by their names.
  func contents<Content>(
    _ content: (Value) throws(SavedWalkError) -> Content
  ) throws(SavedWalkError) -> [String: Content] {
    var contents: [String: Content] = [:]
    for entry in self { contents[entry.key.plainText] = try content(entry.value) }
    return contents
  }
}
