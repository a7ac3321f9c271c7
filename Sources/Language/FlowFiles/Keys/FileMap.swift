// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
package import FlowModel

/// A kind of map in a file, with the keys that it may have.
///
/// The maps of flow files are the only table of the language's keys: the loader reads maps with
/// ``MapReader``, which takes only their keys; the schema describes them; and the repair of YAML recognizes
/// them. Files of scripts have a table of their own.
package struct FileMap: Sendable {
  package let name: String

  /// A description, in a sentence.
  package let summary: String

  /// Its keys, most important first.
  package let keys: [FileKey]

  /// Rules about combinations of keys.
  let rules: [FileRule]

  /// Its forms by the word of its key `type`, if its other keys depend on it; another word leaves them open.
  package private(set) var forms: [(type: FieldType, map: FileMap)] = []

  /// The names of its keys.
  package let names: Set<String>

  /// The names of the keys that it needs, whatever its other keys.
  let alwaysRequired: Set<String>

  /// Creates a kind of map.
  ///
  /// - Parameters:
  ///   - name: Its name in the schema.
  ///   - summary: A description, in a sentence.
  ///   - keys: Its keys, most important first.
  ///   - rules: Rules about combinations of keys.
  package init(
    _ name: String, _ summary: String, _ keys: [FileKey], rules: [FileRule] = []
  ) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.rules = rules
    names = Set(keys.map(\.name))
    alwaysRequired = Set(keys.filter(\.isRequired).map(\.name))
  }

  /// Returns the map with a form for each of some types, which lacks the keys that mean nothing for the type.
  ///
  /// - Parameters:
  ///   - types: The types.
  ///   - shape: The shape of the value of a key for a type.
  ///   - required: The names of keys that the map needs for a type, beside those that it always needs.
  /// - Returns: The map.
  func with(
    formsOf types: [FieldType], _ shape: (FileKey, FieldType) -> FileShape,
    requiring required: (FieldType) -> [FlowKey] = { _ in [] }
  ) -> FileMap {
    var map = self
    map.forms = types.map { type in
      let needed = Set(required(type).map(\.rawValue))
      let keys = keys.filter { $0.applies(to: type) }
        .map { $0.with(shape($0, type), isRequired: $0.isRequired || needed.contains($0.name)) }
      return (type, FileMap("\(name)-\(type.rawValue)", summary, keys, rules: rules))
    }
    return map
  }

  /// Whether a map lacks something without a key, whatever its other keys.
  func requires(_ key: FlowKey) -> Bool {
    alwaysRequired.contains(key.rawValue)
  }
}

/// A rule about combinations of keys of a map.
package enum FileRule: Sendable {
  /// It has at least one of some sets of keys.
  case atLeastOne([[String]])

  /// It has exactly one of some sets of keys, or none of them and one of others.
  case exactlyOne([[String]], or: [String] = [])

  /// It has one key.
  case single
}

/// A key of a map in a file.
package struct FileKey: Sendable {
  package let name: String
  package let shape: FileShape
  package let summary: String
  package let isRequired: Bool

  /// Example values; snippets use the first one.
  let examples: [Value]

  /// The types of fields that it means something for; nil for all.
  let types: [FieldType]?

  init(
    _ key: FlowKey, _ shape: FileShape, _ summary: String, isRequired: Bool = false,
    examples: [Value] = [], only types: [FieldType]? = nil
  ) {
    self.init(
      named: key.rawValue, shape, summary, isRequired: isRequired, examples: examples, only: types)
  }

  /// Creates a key of fields that has an entry in a table of theirs.
  init(_ entry: FieldKeyEntry, _ shape: FileShape) {
    self.init(named: entry.key, shape, entry.summary, only: entry.types)
  }

  package init(
    named name: String, _ shape: FileShape, _ summary: String, isRequired: Bool = false,
    examples: [Value] = [], only types: [FieldType]? = nil
  ) {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.isRequired = isRequired
    self.examples = examples
    self.types = types
  }

  /// Returns whether it means something for fields of a type.
  func applies(to type: FieldType) -> Bool { types?.contains(type) ?? true }

  fileprivate func with(_ shape: FileShape, isRequired: Bool) -> FileKey {
    FileKey(
      named: name, shape, summary, isRequired: isRequired, examples: examples, only: types)
  }
}

// MARK: - Sets of keys

extension [FileMap] {
  /// Returns the names of the keys of the maps whose values have one of some shapes.
  func names(where isIncluded: (FileShape) -> Bool = { _ in true }) -> Set<String> {
    Set(flatMap(\.keys).filter { isIncluded($0.shape) }.map(\.name))
  }
}

extension FlowFile {
  /// The keys whose values are expressions.
  package static let codeKeys = FileMap.all.names { $0.isCode }

  /// The keys whose values are conditions.
  static let conditionKeys = FileMap.all.names { $0.isCondition }

  /// The keys whose values can be texts with `${…}`.
  static let textKeys = FileMap.all.names { $0.takesText }

  /// The keys whose values can be texts with `${…}` in every map that has them.
  package static let textKeysEverywhere = textKeys.subtracting(FileMap.all.names { !$0.takesText })

  /// The keys below which there are keys that the author names.
  package static let keysOfNames = FileMap.all.names { $0.hasNames }

  /// The keys of steps and fields whose values can be texts.
  static let textKeysOfSteps = FileMap.steps.names { $0.takesText }

  /// The keys to recognize if their colon is missing.
  package static let knownKeys = FileMap.all.names()
}
