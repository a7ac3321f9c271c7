// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// Options for reading a YAML file.
package struct YAMLOptions: Sendable {
  /// The maximum size of a file in bytes; a larger file is rejected before it's parsed.
  package var maximumByteCount = 4 << 20

  /// The maximum nesting depth of lists and maps.
  var maximumDepth = 64

  /// Whether the file may contain several documents, separated by `---`.
  package var allowsSeveralDocuments = false

  /// Whether `key:` without a value is null; otherwise, it's an error.
  package var allowsEmptyValues = false

  /// Whether aliases are followed, and tags and merge keys allowed, as in the files of other programs.
  package var followsAliases = false

  /// Whether to report a value that a comment may have cut short.
  package var reportsCutValues = true

  /// Whether to continue after a syntax error if a guess fixes it.
  package var repairsSyntax = true

  /// Whether a file that's JSON is read as such, and one whose name ends with `.json` must be.
  var readsJSON = false

  /// The keys whose values are expressions, for the wording of messages.
  package var codeKeys: Set<String> = []

  /// The keys whose values are lists of maps, for the wording of messages.
  var listKeys: Set<String> = []

  /// The top-level keys in whose maps the key `<<` is allowed.
  var mergingKeys: Set<String> = []

  /// The keys of this kind of file, for telling a key without a colon from text.
  var knownKeys: Set<String> = []

  /// The kind of file, as messages call it: `a flow`, `a test`.
  package var expectation = "a document"

  /// The names of the file's parts if a program generated it; otherwise nil.
  var outline: SourceOutline?

  /// The options for plain data such as answers files: JSON, or YAML with empty values.
  package static let data: YAMLOptions = {
    var options = YAMLOptions()
    options.allowsEmptyValues = true
    options.readsJSON = true
    options.reportsCutValues = false
    options.expectation = "a map of answers"
    return options
  }()

  /// Creates the options for a single document without empty values.
  package init() {}
}
