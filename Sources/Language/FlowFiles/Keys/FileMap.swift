// SPDX-License-Identifier: Apache-2.0

package import FlowExpressions
import FlowModel

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

  /// Rules about combinations of keys, as in a JSON Schema.
  let rules: [(key: String, value: Value)]

  /// The names of its keys.
  package let names: Set<String>

  /// Creates a kind of map.
  ///
  /// - Parameters:
  ///   - name: Its name in the schema.
  ///   - summary: A description, in a sentence.
  ///   - keys: Its keys, most important first.
  ///   - rules: Rules about combinations of keys.
  package init(
    _ name: String, _ summary: String, _ keys: [FileKey], rules: [(key: String, value: Value)] = []
  ) {
    self.name = name
    self.summary = summary
    self.keys = keys
    self.rules = rules
    names = Set(keys.map(\.name))
  }

  /// Whether a map lacks something without a key, whatever its other keys.
  func requires(_ key: FlowKey) -> Bool {
    keys.contains { $0.isRequired && $0.name == key.rawValue }
  }
}

/// A key of a map in a file.
package struct FileKey: Sendable {
  package let name: String
  package let shape: FileShape
  package let summary: String
  package let isRequired: Bool

  init(_ key: FlowKey, _ shape: FileShape, _ summary: String, isRequired: Bool = false) {
    self.init(named: key.rawValue, shape, summary, isRequired: isRequired)
  }

  /// Creates a key of fields that has an entry in a table of theirs.
  init(_ entry: FieldKeyEntry, _ shape: FileShape) {
    self.init(named: entry.key, shape, entry.summary)
  }

  package init(named name: String, _ shape: FileShape, _ summary: String, isRequired: Bool = false)
  {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.isRequired = isRequired
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

  /// The keys of steps and fields whose values can be texts.
  static let textKeysOfSteps = FileMap.steps.names { $0.takesText }

  /// The keys to recognize if their colon is missing.
  static let knownKeys = FileMap.all.names()
}
