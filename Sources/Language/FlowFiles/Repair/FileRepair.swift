// SPDX-License-Identifier: Apache-2.0

package import SourceDiagnostics

/// A file that belongs to a flow, such as its translations or a script, with safe fixes applied.
package struct FileRepair: Sendable {
  /// The file before the fixes.
  package let file: SourceFile

  /// The fixes, with the mistakes at their places in that file.
  package private(set) var repairs: [RepairedFlow.Repair] = []

  /// The fixed text, without a byte order mark.
  package var text: String {
    let edits = TextEdits().adding(repairs.flatMap(\.fix.edits)) ?? TextEdits()
    return String(decoding: edits.applied(to: Array(file.text.utf8)), as: UTF8.self)
  }

  /// Applies the safe fixes (`FixIt.isSafe`) of files whose names end in a suffix.
  ///
  /// Of fixes that touch, only the first is applied.
  ///
  /// - Parameters:
  ///   - diagnostics: The mistakes.
  ///   - suffix: The end of the names of the files.
  /// - Returns: The files that have such fixes, in the order of the mistakes.
  /// - Complexity: O(*n*²) in the number of mistakes.
  package static func repairs(
    of diagnostics: [Diagnostic], inFilesEndingIn suffix: String
  ) -> [FileRepair] {
    var found: [FileRepair] = []
    for diagnostic in diagnostics where diagnostic.place.file.name.hasSuffix(suffix) {
      guard let fix = diagnostic.fixIts.first(where: \.isSafe), let span = fix.span else {
        continue
      }
      let file = diagnostic.place.file
      let position = found.firstIndex { $0.file.name == file.name } ?? found.count
      if position == found.count { found.append(FileRepair(file: file)) }
      let isApart = found[position].repairs.allSatisfy { repair in
        repair.fix.span.map {
          $0.upperBound < span.lowerBound || span.upperBound < $0.lowerBound
        } ?? true
      }
      if isApart { found[position].repairs.append(.init(diagnostic: diagnostic, fix: fix)) }
    }
    return found
  }
}

extension SourceFile {
  /// Returns the range of a scalar without its quotes, so that a fix keeps them.
  package func rangeInsideQuotes(of range: SourceRange) -> SourceRange {
    guard range.count > 1, let first = self[range].first, first == "\"" || first == "'" else {
      return range
    }
    return SourceRange(range.lowerBound + 1, range.upperBound - 1)
  }
}
