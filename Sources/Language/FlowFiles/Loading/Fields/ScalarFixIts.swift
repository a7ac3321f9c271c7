// SPDX-License-Identifier: Apache-2.0

internal import SourceDiagnostics

/// Adapts fixes of expressions and texts to the scalars that contain them.
///
/// The checker fixes the text of an expression and doesn't know about the quotes around it in the
/// file: inside single quotes, `port.orValue('')` must become `port.orValue('''')`.
struct ScalarFixIts {
  private let file: SourceFile

  /// The scalars of the file, sorted by range.
  private let scalars: [YAMLScalar]

  /// Collects the scalars of a file; nil if it can't be read.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  init?(_ file: SourceFile) {
    guard let root = file.tree else { return nil }
    self.file = file
    var scalars: [YAMLScalar] = []
    Self.collect(root, into: &scalars)
    self.scalars = scalars
  }

  /// Returns diagnostics whose fixes can be applied to their files as they are.
  ///
  /// - Parameters:
  ///   - diagnostics: The diagnostics.
  ///   - files: The files whose texts are scalars; others, such as templates, have them as they are.
  /// - Returns: The diagnostics.
  /// - Complexity: O(*n* + *k* log *n*) in the size of the files in which something can be fixed, and the number of fixes.
  static func adapted(_ diagnostics: [Diagnostic], in files: Set<SourceFile>) -> [Diagnostic] {
    var known: [SourceFile: ScalarFixIts?] = [:]
    return diagnostics.map { diagnostic in
      let file = diagnostic.place.file
      guard !diagnostic.fixIts.isEmpty, files.contains(file) else { return diagnostic }
      let scalars = known[file] ?? ScalarFixIts(file)
      known[file] = .some(scalars)
      return scalars?.adapted(diagnostic) ?? diagnostic
    }
  }

  private static func collect(_ node: YAMLNode, into scalars: inout [YAMLScalar]) {
    switch node.content {
    case .broken: break
    case .scalar(let scalar): scalars.append(scalar)
    case .list(let items): for item in items { collect(item, into: &scalars) }
    case .map(let entries):
      for entry in entries {
        scalars.append(entry.key)
        collect(entry.value, into: &scalars)
      }
    }
  }

  /// Returns a diagnostic in the file whose fixes can be applied to it as they are.
  ///
  /// - Complexity: O(*k* log *n*) in the number of edits and scalars.
  private func adapted(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.fixIts = diagnostic.fixIts.map { fix in
      var fix = fix
      fix.edits = adapted(fix.edits)
      return fix
    }
    return diagnostic
  }

  private func adapted(_ edits: [FixIt.Edit]) -> [FixIt.Edit] {
    guard let first = edits.first, let scalar = scalar(around: first.range),
      edits.allSatisfy({ isInside($0.range, scalar) })
    else { return edits }
    switch (scalar.style, file[SourceRange(at: scalar.range.lowerBound, count: 1)]) {
    case (.doubleQuoted, "\""):
      return edits.map { FixIt.Edit($0.range, Self.doubleQuoted($0.replacement)) }
    case (.singleQuoted, "'"):
      return edits.map {
        FixIt.Edit($0.range, $0.replacement.split("'", joinedBy: "''"))
      }
    case (.plain, _):
      return plain(edits, in: scalar)
    default:
      return edits
    }
  }

  /// Adds quotes to a plain scalar if the edited text needs them.
  private func plain(_ edits: [FixIt.Edit], in scalar: YAMLScalar) -> [FixIt.Edit] {
    let bytes = Array(file[scalar.range].utf8)
    let start = scalar.range.lowerBound
    let inside = edits.map {
      FixIt.Edit(
        SourceRange($0.range.lowerBound - start, $0.range.upperBound - start), $0.replacement)
    }
    guard let applied = TextEdits().adding(inside)?.applied(to: bytes) else { return edits }
    let text = String(decoding: applied, as: UTF8.self)
    let isHarmless = edits.allSatisfy { edit in
      edit.replacement.utf8.allSatisfy { !Array(":#,[]{}".utf8).contains($0) }
    }
    if isHarmless, YAMLReader.scalarText(of: text) == text { return edits }
    return [FixIt.Edit(scalar.range, Quoting.quoted(text))]
  }

  private static func doubleQuoted(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.append(character)
      }
    }
    return result
  }

  private func isInside(_ range: SourceRange, _ scalar: YAMLScalar) -> Bool {
    range != scalar.range && range.lowerBound >= scalar.range.lowerBound
      && range.upperBound <= scalar.range.upperBound
  }

  /// Returns the scalar that a range is a proper part of, or nil if there's none.
  private func scalar(around range: SourceRange) -> YAMLScalar? {
    guard let scalar = scalar(at: range), isInside(range, scalar) else { return nil }
    return scalar
  }

  /// Returns the last scalar that starts at or before the start of a range, or nil if the range
  /// extends beyond it.
  ///
  /// - Complexity: O(log *n*) in the number of scalars.
  func scalar(at range: SourceRange) -> YAMLScalar? {
    let next = scalars.partitioningIndex { $0.range.lowerBound > range.lowerBound }
    guard next > 0, range.upperBound <= scalars[next - 1].range.upperBound else { return nil }
    return scalars[next - 1]
  }
}

extension SourceRange {
  fileprivate init(at offset: Int, count: Int) { self.init(offset, offset + count) }
}

extension String {
  fileprivate func split(_ character: Character, joinedBy separator: String) -> String {
    split(separator: character, omittingEmptySubsequences: false).joined(separator: separator)
  }
}
