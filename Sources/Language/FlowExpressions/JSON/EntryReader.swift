// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// An error of a ``EntryReader``.
package protocol EntryReaderError: Error {
  /// Creates the error for an entry that's missing, unknown, or wrong.
  ///
  /// - Parameter message: A message that names it: lower case, without a full stop.
  init(entry message: String)
}

/// Reads the entries of a map by name, and refuses those that it doesn't know.
package struct EntryReader<Failure: EntryReaderError> {
  private let map: ValueMap
  private let path: String

  /// The names that were read; nil if entries that it doesn't know aren't refused.
  private var known: [String]?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - map: The entries.
  ///   - path: What comes before their names in messages.
  ///   - refusesUnknown: Whether ``finish()`` refuses entries that weren't read, for which names are noted.
  package init(_ map: ValueMap, path: String = "", refusingUnknown refusesUnknown: Bool = true) {
    self.map = map
    self.path = path
    known = refusesUnknown ? [] : nil
  }

  /// Returns the reader of a map that's in this one.
  package func nested(_ map: ValueMap, _ name: String) -> EntryReader {
    EntryReader(map, path: "\(path)\(name).", refusingUnknown: known != nil)
  }

  /// Returns a value, which can be null; nil if there's none.
  package mutating func value(_ name: String) -> Value? {
    known?.append(name)
    return map[name]
  }

  /// Returns a text; nil if there's none.
  package mutating func text(_ name: String) throws(Failure) -> String? {
    switch value(name) {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw wrong(name, "a text")
    }
  }

  /// Returns a whole number; nil if there's none.
  package mutating func number(_ name: String) throws(Failure) -> Int? {
    switch value(name) {
    case nil, .null?: return nil
    case .int(let number)?: return Int(number)
    default: throw wrong(name, "a whole number")
    }
  }

  /// Returns true or false; false if there's none.
  package mutating func flag(_ name: String) throws(Failure) -> Bool {
    switch value(name) {
    case nil, .null?: return false
    case .bool(let flag)?: return flag
    default: throw wrong(name, "true or false")
    }
  }

  /// Returns an object; nil if there's none.
  package mutating func object(_ name: String) throws(Failure) -> ValueMap? {
    switch value(name) {
    case nil, .null?: return nil
    case .map(let map)?: return map
    default: throw wrong(name, "an object")
    }
  }

  /// Returns a list of texts; an empty one if there's none.
  package mutating func texts(_ name: String) throws(Failure) -> [String] {
    switch value(name) {
    case nil, .null?: return []
    case .list(let list)?:
      var texts: [String] = []
      for element in list {
        guard case .string(let text) = element else { throw wrong(name, "a list of texts") }
        texts.append(text)
      }
      return texts
    default: throw wrong(name, "a list of texts")
    }
  }

  /// Returns the objects of a list, each with its reader, and nil for null; nil if there's no list.
  package mutating func objects(_ name: String) throws(Failure) -> [EntryReader?]? {
    guard case .list(let list)? = value(name) else { return nil }
    var readers: [EntryReader?] = []
    for (index, element) in list.enumerated() {
      switch element {
      case .map(let map): readers.append(nested(map, "\(name)[\(index)]"))
      case .null: readers.append(nil)
      default: throw wrong(name, "a list of objects and nulls")
      }
    }
    return readers
  }

  /// Returns one of some words; nil if there's none.
  package mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(Failure) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw wrong(name, "one of \(type.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Returns bytes, which JSON has in Base64; nil if there are none.
  package mutating func bytes(_ name: String) throws(Failure) -> [UInt8]? {
    if case .bytes(let bytes)? = value(name) { return bytes }
    guard let text = try text(name) else { return nil }
    guard let bytes = Base64.decode(text) else { throw wrong(name, "Base64") }
    return bytes
  }

  /// Returns what must be there: `try reader.needed("path", reader.text("path"))`.
  package func needed<Content>(_ name: String, _ content: Content?) throws(Failure) -> Content {
    guard let content else { throw missing(name) }
    return content
  }

  /// Returns a text that must be there.
  package mutating func needed(_ name: String) throws(Failure) -> String {
    try needed(name, try text(name))
  }

  /// Refuses entries that weren't read.
  package func finish() throws(Failure) {
    guard let known else { return }
    for entry in map {
      guard case .string(let name) = entry.key, !known.contains(name) else { continue }
      let near = NearMiss.nearest(to: name, in: Set(known).sorted()).map {
        "; did you mean '\($0)'?"
      }
      throw Failure(entry: "there's no parameter '\(path)\(name)'\(near ?? "")")
    }
  }

  /// The error for an entry that isn't there.
  package func missing(_ name: String) -> Failure {
    Failure(entry: "the parameter '\(path)\(name)' is missing")
  }

  /// The error for an entry with a wrong value.
  package func wrong(_ name: String, _ needed: String) -> Failure {
    Failure(entry: "'\(path)\(name)' must be \(needed)")
  }
}
