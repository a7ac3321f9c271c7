// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import SourceDiagnostics

/// Reads the parameters of a request by name, and refuses those that it doesn't know.
package struct ParameterReader {
  private let map: ValueMap
  private let path: String
  private var known: Set<String> = []

  package init(_ map: ValueMap, path: String = "") {
    self.map = map
    self.path = path
  }

  /// Returns a value, which can be null; nil if there's none.
  package mutating func value(_ name: String) -> Value? {
    known.insert(name)
    return map[name]
  }

  /// Returns a text; nil if there's none.
  package mutating func text(_ name: String) throws(ServiceError) -> String? {
    switch value(name) {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw wrong(name, "a text")
    }
  }

  /// Returns a text that must be there.
  package mutating func needed(_ name: String) throws(ServiceError) -> String {
    guard let text = try text(name) else { throw missing(name) }
    return text
  }

  /// Returns a whole number; nil if there's none.
  package mutating func number(_ name: String) throws(ServiceError) -> Int? {
    switch value(name) {
    case nil, .null?: return nil
    case .int(let number)?: return Int(number)
    default: throw wrong(name, "a whole number")
    }
  }

  /// Returns true or false; false if there's none.
  package mutating func flag(_ name: String) throws(ServiceError) -> Bool {
    switch value(name) {
    case nil, .null?: return false
    case .bool(let flag)?: return flag
    default: throw wrong(name, "true or false")
    }
  }

  /// Returns an object; nil if there's none.
  package mutating func object(_ name: String) throws(ServiceError) -> ValueMap? {
    switch value(name) {
    case nil, .null?: return nil
    case .map(let map)?: return map
    default: throw wrong(name, "an object")
    }
  }

  /// Returns a list of texts; an empty one if there's none.
  package mutating func texts(_ name: String) throws(ServiceError) -> [String] {
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

  /// Returns one of some words; nil if there's none.
  package mutating func word<Word: RawRepresentable & CaseIterable>(
    _ name: String, as type: Word.Type
  ) throws(ServiceError) -> Word? where Word.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw wrong(name, "one of \(type.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Returns bytes in Base64; nil if there are none.
  package mutating func bytes(_ name: String) throws(ServiceError) -> [UInt8]? {
    guard let text = try text(name) else { return nil }
    guard let bytes = Base64.decode(text) else { throw wrong(name, "Base64") }
    return bytes
  }

  /// Refuses parameters that weren't read.
  package func finish() throws(ServiceError) {
    for entry in map {
      guard case .string(let name) = entry.key, !known.contains(name) else { continue }
      let near = NearMiss.nearest(to: name, in: known.sorted()).map { "; did you mean '\($0)'?" }
      throw ServiceError(
        .invalidParameters, "there's no parameter '\(path)\(name)'\(near ?? "")")
    }
  }

  /// The error for a parameter that isn't there.
  package func missing(_ name: String) -> ServiceError {
    ServiceError(.invalidParameters, "the parameter '\(path)\(name)' is missing")
  }

  /// The error for a parameter with a wrong value.
  package func wrong(_ name: String, _ needed: String) -> ServiceError {
    ServiceError(.invalidParameters, "'\(path)\(name)' must be \(needed)")
  }
}
