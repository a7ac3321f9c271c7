// SPDX-License-Identifier: Apache-2.0

import FlowChecks
import SourceDiagnostics

/// The state that the parts of an import share: the template's names, the steps of its questions, and its report.
///
/// It's a class because the importers of all files of a template share one.
final class ImportContext {
  let names: TemplateNames
  let files: TemplateFiles

  /// The report that's written into `IMPORT.md`.
  var report = ImportReport()

  /// The value that each name of the template's own file has become; nil for one that's left.
  var answers: [String: ImportedValue] = [:]

  /// The dictionaries of the template's own file in which templates are, by their names.
  var dictionaries: [String: JinjaExpression] = [:]

  /// The names that the file that's being translated gives to values; nil where values and files are put where
  /// they're used.
  var given: TextNames?

  /// Names and files that several places share.
  var shared = SharedParts()

  /// The name of copier's operation, `copy` or `update`, in its templates.
  static let operation = "_copier_operation"

  /// Whether something that was translated has read it.
  var isOperationRead = false

  /// Whether `slugify` is that of python-slugify.
  var hasSlugify: Bool

  /// The names of the steps.
  private(set) var ids: Set<String> = []

  /// The number of parts of templates that may still be translated, also several times: half a million by default, and
  /// as many times more or fewer as a file may be larger.
  private var partsLeft: Int

  init(_ names: TemplateNames, _ files: TemplateFiles) {
    self.names = names
    self.files = files
    hasSlugify = names.dialect == .cookiecutter
    partsLeft = max(1_000, files.limit / 8)
  }

  /// Takes a name for a step: the wanted one, or one like it.
  func id(_ wanted: String) -> String {
    var id = wanted.asNameInExpressions.withoutReservedNames
    while !ids.insert(id).inserted { id += "_" }
    return id
  }

  /// Counts parts of templates.
  ///
  /// - Throws: ``JinjaFailure`` if there are too many.
  func count(_ parts: Int) throws(JinjaFailure) {
    partsLeft -= parts
    guard partsLeft > 0 else { throw .limit }
  }
}

/// The meaning of a name that isn't an expression of Jinja.
indirect enum ImportedName {
  /// An expression of ours, such as an element of a loop.
  case value(ImportedValue)

  /// `loop` in a loop of ours: the name of the element, and the list.
  case loop(String, ImportedValue)

  /// The text that nodes give.
  case nodes([JinjaNode], TemplateScope, JinjaSource)
  case macro(Macro)

  /// The names that a file gives.
  case module(TemplateScope)

  struct Macro {
    let name: String
    let parameters: [JinjaNode.Parameter]
    let nodes: [JinjaNode]
    let scope: TemplateScope
    let source: JinjaSource
  }
}

extension String {
  /// The closest name that an expression can have.
  var asNameInExpressions: String {
    var name = ""
    for byte in utf8 {
      let isDigit = byte >= 0x30 && byte <= 0x39
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      if isDigit, name.isEmpty { name = "_" }
      name += isDigit || isLetter ? String(UnicodeScalar(byte)) : "_"
    }
    return name.isEmpty ? "step" : name
  }
}
