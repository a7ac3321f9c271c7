// SPDX-License-Identifier: Apache-2.0

import SourceDiagnostics

/// A template's text, and where it is: a file, a scalar of one, or the name of a file.
struct JinjaSource {
  /// The text, decoded.
  let text: String

  /// The file that has it.
  let file: SourceFile

  /// The map from UTF-8 offsets of the text to those of the file.
  let map: SourceMap

  /// Whether it's the name of a file.
  let isName: Bool

  /// Creates a source that's a whole file.
  init(_ file: SourceFile) {
    self.init(file.text, in: file, map: SourceMap(verbatimAt: 0, count: file.utf8Count))
  }

  /// Creates a source that's a part of a file.
  init(_ text: String, in file: SourceFile, map: SourceMap, isName: Bool = false) {
    self.isName = isName
    self.text = text
    self.file = file
    self.map = map
  }

  /// The place of a range of the text.
  func place(_ range: SourceRange) -> SourcePlace {
    SourcePlace(file, map.sourceRange(of: range))
  }
}

/// Why a template, or a part of one, isn't understood.
struct JinjaFailure: Error {
  /// The construct as people name it, such as `macro`.
  let construct: String

  /// The words for a template that ends early or can't be read.
  static let syntax = JinjaFailure(construct: "syntax")

  /// The words for more work than a template may cost.
  static let limit = JinjaFailure(construct: "size")
}

/// The delimiters of a template, which a template of copier can choose.
struct JinjaDelimiters: Hashable {
  var blockStart = "{%"
  var blockEnd = "%}"
  var variableStart = "{{"
  var variableEnd = "}}"
  var commentStart = "{#"
  var commentEnd = "#}"

  /// Whether the line break after a block belongs to the block.
  var trimsBlocks = false

  /// Whether the blanks before a block on its line belong to the block.
  var stripsBlocks = false

  /// Whether a line break at the end of a template is dropped.
  var dropsLastBreak = false
}

extension JinjaDelimiters {
  /// Whether an output or a block begins in a text.
  func begin(in text: String) -> Bool { text.holds(variableStart) || text.holds(blockStart) }

  /// Sets an option of Jinja's environment by its name; others change nothing here.
  mutating func set(_ option: String, to text: String, isTrue: Bool) {
    switch option {
    case "block_start_string": blockStart = text
    case "block_end_string": blockEnd = text
    case "variable_start_string": variableStart = text
    case "variable_end_string": variableEnd = text
    case "comment_start_string": commentStart = text
    case "comment_end_string": commentEnd = text
    case "trim_blocks": trimsBlocks = isTrue
    case "lstrip_blocks": stripsBlocks = isTrue
    case "keep_trailing_newline": dropsLastBreak = !isTrue
    default: break
    }
  }
}
