// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// What a YAML file may be.
package struct YAMLOptions: Sendable {
  /// The maximum number of bytes of a file; a longer one is refused before it is parsed.
  package var maximumByteCount = 4 << 20

  /// The maximum number of lists and maps inside each other.
  package var maximumDepth = 64

  /// Whether several documents separated by `---` may follow each other.
  package var allowsSeveralDocuments = false

  /// Whether `key:` with nothing after it is null; otherwise it is a mistake.
  package var allowsEmptyValues = false

  /// Whether a value that a comment may have cut short is reported.
  package var reportsCutValues = true

  /// Whether reading continues after a syntax error where a guess fixes it.
  package var repairsSyntax = true

  /// Whether a text that begins with a bracket may have JSON's escapes of two halves, which YAML
  /// doesn't know: `\ud83d\ude00`.
  package var readsJSON = false

  /// The keys whose values are expressions, for the words of messages.
  package var codeKeys: Set<String> = []

  /// The keys that files of this kind have, for telling `type string` from words.
  package var knownKeys: Set<String> = []

  /// What the file is called in messages: `a flow`, `a test`.
  package var expectation = "a document"

  /// The names of the file's parts, when a program wrote it; nil: people read the file.
  package var outline: SourceOutline?

  /// The options for plain data, as files of answers are: JSON, or YAML with empty values.
  package static let data: YAMLOptions = {
    var options = YAMLOptions()
    options.allowsEmptyValues = true
    options.readsJSON = true
    options.reportsCutValues = false
    options.expectation = "a map of answers"
    return options
  }()

  /// Creates the options for one document of which every value is given.
  package init() {}
}
